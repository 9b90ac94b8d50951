import { Modules } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { CurrencyCode } from "../../gateway/money";
import { createMoney, fromMajor, toMajor } from "../../gateway/money";

/**
 * The parts of Medusa's books beside a capture's or refund's own row: the order's
 * transaction and the payment collection's sums. Core writes them one after another,
 * so a crash leaves the first without the rest; here the rest follows. Only for rows
 * that our own projection made: nobody else is at them.
 */
export interface BookedRow {
  readonly orderId: string;
  readonly reference: "capture" | "refund";
  /** The capture's or refund's id. */
  readonly id: string;
  /** Decimal text in major units, positive. */
  readonly amount: string;
  readonly currency: CurrencyCode;
}

export async function ensureOrderTransaction(container: MedusaContainer, row: BookedRow): Promise<void> {
  const orders = container.resolve(Modules.ORDER);
  const { orderId, reference, id } = row;
  const there = await orders.listOrderTransactions({ order_id: orderId, reference, reference_id: id });
  if (there.length > 0) return;
  await orders.addOrderTransactions({
    order_id: orderId,
    amount: reference === "refund" ? `-${row.amount}` : row.amount,
    currency_code: row.currency.toLowerCase(),
    reference,
    reference_id: id,
  });
}

interface Amount {
  readonly raw_amount: { readonly value: string };
}

/** Sums up anew what the collection's payments have captured and refunded; deleted rows do not count. */
export async function refreshCollection(
  container: MedusaContainer,
  collection: { readonly id: string; readonly currency: CurrencyCode; readonly payments: readonly PaymentSums[] },
): Promise<void> {
  const { id, currency, payments } = collection;
  const total = (rows: readonly Amount[]): string => toMajor(createMoney(sumOf(rows, currency), currency));
  // Core writes both; its type leaves them out.
  const sums: { readonly captured_amount: string; readonly refunded_amount: string; readonly metadata?: never } = {
    captured_amount: total(payments.flatMap(({ captures }) => captures)),
    refunded_amount: total(payments.flatMap(({ refunds }) => refunds)),
  };
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, sums);
}

export interface PaymentSums {
  readonly captures: readonly Amount[];
  readonly refunds: readonly Amount[];
}

/** In minor units. */
export const sumOf = (rows: readonly Amount[], currency: CurrencyCode): bigint =>
  rows.reduce((sum, { raw_amount }) => sum + fromMajor(raw_amount.value, currency).minor, 0n);
