import { decimal } from "../payments/amount";
import type { Gateway } from "../context";
import { nameOf } from "../control/control-subscriptions";
import { button, form, input } from "./page-forms";
import type { Serving } from "../serve";
import type { Subscription, SubscriptionState } from "../subscriptions/subscription";
import { escapeMarkup } from "../http/xml";

const MOST_SHOWN = 50;

export function subscriptionSection({ gateway }: Serving): string {
  const all = gateway.book.subscriptions;
  const newest = all.slice(-MOST_SHOWN).reverse();
  const more = all.length - newest.length;
  return `<section id="subscriptions" aria-labelledby="contracts"><h2 id="contracts">Subscriptions</h2>
    <p>The gateway charges these automatically when they are due.</p>
    ${newest.length > 0 ? newest.map((one) => card(gateway, one)).join("") : EMPTY}
    ${more > 0 ? `<p class="meta">and ${String(more)} more</p>` : ""}</section>`;
}

const EMPTY = `<p class="meta">No subscription yet: a paid cart with a plan makes one.</p>`;

const LOOK: Readonly<Record<SubscriptionState, string>> = { active: "good", cancelled: "quiet", ended: "quiet" };

function card({ book }: Gateway, subscription: Subscription): string {
  const { terms, currency, state, next_at: nextAt, charges, missed } = subscription;
  const made = charges.flatMap((id) => book.byId(id) ?? []);
  const declined = made.filter((transaction) => transaction.state === "declined").length;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Contract", subscription.recurring_id],
    ["Order number", subscription.order_no],
    ["Every", `${String(terms.every)} × ${terms.interval}`],
    ["Next charge", nextAt ?? "none"],
    ["Charges", `${String(charges.length)}${terms.cycles === null ? "" : ` of ${String(terms.cycles)}`}`],
    ["Declined", declined === 0 ? null : String(declined)],
    ["Missed", missed.length === 0 ? null : String(missed.length)],
    ["Last day", terms.end],
    ["Will happen", scriptsOf(subscription)],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [`<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`],
  );
  return `<article>
    <header><strong>${escapeMarkup(terms.name)}</strong>
      <span>${escapeMarkup(`${decimal(BigInt(terms.amount))} ${currency}`)}</span>
      <span class="state ${LOOK[state]}">${state}</span></header>
    <dl>${rows.join("")}</dl>
    ${state === "active" ? actions(subscription) : ""}</article>`;
}

function scriptsOf({ scripts }: Subscription): string | null {
  const words = scripts.map(({ charge, outcome, amount }) => {
    const parts = [nameOf(outcome), amount === null ? null : decimal(BigInt(amount))].filter((part) => part !== null);
    return `charge ${String(charge)}: ${parts.join(" ") || "as agreed"}`;
  });
  return words.length === 0 ? null : words.join(", ");
}

function actions({ recurring_id, terms }: Subscription): string {
  const next = (outcome: string, label: string): string => button("script-renewal", label, { recurring_id, outcome });
  const changed = form("script-renewal", {
    hidden: { recurring_id },
    inputs: input("amount", "Amount", decimal(BigInt(terms.amount))),
    label: "Charge this next",
  });
  return `<div class="actions">${button("renew", "Renew now", { recurring_id })}${next("decline", "Decline the next")}${next("missed", "Miss the next")}</div>
    <details class="hand"><summary>By hand, in the merchant portal</summary>${changed}${button("cancel-subscription", "Cancel the subscription", { recurring_id })}</details>`;
}
