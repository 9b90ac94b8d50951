import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { toMajor } from "../../gateway/model/money";
import { orderBalance } from "./order-balance";

/** Emitted when an order was changed, or lost its payment, and owes something afterwards. Data: `BalanceDue`. */
export const BALANCE_DUE = "acquiring.balance.due";

/**
 * `payment_expired`, `payment_declined`: a voucher or bank transfer. `order_changed`: an edit, exchange or claim.
 * `renewal_declined`: a charge of a subscription, with `subscription.draftForDeclined`.
 */
export type BalanceDueReason =
  "order_changed" | "payment_voided" | "payment_expired" | "payment_declined" | "renewal_declined";

export interface BalanceDue {
  readonly order_id: string;
  /** Decimal in major units, less what is authorised. */
  readonly amount: string;
  readonly currency: string;
  readonly reason: BalanceDueReason;
}

/** Returns false, and emits nothing, if the order owes nothing, waits for a voucher, or is cancelled. */
export async function announceBalance(
  container: MedusaContainer,
  orderId: string,
  reason: BalanceDueReason,
): Promise<boolean> {
  const balance = await orderBalance(container, orderId);
  if (!balance?.money || balance.isWaiting || balance.status === "canceled") return false;
  const { money } = balance;
  const data: BalanceDue = { order_id: orderId, amount: toMajor(money), currency: money.currency, reason };
  await container.resolve(Modules.EVENT_BUS).emit({ name: BALANCE_DUE, data });
  return true;
}
