import { Hint, Input, Label } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useId } from "react";
import { exampleIn } from "../../lib/amount-entry";
import type { PlanDraft, PlanError } from "../../lib/subscriptions/plan-form";
import { useTexts } from "../../lib/texts";
import { ChoiceField } from "../actions/fields";

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly problem: string | null;
  readonly type?: "text" | "date" | "number";
  readonly inputMode?: "decimal" | "numeric";
  readonly onType: (value: string) => void;
  readonly field: string;
}

function Field({ name, value, hint, problem, type = "text", inputMode, onType, field }: FieldProps) {
  const id = useId();
  const description = problem ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {name}
      </Label>
      <Input
        id={id}
        type={type}
        inputMode={inputMode}
        autoComplete="off"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={description === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onType(event.target.value)}
        data-testid={`acquiring-plan-${field}`}
      />
      {description === undefined ? null : (
        <Hint id={`${id}-hint`} variant={problem === null ? "info" : "error"}>
          {description}
        </Hint>
      )}
    </div>
  );
}

interface Props {
  readonly draft: PlanDraft;
  readonly errorOf: (field: string) => PlanError | null;
  readonly onChange: (change: Partial<PlanDraft>) => void;
}

export function PlanFields({ draft, errorOf, onChange }: Props) {
  const { t } = useTexts();
  const problem = (field: string, example = ""): string | null => {
    const found = errorOf(field);
    return found === null ? null : t(`subscription.plan.error.${found}`, { example });
  };
  const row = (children: ReactNode) => <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>;
  const amounts = Object.entries(draft.amounts);
  const units = ["day", "week", "month", "year"] as const;
  return (
    <>
      <Field
        field="name"
        name={t("subscription.plan.name")}
        value={draft.name}
        hint={t("subscription.plan.nameHint")}
        problem={problem("name")}
        onType={(name) => onChange({ name })}
      />
      {amounts.map(([code, value], index) => (
        <Field
          key={code}
          field={`amount-${code}`}
          name={t("subscription.plan.amount", { currency: code.toUpperCase() })}
          value={value}
          hint={index === amounts.length - 1 ? t("subscription.plan.amountHint") : undefined}
          problem={problem(`amounts.${code}`, exampleIn(code)) ?? (index === 0 ? problem("amounts") : null)}
          inputMode="decimal"
          onType={(typed) => onChange({ amounts: { ...draft.amounts, [code]: typed } })}
        />
      ))}
      <fieldset className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <legend className="txt-compact-small-plus mb-2">{t("subscription.plan.every")}</legend>
        <Field
          field="count"
          name={t("subscription.plan.count")}
          value={draft.count}
          problem={problem("count")}
          inputMode="numeric"
          onType={(count) => onChange({ count })}
        />
        <div className="min-w-0">
          <ChoiceField
            name={t("subscription.plan.unit")}
            value={draft.interval}
            choices={units.map((value) => ({ value, label: t(`subscription.plan.units.${value}`) }))}
            onChoose={(chosen) => onChange({ interval: units.find((unit) => unit === chosen) ?? draft.interval })}
          />
        </div>
      </fieldset>
      {row(
        <>
          <Field
            field="cycles"
            name={t("subscription.cycles")}
            value={draft.cycles}
            hint={t("subscription.plan.cyclesHint")}
            problem={problem("cycles")}
            inputMode="numeric"
            onType={(cycles) => onChange({ cycles })}
          />
          <Field
            field="promotion"
            name={t("subscription.plan.promotion")}
            value={draft.promotion}
            hint={t("subscription.plan.promotionHint")}
            problem={problem("promotion")}
            inputMode="numeric"
            onType={(promotion) => onChange({ promotion })}
          />
        </>,
      )}
      {row(
        <>
          <Field
            field="starts"
            name={t("subscription.starts")}
            type="date"
            value={draft.starts}
            hint={t("subscription.plan.startsHint")}
            problem={null}
            onType={(starts) => onChange({ starts })}
          />
          <Field
            field="ends"
            name={t("subscription.ends")}
            type="date"
            value={draft.ends}
            hint={t("subscription.plan.endsHint")}
            problem={problem("ends")}
            onType={(ends) => onChange({ ends })}
          />
        </>,
      )}
      <Field
        field="price"
        name={t("subscription.priceId")}
        value={draft.priceId}
        hint={t("subscription.plan.priceHint")}
        problem={problem("priceId")}
        onType={(priceId) => onChange({ priceId })}
      />
    </>
  );
}
