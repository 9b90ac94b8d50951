import { orderLock } from "../../modules/acquiring/medusa-records/refund-reservations";
import type { Projection } from "./load-medusa-payment";

/** How long until an order that another refund is being recorded in is looked at again. Our choice. */
const RESERVED_LOOK_MS = 2_000;

/**
 * Before a refund is recorded in an order, or taken back there: no other refund of it is being recorded, and none of
 * Medusa's button is sent until this projection ends (`RefundReservations`). Null: it may be; else when to try again.
 */
export async function reserveOrder({ hold, ledger, view: { order } }: Projection): Promise<Date | null> {
  if (order === null) return null;
  const isFree = (await hold(orderLock(order.id))) && !(await ledger.refundReservations.isHeld(order.id));
  return isFree ? null : new Date(ledger.now().getTime() + RESERVED_LOOK_MS);
}
