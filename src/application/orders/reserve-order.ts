import { orderLock } from "../../modules/acquiring";
import type { Projection } from "./load-medusa-payment";

/** Retry interval while another refund of the order is being recorded. Our choice. */
const RESERVED_LOOK_MS = 2_000;

/** Keeps other refunds of the order from being recorded or sent meanwhile. Null on success, else when to try again. */
export async function reserveOrder({ tryLock, ledger, view: { order } }: Projection): Promise<Date | null> {
  if (order === null) return null;
  const isFree = (await tryLock(orderLock(order.id))) && !(await ledger.refundReservations.isReserved(order.id));
  return isFree ? null : new Date(ledger.now().getTime() + RESERVED_LOOK_MS);
}
