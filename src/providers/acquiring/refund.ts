import { MedusaError } from "@medusajs/framework/utils";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { OperationCommand, RequestedOperation } from "../../modules/acquiring";
import { WHY_CANNOT_RECORD, WHY_LOST, WHY_RESERVED, WHY_TWO_PEOPLE, errorName } from "../../modules/acquiring";
import type { ProviderRows } from "./rows";

/**
 * A refund through Medusa's button is sent only if core can record it afterwards: the order is reserved before the send
 * until Medusa's rows of the refund are complete, and every refusal comes before the send.
 */
export async function reserveRefund(rows: ProviderRows, request: RequestedOperation): Promise<void> {
  const { refundReservations, medusaSync: recording } = rows.service();
  const { id, paymentId, amount, attempt } = request;
  const reserved = await refundReservations.reserve({ id, paymentId, amount });
  if (reserved.kind === "recording") {
    // Core may have included this row in its sums before removing it.
    await recording.expectRow(attempt.id);
    for (const each of reserved.attemptIds) await recording.projectNow(each);
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_RESERVED);
  }
}

/**
 * A refund that needs two people is sent only once both approved it, whoever calls Medusa's refund. Returns what the gate has to
 * check: nothing if it was sent before. A cancellation refunds all that is left of each payment of an order at once: of those each counts
 * alone here, so that they do not refuse each other; Medusa's route has counted them together. Medusa's button refunds one payment.
 */
export async function requireApprovals(
  rows: ProviderRows,
  request: RequestedOperation,
): Promise<Pick<OperationCommand, "refundsBefore" | "asOnePerson" | "refusalNow">> {
  if (request.mayBeSent) return {};
  const { refundApprovals, refundProposals } = rows.service();
  const { minor } = fromMedusa(request.amount, createCurrency(request.attempt.currency));
  const isBesideOthers = request.isRest && !refundApprovals.isOne;
  const asked = await refundApprovals.ofPayment(request.attempt.id, minor, { isBesideOthers });
  if (asked && !(await refundApprovals.isAgreed(asked)))
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_TWO_PEOPLE);
  const rule = asked ? { refundsBefore: asked.refundsBefore } : { asOnePerson: !isBesideOthers };
  // All money of a cancelled order goes back, whatever a plan returns of it.
  if (isBesideOthers) return rule;
  return { ...rule, refusalNow: () => refundProposals.planRefusal(request.attempt.id) };
}

/** Throws what Medusa could not record, and what an earlier operation still has to record. Nothing was sent. */
export async function refuseUnrecordable(rows: ProviderRows, request: RequestedOperation): Promise<void> {
  const { kind, attempt, cannotRecord: why } = request;
  // Where core's own flow died after writing its credit line, the projection closes the open change.
  if (why === "changing" || (why === null && request.isAnotherLost))
    await rows.service().medusaSync.projectNow(attempt.id);
  if (why) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_CANNOT_RECORD[why]);
  // An earlier operation succeeded and Medusa removed its row afterwards: it is recorded before anything is sent again.
  if (request.isAnotherLost) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_LOST[kind]);
}

/** `answered`: it succeeded. `release`: declined, not sent, or unknown; the projection records an unknown one later. */
export async function concludeReservation(rows: ProviderRows, id: string, kind: "answered" | "release"): Promise<void> {
  try {
    await rows.service().refundReservations[kind](id);
  } catch (error) {
    // It expires by itself; the refund's result is returned all the same.
    rows.warn(`acquiring.refund_reservation_kept what=${kind} error=${errorName(error)}`);
  }
}
