import type { Attempt } from "../payments/attempt";
import { tryToPay } from "../payments/attempt";
import { pageAddress } from "../payments/authorise-answer";
import { behaviourOf, cardFace } from "../payments/card-behaviour";
import { withoutCard } from "../payments/card-data";
import { openOrder } from "../payments/checkout";
import { echoOf } from "../payments/authorise-request";
import type { Filled } from "./checkout-markup";
import { cardPage, CHECKOUT_PAGE, problemPage, takenPage } from "./checkout-markup";
import type { CheckoutOrder } from "../payments/checkout-order";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import { testCards } from "../faults/scenarios";
import type { Transaction } from "../payments/transaction";
import { hasFailed } from "../payments/transaction";
import type { Reply, Visit } from "./visit";

/** The loading page's form is validated again. The customer tries cards until one is accepted, or leaves. */
export function checkoutPage(gateway: Gateway, { isPost, fields }: Visit): Reply {
  const pageId = textOf(fields, "checkout");
  if (pageId === "") {
    const opened = openOrder(gateway, fields);
    return "order" in opened ? show(opened.order) : { kind: "page", ...opened };
  }
  const order = gateway.book.orderBy("page_id", pageId);
  if (!order) return { kind: "page", page: problemPage("There is no such order."), status: 404 };
  const isCancelled = isPost && textOf(fields, "action") === "cancel";
  if (isCancelled) return { kind: "go", to: order.cancel_url ?? order.return_url };
  const known = gateway.book.find(order.order_no);
  if (known && !hasFailed(known)) return { kind: "page", page: takenPage(gateway, known, order.return_url) };
  if (isPost) return pay(gateway, order, fields);
  return { kind: "page", page: cardPage(order, filledBy(gateway, textOf(fields, "test_card"))) };
}

/** Redirects after the form, so that the page can be reloaded. */
const show = ({ page_id: pageId }: CheckoutOrder): Reply => ({ kind: "go", to: `${CHECKOUT_PAGE}?checkout=${pageId}` });

function again(gateway: Gateway, order: CheckoutOrder, message: string): Reply {
  order.message = message;
  gateway.book.save();
  return show(order);
}

export function backToCheckout(gateway: Gateway, { order_no: orderNo, result_info: info }: Transaction): Reply {
  const order = gateway.book.orderBy("order_no", orderNo);
  if (!order) return { kind: "page", page: problemPage("There is no such order."), status: 404 };
  return again(gateway, order, refusal(info));
}

const refusal = (info: string): string => `The card was declined (${info}). Try another one.`;

const EXPIRY = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/;

function pay(gateway: Gateway, order: CheckoutOrder, fields: Fields): Reply {
  const number = textOf(fields, "card").replace(/[\s-]/g, "");
  const [, month = "", year = ""] = EXPIRY.exec(textOf(fields, "expiry")) ?? [];
  if (!/^\d{12,19}$/.test(number)) return again(gateway, order, "Check the card number.");
  if (month === "") return again(gateway, order, "Check the expiry date.");
  if (!/^\d{3,4}$/.test(textOf(fields, "security_code"))) return again(gateway, order, "Check the security code.");
  if (textOf(fields, "name").trim() === "") return again(gateway, order, "Check the name on the card.");
  const attempt = attemptOf(gateway, order, { number, expiry: `20${year}-${month}` });
  const { transaction, delivery } = tryToPay(gateway, attempt);
  if (!transaction || delivery !== "answer") return { kind: delivery === "error" ? "error" : "drop" };
  if (transaction.state === "declined") return again(gateway, order, refusal(transaction.result_info));
  const isAsked = transaction.state === "challenge";
  return { kind: "go", to: (isAsked && pageAddress(gateway, transaction)) || order.return_url };
}

function attemptOf(
  gateway: Gateway,
  order: CheckoutOrder,
  { number, expiry }: { readonly number: string; readonly expiry: string },
): Attempt {
  const card = cardFace(number, expiry);
  const amount = BigInt(order.amount);
  return {
    mode: "checkout",
    orderNo: order.order_no,
    amount,
    currency: order.currency,
    cardMask: card.mask,
    scenario: behaviourOf(gateway, card, amount),
    authentication: { kind: order.asks_bank ? "ask" : "none" },
    notifyUrl: order.notify_url,
    returnUrl: order.return_url,
    windowSize: order.window_size,
    echo: echoOf(withoutCard({ ...order.echo, card: number })),
    keep: order.keeps_card ? card : null,
    terms: order.terms ?? null,
    instalments: order.instalments ?? null,
  };
}

const EMPTY: Filled = { card: "", expiry: "", code: "", name: "" };

function filledBy(gateway: Gateway, at: string): Filled {
  const card = /^\d{1,2}$/.test(at) ? testCards[Number.parseInt(at, 10)] : undefined;
  if (!card) return EMPTY;
  const year = String(gateway.now().getUTCFullYear() + 5).slice(-2);
  return { card: card.number, expiry: `12/${year}`, code: "123", name: "Ada Lovelace" };
}
