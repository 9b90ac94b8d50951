import { randomBytes } from "node:crypto";
import { hundredths } from "./amount";
import { checkoutProblem, echoOf } from "./authorise-request";
import type { CheckoutOrder } from "./checkout-order";
import { loadingPage, problemPage, takenPage } from "../pages/checkout-markup";
import type { Done, Fields, Gateway } from "../context";
import { textOf, webAddress } from "../context";
import type { Page } from "../pages/shell";
import { pageAnswer } from "../pages/shell";
import { askedInstalments } from "./instalments";
import { isSignedBy, signFields } from "../notifications/signature";
import { askedTerms } from "../subscriptions/subscription-request";
import { hasFailed } from "./transaction";

/** The signed form opens an order for the hosted page. No transaction is created here. */
export function checkout(gateway: Gateway, fields: Fields): Done {
  const opened = openOrder(gateway, fields);
  const page = "order" in opened ? loadingPage(gateway, fields) : opened.page;
  return {
    answer: pageAnswer(page, "status" in opened ? opened.status : 200),
    applied: "order" in opened,
    signatureOk: isSignedOrder(gateway, fields),
    orderNos: [textOf(fields, "order_no")],
  };
}

export type Opened = { readonly order: CheckoutOrder } | { readonly page: Page; readonly status: number };

export function openOrder(gateway: Gateway, fields: Fields): Opened {
  const problem = checkoutProblem(gateway, fields);
  if (problem) return { page: problemPage(problem.text), status: problem.status };
  if (!isSignedOrder(gateway, fields)) return { page: problemPage("I0013: Signature is wrong"), status: 200 };
  const known = gateway.book.find(textOf(fields, "order_no"));
  if (known && !hasFailed(known)) {
    return { page: takenPage(gateway, known, webAddress(textOf(fields, "return_url"))), status: 200 };
  }
  const order = orderOf(gateway, fields);
  gateway.book.putOrder(order);
  return { order };
}

const isSignedOrder = (gateway: Gateway, fields: Fields): boolean =>
  isSignedBy(gateway.signingKeys, (key) => signFields("checkout", fields, key), fields.encryption_data);

function orderOf(gateway: Gateway, fields: Fields): CheckoutOrder {
  const orderNo = textOf(fields, "order_no");
  const open = gateway.book.orderBy("order_no", orderNo);
  return {
    page_id: open?.page_id ?? randomBytes(16).toString("hex"),
    order_no: orderNo,
    amount: (hundredths(fields.amount) ?? 0n).toString(),
    currency: textOf(fields, "currency"),
    notify_url: textOf(fields, "notify_url") || null,
    return_url: webAddress(textOf(fields, "return_url")) ?? "",
    cancel_url: webAddress(textOf(fields, "cancel_url")),
    keeps_card: textOf(fields, "token_flag") === "YES",
    asks_bank: textOf(fields, "open3d") !== "no3DS",
    terms: askedTerms(fields),
    instalments: askedInstalments(fields),
    window_size: textOf(fields, "challenge_window_size"),
    echo: echoOf(fields),
    opened_at: gateway.now().toISOString(),
    message: open?.message ?? "",
  };
}
