import { decimal, hundredths } from "../payments/amount";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import { endSubscription } from "../subscriptions/open-subscription";
import { renew } from "../subscriptions/renewals";
import type { BankScenario } from "../faults/scenarios";
import { transactionView } from "../pages/transaction-view";
import type { Script, Subscription } from "../subscriptions/subscription";
import type { Read } from "../faults/fault-script-entry";

/** Control API calls on subscriptions, by `recurring_id` or by the order number of one of their payments. */
export type ChangeSubscription = (gateway: Gateway, subscription: Subscription, body: Fields) => Changed;
export type Changed = { readonly problem: string } | { readonly value: Fields };

export const subscriptionChanges: ReadonlyMap<string, ChangeSubscription> = new Map<string, ChangeSubscription>([
  ["POST renew", renewNow],
  ["POST script-renewal", scriptRenewal],
  ["POST cancel-subscription", cancelByHand],
]);

export const subscriptionNamed = ({ book }: Gateway, body: Fields): Subscription | undefined =>
  book.subscription(textOf(body, "recurring_id") || (book.find(textOf(body, "order_no"))?.recurring_id ?? ""));

const OUTCOMES: Readonly<Record<string, BankScenario>> = {
  approve: { kind: "approve" },
  decline: { kind: "decline", code: "0051", text: "Insufficient funds" },
  pending: { kind: "pending" },
  review: { kind: "review" },
  doubtful: { kind: "doubtful" },
  "unknown-code": { kind: "unknown-code" },
  missed: { kind: "lost-before" },
};

const outcomeNames: readonly string[] = Object.keys(OUTCOMES);

type Scripted = Omit<Script, "charge">;

function scriptIn({ outcome, amount }: Fields): Read<Scripted> {
  const scenario = typeof outcome === "string" ? OUTCOMES[outcome] : undefined;
  if (outcome !== undefined && !scenario) return { problem: `outcome is one of ${outcomeNames.join(", ")}` };
  const value = amount === undefined ? null : hundredths(amount);
  if (amount !== undefined && (value === null || value === 0n)) return { problem: "amount is a decimal, like 12.00" };
  return { value: { outcome: scenario ?? null, amount: value?.toString() ?? null } };
}

function renewNow(gateway: Gateway, subscription: Subscription, body: Fields): Changed {
  const scripted = scriptIn(body);
  if ("problem" in scripted) return scripted;
  if (subscription.state !== "active" && body.anyway !== true) {
    return { problem: `The subscription is ${subscription.state}: it is no longer charged` };
  }
  const { outcome, amount } = scripted.value;
  const isScripted = outcome !== null || amount !== null;
  const at = gateway.now().toISOString();
  const transaction = renew(gateway, subscription, { at, ...(isScripted ? { script: scripted.value } : {}) });
  return {
    value: { ...shownSubscription(subscription), transaction: transaction && transactionView(gateway, transaction) },
  };
}

const MOST_CHARGES = 100_000;

/** Default for `charge`: the next one; 1 is the first payment. */
function scriptRenewal(gateway: Gateway, subscription: Subscription, body: Fields): Changed {
  const scripted = scriptIn(body);
  if ("problem" in scripted) return scripted;
  const next = subscription.cycle + 1;
  const { charge = next } = body;
  if (typeof charge !== "number" || !Number.isInteger(charge) || charge < next || charge > MOST_CHARGES) {
    return { problem: `charge is a whole number from ${String(next)}` };
  }
  const others = subscription.scripts.filter((script) => script.charge !== charge);
  subscription.scripts = [...others, { charge, ...scripted.value }];
  gateway.book.save();
  return { value: shownSubscription(subscription) };
}

function cancelByHand(gateway: Gateway, subscription: Subscription): Changed {
  const { problem } = endSubscription(gateway, subscription, "portal");
  gateway.book.save();
  return problem === null ? { value: shownSubscription(subscription) } : { problem };
}

export function shownSubscription(subscription: Subscription): Fields {
  const { terms, scripts } = subscription;
  return {
    ...subscription,
    terms: { ...terms, amount: decimal(BigInt(terms.amount)) },
    scripts: scripts.map(({ charge, outcome, amount }) => ({
      charge,
      outcome: nameOf(outcome),
      amount: amount === null ? null : decimal(BigInt(amount)),
    })),
  };
}

export const nameOf = (outcome: BankScenario | null): string | null =>
  outcome === null ? null : (outcomeNames.find((name) => OUTCOMES[name]?.kind === outcome.kind) ?? outcome.kind);

/** One, those of an order number, or all. */
export function subscriptionsOf(gateway: Gateway, query: URLSearchParams): readonly Fields[] {
  const named = { recurring_id: query.get("recurring_id") ?? "", order_no: query.get("order_no") ?? "" };
  const isNamed = named.recurring_id !== "" || named.order_no !== "";
  const one = isNamed ? subscriptionNamed(gateway, named) : undefined;
  const found = isNamed ? (one ? [one] : []) : gateway.book.subscriptions;
  return found.map(shownSubscription);
}
