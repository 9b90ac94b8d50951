import type { PayoutRow } from "../../api-schema/admin";
import type { ReadyPayouts } from "../../options/payout-setup";
import type { Payee } from "../../modules/acquiring_payout/payout-api";
import type { PayoutRow as Row } from "../../modules/acquiring_payout/rows";
import type { Repeat } from "../../modules/acquiring_payout/store/repeats";
import { major } from "./payout-rows";
import { repeatText } from "./repeated";

/** What approving the payout will do, in order, as text for the approver; empty once it has ended. Pure. */
export interface SummaryFacts {
  readonly row: PayoutRow;
  readonly payee: Payee;
  readonly options: Pick<ReadyPayouts, "approvalsNeeded" | "approvalExpiresHours" | "amountUnit">;
  readonly isChanged: boolean;
  readonly repeats: readonly Repeat[];
}

export function summaryOf(payout: Row, { row, payee, options, isChanged, repeats }: SummaryFacts): string[] {
  if (payout.finished_at !== null) return [];
  switch (payout.state) {
    case "draft":
    case "submitted":
    case "approved":
      return [
        ...repeated(repeats),
        ...whatGoes(payout, row),
        ...whoIsPaid(payee, row),
        ...whoApproves(payout, options),
        ...when(payout),
        ...changed(isChanged),
      ];
    case "sending":
      return ["It is being sent to the gateway."];
    case "pending":
      return ["The gateway has accepted it. It is paid once the gateway confirms it."];
    case "held":
      return ["The gateway is holding it. Action is needed in the gateway's portal."];
    case "unknown":
      return [
        "It is unknown whether it was paid. It is never sent again automatically.",
        "Wait for the gateway's notification, or check the gateway's portal and resolve it manually.",
      ];
    default:
      return [];
  }
}

function whatGoes(payout: Row, { amount, currency, beneficiary, account }: PayoutRow): string[] {
  const place = [beneficiary.account_mask, beneficiary.country].filter(Boolean).join(", ");
  const source = sourceOf(payout);
  return [
    `${amount} ${currency} are sent from the gateway account "${account}" by ${payout.payment_method} to ${beneficiary.name}${place ? ` (${place})` : ""}.`,
    `The beneficiary sees the reference "${payout.reference}".`,
    ...(source === null ? [] : [source]),
    ...(payout.payment_date === null ? [] : [`Requested payment date: ${payout.payment_date}.`]),
  ];
}

/** The name shown here is not sent, so a different name at the gateway is pointed out. */
function whoIsPaid({ holder, gatewayId }: Payee, { beneficiary: { name } }: PayoutRow): string[] {
  return [
    ...(holder === name ? [] : [`The gateway receives this name of the account holder: "${holder}".`]),
    ...(gatewayId === null ? [] : [`The gateway identifies the beneficiary by its own ID "${gatewayId}".`]),
  ];
}

function sourceOf({ source_amount: amount, source_currency: currency }: Row): string | null {
  if (currency === null) return null;
  if (amount === null) return `It is paid from ${currency}; the gateway converts it.`;
  const given = `${major(amount, currency)} ${currency}`;
  return `${given} are paid for it and converted by the gateway; they also count against the ${currency} limits.`;
}

function whoApproves(
  { state, approvals }: Row,
  { approvalsNeeded, approvalExpiresHours }: SummaryFacts["options"],
): string[] {
  if (state === "approved") return [];
  const missing = approvalsNeeded - approvals;
  const people = missing === 1 ? "one other person approves" : `${String(missing)} other people approve`;
  return [
    `Nothing is sent before ${people} exactly this. An approval is valid for ${String(approvalExpiresHours)} hours; any change requires new approvals.`,
  ];
}

function when({ state, send_after: after, waits_for: reason }: Row): string[] {
  if (after === null) return [state === "approved" ? "It is sent now." : "It is sent as soon as it is approved."];
  return [`It is not sent before ${after.toISOString()}.${reason === null ? "" : ` ${reason}`}`];
}

const repeated = (repeats: readonly Repeat[]): string[] =>
  repeats.length === 0 ? [] : [`Is it owed twice? ${repeatText(repeats)}`];

const changed = (isChanged: boolean): string[] =>
  isChanged ? ["The beneficiary was changed or blocked since, so it cannot be sent."] : [];
