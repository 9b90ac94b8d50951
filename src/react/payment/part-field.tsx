import type { ReactElement } from "react";
import { fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";
import { TextField } from "../parts/text-field";
import { moneyText } from "../subscriptions/plan-text";
import type { Splittable } from "./part-amount";
import { largestPart } from "./part-amount";
import type { PartDraft } from "./use-part";
import { isAllPaid } from "./use-part";

/** The amount that is paid now: with the range as hint and as error, and what remains. */
export interface PartFieldProps {
  readonly language: string;
  readonly owed: Splittable;
  readonly draft: PartDraft;
}

export function PartField({ language, owed, draft }: PartFieldProps): ReactElement {
  const { amount: label, partRange, partRest } = useKitTexts();
  const { currency } = owed;
  const money = (amount: string): string => moneyText(language, amount, currency);
  const range = fill(partRange, { least: money(owed.smallest_part), most: money(largestPart(owed)) });
  const { part, isWrong } = draft;
  const rest = part === null || isAllPaid(part.rest) ? "" : fill(partRest, { amount: money(part.rest) });
  return (
    <div className="acq-fields acq-fields-short">
      <TextField
        label={`${label} (${currency})`}
        name="amount"
        value={draft.typed}
        onValue={draft.change}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        isDigits
        {...(isWrong ? { error: range } : { hint: range })}
      />
      <p className="acq-hint" role="status">
        {rest}
      </p>
    </div>
  );
}
