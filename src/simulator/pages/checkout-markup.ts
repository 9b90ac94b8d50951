import { money } from "../payments/apm";
import { pageAddress } from "../payments/authorise-answer";
import type { CheckoutOrder } from "../payments/checkout-order";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import { testCards } from "../faults/scenarios";
import type { Page } from "./shell";
import { backLink, facts } from "./shell";
import type { Transaction } from "../payments/transaction";
import { isPaid } from "../payments/transaction";
import { escapeMarkup } from "../http/xml";

export const CHECKOUT_PAGE = "/v1/checkout/page";

/** Some of the interface's field names on this page, by the name of what the merchant sent. */
const ALIASES: Readonly<Record<string, string>> = {
  signInfo: "encryption_data",
  merNo: "merchant_id",
  gatewayNo: "account_id",
  orderNo: "order_no",
  orderCurrency: "currency",
  orderAmount: "amount",
  email: "shopper_email",
  phone: "shopper_phone",
  firstName: "first_name",
  lastName: "last_name",
  country: "billing_country",
  notifyUrl: "notify_url",
  returnUrl: "return_url",
  cancelUrl: "cancel_url",
};

export function loadingPage(gateway: Gateway, fields: Fields): Page {
  const sent = Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const values = new Map<string, string>([
    ["gbc_id", "1"],
    ["connector_code", "sandbox"],
    ["account_name", "Sandbox"],
    ["pm_id", "1"],
    ["apm_type", ""],
    ["descriptor", "SANDBOX"],
    ...Object.entries(ALIASES).map(([alias, name]) => [alias, textOf(fields, name)] as const),
    ["allParams", sent.map((pair) => pair.join("=")).join("&")],
    ["payment_method", "card"],
    ...sent.map(([name = "", value = ""]) => [name, value] as const),
  ]);
  const inputs = [...values].map(
    ([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  );
  return {
    title: "Loading",
    isFramed: true,
    leadsTo: [gateway.publicUrl],
    // A merchant's field may be named `submit`, so the method is taken from the prototype.
    script: `HTMLFormElement.prototype.submit.call(document.getElementById("checkout"));`,
    content: `<p>The payment page opens in a moment.</p>
<form id="checkout" method="post" action="${escapeMarkup(gateway.publicUrl)}${CHECKOUT_PAGE}">${inputs.join("")}
<button class="first" id="continue">Continue</button></form>`,
  };
}

export const problemPage = (text: string): Page => ({
  title: "This payment is not possible",
  isFramed: true,
  content: `<p class="message" role="alert">${escapeMarkup(text)}</p><p>Close this page and go back to the shop.</p>`,
});

/** For an order that has an active transaction. */
export function takenPage(gateway: Gateway, transaction: Transaction, returnUrl: string | null): Page {
  const challenge = transaction.state === "challenge" ? pageAddress(gateway, transaction) : null;
  const link =
    challenge === null ? "" : `<p><a class="button" id="continue" href="${escapeMarkup(challenge)}">Continue</a></p>`;
  return {
    title: isPaid(transaction) ? "This order is already paid" : "A payment of this order is under way",
    isFramed: true,
    content: `${facts([
      ["Amount", money(transaction.amount, transaction.currency)],
      ["Order", transaction.order_no],
    ])}${link}${backLink(returnUrl)}`,
  };
}

export interface Filled {
  readonly card: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
}

export function cardPage(order: CheckoutOrder, filled: Filled): Page {
  const message = order.message === "" ? "" : `<p class="message" role="alert">${escapeMarkup(order.message)}</p>`;
  const own = `?checkout=${order.page_id}`;
  const cards = testCards.map(
    ({ number, label }, at) =>
      `<li><a href="${own}&amp;test_card=${String(at)}"><code>${number}</code> <span>${escapeMarkup(label)}</span></a></li>`,
  );
  return {
    title: "Pay by card",
    isFramed: true,
    leadsTo: [order.return_url, order.cancel_url],
    content: `${facts([
      ["Total", money(order.amount, order.currency)],
      ["Order", order.order_no],
    ])}${message}
<form method="post" action="${CHECKOUT_PAGE}" autocomplete="on"><input type="hidden" name="checkout" value="${order.page_id}">
${field({ name: "card", label: "Card number", value: filled.card, more: `inputmode="numeric" autocomplete="cc-number" maxlength="23"` })}
<div class="pair">${field({ name: "expiry", label: "Expiry date (MM/YY)", value: filled.expiry, more: `inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="12/39"` })}
${field({ name: "security_code", label: "Security code", value: filled.code, more: `inputmode="numeric" autocomplete="cc-csc" maxlength="4"` })}</div>
${field({ name: "name", label: "Name on the card", value: filled.name, more: `autocomplete="cc-name" maxlength="100"` })}
<div class="choices"><button class="first" id="pay" name="action" value="pay">Pay</button>
<button class="other" id="cancel" name="action" value="cancel" formnovalidate>Cancel</button></div></form>
<details><summary>Test cards</summary><p class="note">A click fills in the form. Any future date, any code, any name.</p>
<ul class="cards">${cards.join("")}</ul></details>`,
  };
}

const field = ({ name, label, value, more }: Readonly<Record<"name" | "label" | "value" | "more", string>>): string =>
  `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeMarkup(value)}" required ${more}></div>`;
