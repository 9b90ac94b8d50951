/*
 * Which of a query's rows belong to which queried order number. A
 * subscription's later charge may be listed under an order number of the gateway's own, beside the
 * payment that started it: it is grouped with that payment.
 */

import { createOrderNo } from "../model/ids";
import type { WirePaymentRow } from "../operations/retrieval";

export interface RowsByOrder {
  /** By the number that was asked; empty where the answer left it out. */
  readonly byOrder: ReadonlyMap<string, readonly WirePaymentRow[]>;
  /**
   * The answer speaks of other orders instead of one that was asked about: it answers another question. An order that
   * is merely left out counts as not found, and one day as proof that nothing happened.
   */
  readonly isAboutOthers: boolean;
}

export function groupRowsByOrder(ids: readonly string[], rows: readonly WirePaymentRow[]): RowsByOrder {
  const byOrder = new Map<string, WirePaymentRow[]>(ids.map((id) => [id, []]));
  const subscriptions = new Map(
    rows.filter((row) => byOrder.has(row.order_no)).map((row) => [subscriptionOf(row), row.order_no]),
  );
  let isAboutStrangers = false;
  for (const row of rows) {
    const subscription = subscriptionOf(row);
    const own = byOrder.get(row.order_no) ?? byOrder.get((subscription && subscriptions.get(subscription)) ?? "");
    if (!own) isAboutStrangers = true;
    // One that could not be asked about by its own number could not be followed.
    else if (isOrderNo(row.order_no)) own.push(row);
  }
  return { byOrder, isAboutOthers: isAboutStrangers && [...byOrder.values()].some((own) => own.length === 0) };
}

const subscriptionOf = ({ subscription_result: result }: WirePaymentRow): string | null =>
  result.value?.recurring_id || null;

function isOrderNo(value: string): boolean {
  try {
    return createOrderNo(value) === value;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
