import { settingsOf } from "./control-settings";
import { moneyOut, shownPayout } from "./control-payouts";
import { shownSubscription } from "./control-subscriptions";
import type { Serving } from "../serve";
import { transactionView } from "../pages/transaction-view";
import type { Transaction } from "../payments/transaction";
import { effectNames, portalEffectNames } from "../payments/transaction";

export function stateOf({ gateway, tape }: Serving, orderNos: string | null): unknown {
  const { book } = gateway;
  const transactions = orderNos?.split(",").flatMap((orderNo) => book.byOrder(orderNo)) ?? book.transactions;
  return {
    now: gateway.now().toISOString(),
    seed: gateway.chances.seed,
    settings: settingsOf(gateway),
    armed: tape.length,
    waiting_notifications: gateway.notifier.waiting,
    effects: book.effects,
    portal_effects: book.portalEffects,
    effects_by_order: effectsByOrder(transactions),
    transactions: transactions.map((transaction) => transactionView(gateway, transaction)),
    subscriptions: book.subscriptions
      .filter(({ order_no: orderNo }) => orderNos === null || orderNos.split(",").includes(orderNo))
      .map(shownSubscription),
    payouts: book.payouts.map(shownPayout),
    money_out: moneyOut(book),
    open_orders: book.orders.map(({ page_id: pageId, echo: _echo, ...order }) => ({
      ...order,
      page_url: `${gateway.publicUrl}/v1/checkout/page?checkout=${pageId}`,
    })),
  };
}

function effectsByOrder(transactions: readonly Transaction[]): Readonly<Record<string, Transaction["effects"]>> {
  const sums = new Map<string, Transaction["effects"]>();
  for (const { order_no: orderNo, effects } of transactions) {
    const sum = sums.get(orderNo) ?? {};
    for (const name of [...effectNames, ...portalEffectNames]) {
      if (effects[name]) sum[name] = (sum[name] ?? 0) + effects[name];
    }
    sums.set(orderNo, sum);
  }
  return Object.fromEntries(sums);
}
