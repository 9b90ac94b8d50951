import { orderLock } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import type { MedusaView, Projection } from "./load-medusa-payment";

/** Retry interval while another payment or refund of the order is being recorded. Our choice. */
const RESERVED_LOOK_MS = 2_000;

interface Reserving extends Pick<Projection, "tryLock"> {
  readonly ledger: Pick<AcquiringModuleService, "now"> & {
    readonly refundReservations: Pick<AcquiringModuleService["refundReservations"], "isReserved">;
  };
  readonly view: { readonly order: Pick<NonNullable<MedusaView["order"]>, "id"> | null };
}

/** Keeps other refunds of the order from being recorded or sent meanwhile. Null on success, else when to try again. */
export async function reserveOrder({ tryLock, ledger, view: { order } }: Reserving): Promise<Date | null> {
  if (order === null) return null;
  const isReserved = (isLocked: boolean): Promise<boolean> =>
    ledger.refundReservations.isReserved(order.id, { isLocked });
  // First without the lock, which refuses every refund of the order until the projection ends.
  const isFree = !(await isReserved(false)) && (await tryLock(orderLock(order.id))) && !(await isReserved(true));
  return isFree ? null : new Date(ledger.now().getTime() + RESERVED_LOOK_MS);
}

/**
 * Core reads an order's sums and writes them back with the difference, so two payments of one order must not add or remove
 * transactions at once: one of the changes would be lost. Null on success, else when to try again.
 */
export async function lockSums({
  tryLock,
  ledger,
  view: { order },
}: Pick<Reserving, "tryLock" | "view"> & { readonly ledger: Pick<Reserving["ledger"], "now"> }): Promise<Date | null> {
  if (order === null || (await tryLock(`acquiring-order-sums:${order.id}`))) return null;
  return new Date(ledger.now().getTime() + RESERVED_LOOK_MS);
}
