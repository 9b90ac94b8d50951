import type { CheckoutOrder } from "../payments/checkout-order";
import type { Payout } from "../payouts/payout";
import type { Subscription } from "../subscriptions/subscription";
import type { RefundRecord, Transaction } from "../payments/transaction";

export class GatewayStoreIndex {
  readonly byId = new Map<string, Transaction>();
  readonly byOrder = new Map<string, Transaction[]>();
  readonly byPage = new Map<string, Transaction>();
  /** By the gateway's reference and by the merchant's reason. */
  readonly byRefund = new Map<string, Set<Transaction>>();
  readonly orderByNo = new Map<string, CheckoutOrder>();
  readonly subscriptionById = new Map<string, Subscription>();
  readonly payoutById = new Map<string, Payout>();
  readonly orderByPage = new Map<string, CheckoutOrder>();

  add(transaction: Transaction): void {
    this.byId.set(transaction.transaction_id, transaction);
    append(this.byOrder, transaction.order_no, transaction);
    if (transaction.page_id !== null) this.byPage.set(transaction.page_id, transaction);
    for (const refund of transaction.refunds) this.addRefund(transaction, refund);
  }

  addRefund(transaction: Transaction, { reference, reason }: RefundRecord): void {
    for (const name of [reference, reason]) {
      const known = this.byRefund.get(name) ?? new Set();
      this.byRefund.set(name, known.add(transaction));
    }
  }

  addOrder(order: CheckoutOrder): void {
    this.orderByNo.set(order.order_no, order);
    this.orderByPage.set(order.page_id, order);
  }
}

function append(lists: Map<string, Transaction[]>, name: string, transaction: Transaction): void {
  const list = lists.get(name);
  if (list) list.push(transaction);
  else lists.set(name, [transaction]);
}

export function indexOf(held: {
  readonly transactions: readonly Transaction[];
  readonly orders: readonly CheckoutOrder[];
  readonly subscriptions: readonly Subscription[];
  readonly payouts: readonly Payout[];
}): GatewayStoreIndex {
  const index = new GatewayStoreIndex();
  held.transactions.forEach((transaction) => index.add(transaction));
  held.orders.forEach((order) => index.addOrder(order));
  held.subscriptions.forEach((subscription) => index.subscriptionById.set(subscription.recurring_id, subscription));
  held.payouts.forEach((payout) => index.payoutById.set(payout.request_id, payout));
  return index;
}
