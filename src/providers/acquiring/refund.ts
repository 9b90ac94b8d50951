import { MedusaError } from "@medusajs/framework/utils";
import type { RequestedOperation } from "../../modules/acquiring";
import { WHY_CANNOT_RECORD, WHY_LOST, WHY_RESERVED, errorName } from "../../modules/acquiring";
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

/** The gateway accepted it, or it was not sent. */
export async function concludeReservation(rows: ProviderRows, id: string, kind: "answered" | "release"): Promise<void> {
  try {
    await rows.service().refundReservations[kind](id);
  } catch (error) {
    // It expires by itself; the refund's result is returned all the same.
    rows.warn(`acquiring.refund_reservation_kept what=${kind} error=${errorName(error)}`);
  }
}
