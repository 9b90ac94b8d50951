import type { Fact } from "../../../gateway/model/facts";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { mayMove } from "../domain/states";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";
import type { CheckHint } from "../status-checks/fetch-gateway-state";

/** A signed capture or void that the query may not show yet. Later it shows neither the amount nor whose void it was. */
export const isAheadOfQuery = (parsed: ParsedNotification, { state }: Pick<AttemptRow, "state">): boolean =>
  state === "authorised" && claimOf(parsed).claims !== undefined;

/** A signed refund, or a bank's late refusal of one, that the list of refunds may not show yet. */
export function isRefundAhead(
  { fact, signature }: ParsedNotification,
  operations: readonly Pick<OperationRow, "id" | "kind" | "gateway_reference" | "status">[],
): boolean {
  if (fact.kind !== "refund" || signature !== "matched") return false;
  const { operationId, reference, reading } = fact;
  if (operationId === null && reference === null) return false;
  const refund = operations
    .filter(({ kind }) => kind === "refund")
    .find(({ id, gateway_reference: own }) => (operationId === null ? own === reference : id === operationId));
  if (reading === "failed") return refund !== undefined && MADE.includes(refund.status);
  return refund === undefined && (reading === "accepted" || reading === "succeeded");
}

const MADE: readonly OperationRow["status"][] = ["settled", "pending"];

/** A decline of another transaction: on the gateway's page a customer may try several cards. */
export function isOfAnotherTry(fact: Fact, { gateway_payment_id: own }: AttemptRow): boolean {
  if (fact.kind !== "payment" || fact.reading !== "declined") return false;
  return fact.gatewayPaymentId !== null && own !== null && fact.gatewayPaymentId !== own;
}

/** What a notification asks to query; only a verified one may report a captured amount or a void. */
export function claimOf({ fact, kindHint, money, signature }: ParsedNotification): CheckHint {
  if (fact.kind === "refund") return { refunds: true };
  if (signature !== "matched" || fact.kind !== "payment") return {};
  if (kindHint === "capture" && fact.reading === "captured" && money) return { claims: { captured: money.minor } };
  const isVoid = fact.reading === "voided" || (fact.reading === "voided_or_pending" && kindHint === "void");
  return isVoid ? { claims: { voided: true } } : {};
}

/** A payment's notification contains the order's amount; a capture's or refund's may contain its own, never more. */
export function claimsOurMoney({ money, kindHint }: ParsedNotification, attempt: AttemptRow): boolean {
  if (money === null) return true;
  const requested = minorOf(attempt.requested);
  const isPart = kindHint !== "payment" && money.minor <= requested;
  return money.currency === attempt.currency && (money.minor === requested || isPart);
}

/** Does the notification claim a state that the ledger has neither reached nor passed after the query? */
export function contradicts({ fact }: ParsedNotification, attempt: Pick<AttemptRow, "state">): boolean {
  if (fact.kind !== "payment") return false;
  const { state } = attempt;
  switch (fact.reading) {
    case "authorised":
      return mayMove(state, "authorised");
    case "captured":
    case "refunded":
      return state !== "captured";
    case "voided":
      return state !== "voided";
    case "declined":
      return state === "authorised" || state === "captured";
    default:
      return false;
  }
}
