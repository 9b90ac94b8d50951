import { isRecord } from "./answer";
import { AcquiringError } from "./errors";
import type { Requests } from "./requests";
import type { Texts } from "./texts";
import type { Acquiring, OrderPayment } from "./types";

/** What a logged-in customer's own order owes. */
export function orderPaymentsOf(requests: Requests, texts: Texts): Pick<Acquiring, "readOrderPayment" | "payOrder"> {
  const pathOf = (orderId: string): string => `/store/acquiring/orders/${encodeURIComponent(orderId)}/payment-link`;
  return {
    readOrderPayment: async (orderId) =>
      orderPaymentIn((await requests.read("GET", pathOf(orderId))).order_payment, "not_loaded", texts),
    payOrder: async (orderId) =>
      orderPaymentIn((await requests.prepare("POST", pathOf(orderId), {})).order_payment, "not_sent", texts),
  };
}

/** Throws unless it is what an order owes. */
export function orderPaymentIn(value: unknown, code: "not_loaded" | "not_sent", texts: Texts): OrderPayment {
  if (isOrderPayment(value)) return value;
  throw new AcquiringError(code, { cause: "unreadable answer", texts });
}

/** From our own server, so its shape is that of the API schema. */
const isOrderPayment = (value: unknown): value is OrderPayment =>
  isRecord(value) && typeof value.state === "string" && typeof value.currency === "string";
