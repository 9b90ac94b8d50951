import type { PayoutRow } from "../../api-schema/admin";
import type { ReadyPayouts } from "../../options/payout-setup";
import type { Payee } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow as Row } from "../../modules/acquiring_payout/rows";
import { major } from "./payout-rows";

/** What approving the payout will do, in order, as text for the approver; empty once it has ended. Pure. */
export interface SummaryFacts {
  readonly row: PayoutRow;
  /** The beneficiary as the gateway receives it. */
  readonly payee: Payee;
  readonly options: Pick<ReadyPayouts, "approvalsNeeded" | "approvalExpiresHours" | "amountUnit">;
  /** The beneficiary was changed or blocked since. */
  readonly isChanged: boolean;
}

export function summaryOf(payout: Row, { row, payee, options, isChanged }: SummaryFacts): string[] {
  if (payout.finished_at !== null) return [];
  switch (payout.state) {
    case "draft":
    case "submitted":
    case "approved":
      return [
        ...whatGoes(payout, row),
        ...whoIsPaid(payee, row),
        ...whoApproves(payout, options),
        ...when(payout),
        ...changed(isChanged),
      ];
    case "sending":
      return ["It is on its way to the gateway."];
    case "pending":
      return ["The gateway has it. It is paid when the gateway says so."];
    case "held":
      return ["The gateway holds it back. Somebody has to act in the gateway's portal."];
    case "unknown":
      return [
        "Nobody can tell whether it left. It is never sent again by itself.",
        "The gateway's notification settles it, or a person who has looked in the gateway's portal.",
      ];
    default:
      return [];
  }
}

function whatGoes(payout: Row, { amount, currency, beneficiary, account }: PayoutRow): string[] {
  const place = [beneficiary.account_mask, beneficiary.country].filter(Boolean).join(", ");
  const source = sourceOf(payout);
  return [
    `${amount} ${currency} leave the gateway's account "${account}" and go by ${payout.payment_method} to ${beneficiary.name}${place ? ` (${place})` : ""}.`,
    `The beneficiary reads the reference "${payout.reference}".`,
    ...(source === null ? [] : [source]),
    ...(payout.payment_date === null ? [] : [`The bank is asked to pay it on ${payout.payment_date}.`]),
  ];
}

/** The name shown here is not sent, so a different name at the gateway is pointed out. */
function whoIsPaid({ holder, gatewayId }: Payee, { beneficiary: { name } }: PayoutRow): string[] {
  return [
    ...(holder === name ? [] : [`The gateway is told that the account belongs to "${holder}".`]),
    ...(gatewayId === null ? [] : [`The gateway knows the beneficiary by its own number "${gatewayId}".`]),
  ];
}

function sourceOf({ source_amount: amount, source_currency: currency }: Row): string | null {
  if (currency === null) return null;
  if (amount === null) return `It is paid out of ${currency}; the gateway converts it.`;
  const given = `${major(amount, currency)} ${currency}`;
  return `${given} are given for it, and the gateway converts them; they count against the limits of ${currency} too.`;
}

function whoApproves(
  { state, approvals }: Row,
  { approvalsNeeded, approvalExpiresHours }: SummaryFacts["options"],
): string[] {
  if (state === "approved") return [];
  const missing = approvalsNeeded - approvals;
  const people = missing === 1 ? "one other person approves" : `${String(missing)} other people approve`;
  return [
    `Nothing leaves before ${people} exactly this. An approval counts for ${String(approvalExpiresHours)} hours; a change needs all of them anew.`,
  ];
}

function when({ state, send_after: after, waits_for: reason }: Row): string[] {
  if (after === null) return [state === "approved" ? "It is sent now." : "It is sent as soon as it is approved."];
  return [`It is sent at ${after.toISOString()} at the earliest.${reason === null ? "" : ` ${reason}`}`];
}

const changed = (isChanged: boolean): string[] =>
  isChanged ? ["The beneficiary was changed or blocked since: it cannot be sent as it is."] : [];
