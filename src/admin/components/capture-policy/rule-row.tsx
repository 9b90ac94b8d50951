import { ArrowDownMini, ArrowUpMini, PencilSquare, Trash } from "@medusajs/icons";
import { Badge, IconButton, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import type { Problems } from "../../lib/problems";
import type { PolicyChoices } from "../../lib/capture-policy/rule-scope";
import { isMissing, ruleSentence } from "../../lib/capture-policy/rule-sentence";
import { SCOPES } from "../../lib/capture-policy/rule-scope";
import type { DraftRule } from "../../lib/capture-policy/use-policy-draft";
import { short } from "../../lib/view";
import type { TextKey } from "../../lib/texts";
import { useTexts } from "../../lib/texts";

export interface RowActions {
  readonly onMove: (by: -1 | 1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

interface Props {
  readonly draft: DraftRule;
  /** Its place from 1, of how many. */
  readonly place: number;
  readonly count: number;
  readonly choices: PolicyChoices;
  /** The place of a rule above that already matches everything; null: none. */
  readonly covered: number | null;
  /** Of the server, by field. */
  readonly problems: Problems;
  /** Null for readers who may not change it. */
  readonly actions: RowActions | null;
}

export function RuleRow({ draft: { rule }, place, count, choices, covered, problems, actions }: Props) {
  const words = useTexts();
  const { t } = words;
  const hasMissing = SCOPES.some((scope) => isMissing(choices, scope, rule[scope]));
  return (
    <li className="flex flex-wrap items-start gap-3 px-6 py-4" data-testid="acquiring-policy-rule">
      <Place number={place} />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-y-1">
        <Text size="small" className="[overflow-wrap:anywhere]" data-testid="acquiring-policy-sentence">
          <bdi>{ruleSentence(words, rule, choices)}</bdi>
        </Text>
        {covered === null || Object.keys(problems).length > 0 ? null : (
          <Warning text={t("policy.never", { number: covered + 1 })} />
        )}
        {hasMissing ? <Warning text={t("policy.missingText")} /> : null}
        {Object.entries(problems).map(([field, message]) => (
          <Text
            key={field}
            size="small"
            className="text-ui-fg-error [overflow-wrap:anywhere]"
            data-testid={`acquiring-policy-invalid-${field === "" ? "rule" : field}`}
          >
            {isField(field) ? `${t(FIELD_NAMES[field])}: ` : null}
            <bdi>{isField(field) ? short(message) : asSentence(short(message))}</bdi>
          </Text>
        ))}
      </div>
      {actions === null ? null : <Buttons {...{ place, count, actions }} />}
    </li>
  );
}

/** Of the whole rule: no field's name stands before it. */
const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

export const FIELD_NAMES = {
  account: "policy.field.account",
  region_id: "policy.field.region_id",
  sales_channel_id: "policy.field.sales_channel_id",
  method: "policy.field.method",
  capture: "policy.field.capture",
  only_if_not_held: "policy.field.only_if_not_held",
  single_capture: "policy.field.single_capture",
  at_expiry: "policy.field.at_expiry",
  hours: "policy.field.hours",
} as const satisfies Readonly<Record<string, TextKey>>;

const isField = (name: string): name is keyof typeof FIELD_NAMES => name in FIELD_NAMES;

export function Place({ number }: { number: number }) {
  return (
    <Badge size="2xsmall" className="mt-0.5 shrink-0">
      {number}
    </Badge>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <Text size="xsmall" className="text-ui-tag-orange-text" data-testid="acquiring-policy-warning">
      {text}
    </Text>
  );
}

/** At an end the button stays focusable and does nothing, so that the keyboard keeps its place. */
function Buttons({ place, count, actions }: Pick<Props, "place" | "count"> & { readonly actions: RowActions }) {
  const { t } = useTexts();
  const button = (name: string, testId: string, icon: ReactNode, onClick: () => void, isOff = false) => (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      className={isOff ? "opacity-50" : undefined}
      onClick={isOff ? undefined : onClick}
      data-testid={testId}
    >
      {icon}
    </IconButton>
  );
  const number = place;
  return (
    <div className="flex shrink-0 items-center">
      {button(
        t("policy.up", { number }),
        "acquiring-policy-up",
        <ArrowUpMini />,
        () => actions.onMove(-1),
        place === 1,
      )}
      {button(
        t("policy.down", { number }),
        "acquiring-policy-down",
        <ArrowDownMini />,
        () => actions.onMove(1),
        place === count,
      )}
      {button(t("policy.editOf", { number }), "acquiring-policy-edit", <PencilSquare />, actions.onEdit)}
      {button(t("policy.removeOf", { number }), "acquiring-policy-remove", <Trash />, actions.onRemove)}
    </div>
  );
}
