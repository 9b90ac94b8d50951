import { isRecord } from "./answer";
import { AcquiringError } from "./errors";
import type { Requests } from "./requests";
import type { Texts } from "./texts";
import type { Acquiring, OrderPayment } from "./types";

/** What a logged-in customer's own order owes. */
export function orderPaymentsOf(requests: Requests, texts: Texts): Pick<Acquiring, "readOrderPayment" | "payOrder"> {
  const pathOf = (orderId: string): string => `/store/acquiring/orders/${encodeURIComponent(orderId)}/payment-link`;
  const read = (value: unknown, code: "not_loaded" | "not_sent"): OrderPayment => {
    if (isOrderPayment(value)) return value;
    throw new AcquiringError(code, { cause: "unreadable answer", texts });
  };
  return {
    readOrderPayment: async (orderId) =>
      read((await requests.read("GET", pathOf(orderId))).order_payment, "not_loaded"),
    payOrder: async (orderId) => read((await requests.prepare("POST", pathOf(orderId), {})).order_payment, "not_sent"),
  };
}

/** From our own server, so its shape is that of the API schema. */
const isOrderPayment = (value: unknown): value is OrderPayment =>
  isRecord(value) && typeof value.state === "string" && typeof value.currency === "string";
