import type { PaymentFact, RecurringFact } from "../../gateway/model/facts";
import type { Money } from "../../gateway/model/money";
import { sameMoney, toMajor } from "../../gateway/model/money";
import { momentIn } from "../../gateway/reading/gateway-time";
import type { ConfirmedFact } from "./confirm-payment";
import type { Judged } from "./import-record";
import { rejected } from "./import-record";
import type { SubscriptionLine } from "./record-schemas";

/**
 * Compares a line with the subscription that the gateway reports. Pure. `next_charge_on` divides its charges: earlier ones
 * were the former integration's, later ones become orders here, so each has exactly one owner.
 */
export interface ConfirmedSubscription {
  readonly takesOverAt: Date;
  readonly startedAt: Date;
  readonly notes: readonly string[];
}

export interface SubscriptionClaim {
  readonly line: SubscriptionLine;
  readonly money: Money;
  readonly first: ConfirmedFact;
  readonly facts: readonly PaymentFact[];
  readonly timeZone: string;
}

type Answer = ConfirmedSubscription | { readonly refused: Judged };

export function confirmSubscription(claim: SubscriptionClaim): Answer {
  const { line, first, facts } = claim;
  const { recurring } = first;
  if (recurring === null)
    return refuse("recurring_id", "the gateway's answer names no subscription for this payment", NOT_CONFIRMED);
  if (recurring.recurringId !== line.recurring_id)
    return refuse("recurring_id", `is not the gateway's (${recurring.recurringId})`, "Check the export.");
  const inactive = statusProblem(recurring);
  if (inactive) return inactive;
  if (first.reading !== "authorised" && first.reading !== "captured" && first.reading !== "refunded")
    return refuse(
      "gateway_payment_id",
      `the gateway reports its first payment as ${first.reading}`,
      "Check it in the portal.",
    );
  if (recurring.chargedAt === null)
    return refuse("gateway_payment_id", "the gateway gives no date for the first payment", NOT_CONFIRMED);
  const later = facts.filter(
    ({ gatewayPaymentId: id, recurring: own }) =>
      id !== first.gatewayPaymentId && own?.recurringId === line.recurring_id,
  );
  return amountProblem(claim, later) ?? daysOf(claim, recurring, later);
}

function statusProblem({ status }: RecurringFact): { readonly refused: Judged } | null {
  switch (status) {
    case "active":
      return null;
    case "inactive":
      return refuse("recurring_id", "the gateway reports the subscription as ended", "Leave it out.");
    case "unmapped":
      return refuse("recurring_id", "the gateway reports an unrecognised status", SET_STATUS);
    case null:
      return refuse("recurring_id", "the gateway does not say whether the subscription is active", NOT_CONFIRMED);
  }
}

/** The first payment may have contained other products; each later charge is the agreed amount. */
function amountProblem(
  { line, money }: SubscriptionClaim,
  later: readonly PaymentFact[],
): { readonly refused: Judged } | null {
  const paid = later.filter(({ reading }) => reading === "captured" || reading === "refunded");
  const last = [...paid].sort((a, b) => dayText(b).localeCompare(dayText(a)))[0]?.money;
  if (!last || sameMoney(last, money)) return null;
  const field = last.currency === money.currency ? "amount" : "currency";
  const problem = `differs from the last charge, ${toMajor(last)} ${last.currency}`;
  return refuse(
    field,
    problem,
    `Write what the gateway charges per period${line.quantity > 1 ? ", for all pieces" : ""}.`,
  );
}

const dayText = ({ recurring }: PaymentFact): string => recurring?.chargedRaw ?? "";

function daysOf(
  { line, first, money, timeZone }: SubscriptionClaim,
  { nextChargeOn, chargedAt }: RecurringFact,
  later: readonly PaymentFact[],
): Answer {
  const { next_charge_on: day } = line;
  const takesOverAt = new Date(momentIn(day, timeZone) ?? "");
  const startedAt = new Date(chargedAt ?? "");
  if (startedAt >= takesOverAt)
    return refuse("next_charge_on", "is not after the first payment", "Write the day of the next charge.");
  if (line.ends_on !== undefined && line.ends_on < day)
    return refuse("ends_on", "is before next_charge_on", "A subscription without a charge left needs no import.");
  const undated = later.some(({ recurring }) => recurring?.chargedAt == null);
  if (undated) return refuse("recurring_id", "the gateway gives no date for a later charge", NOT_CONFIRMED);
  const isCharged = later.some(({ recurring }) => new Date(recurring?.chargedAt ?? "") >= takesOverAt);
  // The gateway's date follows its charges; a charge of that day or later is the first one here.
  if (nextChargeOn !== null && nextChargeOn !== day && !isCharged)
    return refuse("next_charge_on", `differs from the gateway's date, ${nextChargeOn}`, WHICH_DAY);
  return {
    takesOverAt,
    startedAt,
    notes: [
      ...(nextChargeOn === null ? ["the gateway names no next date: next_charge_on is as in the file"] : []),
      ...(later.length === 0 && !sameMoney(first.money, money)
        ? ["no renewal confirms the amount yet: another amount is reported, and waits for a person"]
        : []),
      ...(line.order_id === undefined
        ? ["without an order_id: its renewals become orders only with your own renewalReceived handler"]
        : []),
    ],
  };
}

const NOT_CONFIRMED =
  "It cannot be confirmed by a query. Ask the gateway to report it, or start the subscription again with a purchase.";
const SET_STATUS = "Ask the gateway what it means, and set profile.subscription.statuses.";
const WHICH_DAY =
  "Write the gateway's date. Charges before it stay with the former integration, later ones become orders here.";

const refuse = (field: string, problem: string, fix: string) => ({ refused: rejected(field, problem, fix) });
