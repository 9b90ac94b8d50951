import { Checkbox, Hint, Label } from "@medusajs/ui";
import { useId } from "react";
import type { RuleForm } from "../../lib/capture-policy/rule-form";
import type { PolicyChoices, Scope } from "../../lib/capture-policy/rule-scope";
import { CAPTURE_TIMES, CARD, EXPIRY_ACTIONS, needsSingleCapture, SCOPES } from "../../lib/capture-policy/rule-scope";
import type { TextKey } from "../../lib/texts";
import { useTexts } from "../../lib/texts";
import { CollapsiblePart, Pair } from "../forms/collapsible";
import { SelectField, TextField } from "../forms/fields";
import { ChoiceBoxes } from "./choice-boxes";
import { FIELD_NAMES } from "./rule-row";

interface Props {
  readonly form: RuleForm;
  readonly choices: PolicyChoices;
  readonly problemOf: (field: keyof RuleForm) => string | null;
  readonly onChange: (change: Partial<RuleForm>) => void;
}

export function RuleFields(props: Props) {
  return (
    <>
      <ScopeFields {...props} />
      <CaptureFields {...props} />
      <ExpiryFields {...props} />
    </>
  );
}

const ALL = {
  account: "policy.all.account",
  region_id: "policy.all.region_id",
  sales_channel_id: "policy.all.sales_channel_id",
  method: "policy.all.method",
} as const satisfies Readonly<Record<Scope, TextKey>>;

function ScopeFields({ form, choices, problemOf, onChange }: Props) {
  const { t } = useTexts();
  const named = (list: readonly { readonly id: string; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const methods = named(choices.methods);
  const offered = {
    account: choices.accounts.map(({ key }) => ({ value: key, label: key })),
    region_id: named(choices.regions),
    sales_channel_id: named(choices.sales_channels),
    method: methods.map((one) => (one.value === CARD ? { value: CARD, label: t("policy.card") } : one)),
  };
  return (
    <CollapsiblePart title={t("policy.applies")}>
      <Pair>
        {SCOPES.map((scope) => (
          <SelectField
            key={scope}
            name={t(FIELD_NAMES[scope])}
            path={scope}
            value={form[scope] ?? ""}
            empty={t(ALL[scope])}
            choices={offered[scope]}
            problem={problemOf(scope)}
            onType={(value) => onChange({ [scope]: value === "" ? null : value })}
          />
        ))}
      </Pair>
    </CollapsiblePart>
  );
}

function CaptureFields({ form, choices, problemOf, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <ChoiceBoxes
        name={t("policy.field.capture")}
        field="capture"
        value={form.capture}
        choices={CAPTURE_TIMES.map((value) => ({
          value,
          label: t(`policy.capture.${value}`),
          text: t(`policy.captureText.${value}`),
        }))}
        problem={problemOf("capture")}
        onChoose={(capture) => onChange({ capture })}
      />
      {needsSingleCapture(form, choices) ? (
        <ChoiceBoxes
          name={t("policy.field.single_capture")}
          field="single_capture"
          value={form.single_capture}
          choices={(["first", "last"] as const).map((value) => ({
            value,
            label: t(`policy.single.${value}`),
            text: t(`policy.singleText.${value}`),
          }))}
          hint={t("policy.singleHint")}
          problem={problemOf("single_capture")}
          onChoose={(single) => onChange({ single_capture: single })}
        />
      ) : null}
      {form.capture === null || form.capture === "manual" ? null : (
        <HeldField isSet={form.only_if_not_held} onSet={(isSet) => onChange({ only_if_not_held: isSet })} />
      )}
    </>
  );
}

function HeldField({ isSet, onSet }: { isSet: boolean; onSet: (isSet: boolean) => void }) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className="flex items-start gap-x-2">
      <Checkbox
        id={id}
        checked={isSet}
        aria-describedby={`${id}-hint`}
        onCheckedChange={(checked) => onSet(checked === true)}
        data-testid="acquiring-policy-held"
      />
      <div className="flex flex-col">
        <Label htmlFor={id} size="small" weight="plus">
          {t("policy.field.only_if_not_held")}
        </Label>
        <Hint id={`${id}-hint`}>{t("policy.heldText")}</Hint>
      </div>
    </div>
  );
}

/** Capturing before the expiry needs the hours only. */
function ExpiryFields({ form, problemOf, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      {form.capture === "before_expiry" ? null : (
        <ChoiceBoxes
          name={t("policy.field.at_expiry")}
          field="at_expiry"
          value={form.at_expiry}
          choices={EXPIRY_ACTIONS.map((value) => ({
            value,
            label: t(`policy.expiry.${value}`),
            text: t(`policy.expiryText.${value}`),
          }))}
          problem={problemOf("at_expiry")}
          onChoose={(chosen) => onChange({ at_expiry: chosen })}
        />
      )}
      <TextField
        name={t("policy.field.hours")}
        path="hours"
        inputMode="numeric"
        value={form.hours}
        hint={t("policy.hoursText")}
        problem={problemOf("hours")}
        onType={(hours) => onChange({ hours })}
      />
    </>
  );
}
