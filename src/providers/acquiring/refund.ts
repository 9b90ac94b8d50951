import { MedusaError } from "@medusajs/framework/utils";
import type { AttemptRow } from "../../modules/acquiring";
import { WHY_RESERVED, WHY_CANNOT_RECORD, errorName } from "../../modules/acquiring";
import type { ProviderRows, MedusaRefundRow } from "./rows";

/**
 * A refund through Medusa's button. It is sent only if core can record it afterwards: the order is reserved before the
 * send until Medusa's rows of the refund are complete, and every refusal comes before the send.
 */
export async function whileReserved<T>(
  rows: ProviderRows,
  { attempt, refund }: { readonly attempt: AttemptRow; readonly refund: MedusaRefundRow },
  send: () => Promise<T>,
): Promise<T> {
  const { refundReservations, medusaSync: recording } = rows.service();
  const asked = { id: refund.id, paymentId: refund.payment.id, amount: refund.raw_amount.value };
  const reserved = await refundReservations.reserve(asked);
  if (reserved.kind === "recording") {
    // Core may have included this row in its sums before removing it.
    await recording.expectRow(attempt.id);
    for (const id of reserved.attemptIds) await recording.projectNow(id);
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_RESERVED);
  }
  try {
    const sent = await send();
    await updateReservation(rows, "answered", () => refundReservations.answered(refund.id));
    return sent;
  } catch (error) {
    await updateReservation(rows, "released", () => refundReservations.release(refund.id));
    throw error;
  }
}

export async function refuseUnrecordable(
  rows: ProviderRows,
  attempt: AttemptRow,
  refund: MedusaRefundRow,
): Promise<void> {
  const why = await rows.whyUnrecordable(refund);
  // Where core's own flow died after writing its credit line, the projection closes the open change.
  if (why === "changing") await rows.service().medusaSync.projectNow(attempt.id);
  if (why) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_CANNOT_RECORD[why]);
}

/** A reservation that cannot be updated expires by itself; the refund's result is returned all the same. */
async function updateReservation(rows: ProviderRows, what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    rows.warn(`acquiring.refund_reservation_kept what=${what} error=${errorName(error)}`);
  }
}
