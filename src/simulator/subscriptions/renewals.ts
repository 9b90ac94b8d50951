import { blankTransaction } from "../payments/attempt";
import type { Gateway } from "../context";
import { conclude, tell } from "../payments/decisions";
import { expectNext } from "./open-subscription";
import type { BankScenario } from "../faults/scenarios";
import { withAmount } from "../faults/scenarios";
import type { Script, Subscription } from "./subscription";
import { notifyFault } from "../faults/fault-script";
import type { Transaction } from "../payments/transaction";

/** Each due time creates one transaction. An approved one is captured at once; a declined one is not retried. */
export function renewDue(gateway: Gateway): void {
  const now = gateway.now().getTime();
  for (let found = gateway.renewalsDue.take(now); found; found = gateway.renewalsDue.take(now)) {
    const subscription = gateway.book.subscription(found.what);
    const dueAt = subscription?.next_at ?? null;
    // Charged or ended manually in the meantime: another time is scheduled, or none.
    if (subscription && dueAt !== null && Date.parse(dueAt) <= now) renew(gateway, subscription, { at: dueAt });
  }
}

export interface Renewal {
  readonly at: string;
  readonly script?: Omit<Script, "charge">;
}

/** One charge, in place of the next one of the series. Null if the gateway skips it. */
export function renew(gateway: Gateway, subscription: Subscription, { at, script }: Renewal): Transaction | null {
  subscription.cycle += 1;
  subscription.place += 1;
  const { cycle } = subscription;
  const scripted = script ?? subscription.scripts.find(({ charge }) => charge === cycle);
  subscription.scripts = subscription.scripts.filter(({ charge }) => charge > cycle);
  const amount = BigInt(scripted?.amount ?? subscription.terms.amount);
  // The notification of this charge contains the next charge's time.
  if (subscription.state === "active") expectNext(gateway, subscription);
  else {
    subscription.next_at = null;
    subscription.prepared = false;
  }
  const charged = charge(gateway, subscription, { at, amount, outcome: scripted?.outcome ?? byCents(amount) });
  gateway.book.save();
  return charged;
}

function byCents(amount: bigint): BankScenario {
  const scenario = withAmount({ kind: "approve" }, amount);
  return scenario.kind === "3ds" ? scenario.then : scenario;
}

interface Charge {
  readonly at: string;
  readonly amount: bigint;
  readonly outcome: BankScenario;
}

function charge(gateway: Gateway, subscription: Subscription, { at, amount, outcome }: Charge): Transaction | null {
  const first = gateway.book.byId(subscription.charges[0] ?? "");
  if (!first) return null;
  if (outcome.kind === "lost-before") {
    subscription.missed.push(subscription.cycle);
    return null;
  }
  const transaction = renewalOf(gateway, { first, subscription, at, amount });
  conclude(gateway, transaction, outcome);
  subscription.charges.push(transaction.transaction_id);
  gateway.book.add(transaction);
  const struck = gateway.tape.take("renewal", [first.order_no, transaction.order_no]);
  gateway.notifier.under(notifyFault(struck), () => tell(gateway, transaction));
  return transaction;
}

function renewalOf(
  gateway: Gateway,
  {
    first,
    subscription,
    at,
    amount,
  }: { readonly first: Transaction; readonly subscription: Subscription; readonly at: string; readonly amount: bigint },
): Transaction {
  const orderNo = gateway.renewals.orderNo === "same" ? first.order_no : `RN${gateway.book.nextNumber()}`;
  return {
    ...blankTransaction(gateway, { orderNo, amount, currency: first.currency }),
    created_at: at,
    mode: "renewal",
    card_mask: first.card_mask,
    notify_url: first.notify_url,
    echo: first.echo ?? {},
    recurring_id: subscription.recurring_id,
    renewal: subscription.cycle,
    state: "pending",
  };
}
