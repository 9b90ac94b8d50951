import type { GatewayClient } from "../../model/client-api";
import { createOperationId, createOrderNo } from "../../model/ids";
import { item, money, request, result, row } from "../scripted-gateway";

/** Every request that the client makes, with the answer that a healthy gateway gives to it. */
const orderNo = createOrderNo("acq_1");
export const refundOf = (minor: bigint) => ({
  ...item(1),
  orderMoney: money(200n),
  refundMoney: money(minor),
  operationId: createOperationId("acqop_01ABCDEFGHJK"),
});

/** `opened` is the hosted page's word for it, `answered` a query's. */
const WELL: Readonly<Record<string, string>> = { opened: "settled" };
const word = ({ kind }: { readonly kind: string }): string => WELL[kind] ?? kind;
const first = (outcomes: readonly { readonly kind: string }[]): string => word(outcomes[0] ?? { kind: "nothing" });
const done = (name: string, more: object = {}): string =>
  JSON.stringify({ return_status: "1", [`${name}_orders`]: [row(1, { [`${name}_status`]: "1", ...more })] });

export interface Operation {
  readonly path: string;
  readonly isWrite: boolean;
  readonly ask: (client: GatewayClient) => Promise<string>;
  readonly truth: string;
}

export const operations = {
  authorise: {
    path: "/v1/authorise",
    isWrite: true,
    ask: async ({ writes }) => word(await writes.authorise(request)),
    truth: result(),
  },
  checkout: {
    path: "/v1/checkout",
    isWrite: true,
    ask: async ({ writes }) =>
      word(await writes.openCheckout({ ...request, instrument: { kind: "checkout", save: false } })),
    truth: '<!doctype html><form method="post" action="/page"><input type="hidden" name="a" value="1"></form>',
  },
  capture: {
    path: "/v1/capture",
    isWrite: true,
    ask: async ({ writes }) => first(await writes.capture([item(1)])),
    truth: done("capture"),
  },
  cancel: {
    path: "/v1/cancel",
    isWrite: true,
    ask: async ({ writes }) => first(await writes.void([item(1)])),
    truth: done("cancel"),
  },
  refund: {
    path: "/v1/refund",
    isWrite: true,
    ask: async ({ writes }) => first(await writes.refund([refundOf(100n)])),
    truth: done("refund", { refund_amount: "1.00", refund_message: "V0000:OK" }),
  },
  review: {
    path: "/v1/review",
    isWrite: true,
    ask: async ({ writes }) => first(await writes.review([{ ...item(1), action: "approve" }])),
    truth: done("review"),
  },
  payments: {
    path: "/v1/retrievalTrans",
    isWrite: false,
    ask: async ({ queries }) => word(await queries.payments([orderNo])),
    truth: JSON.stringify({
      return_status: "1",
      orders_list: [{ order_no: "acq_1", query_result: "1", payment_status: "2000", amount: "2.00", currency: "EUR" }],
    }),
  },
  refunds: {
    path: "/v1/retrievalRefund",
    isWrite: false,
    ask: async ({ queries }) => word(await queries.refunds([orderNo])),
    truth: JSON.stringify({
      return_status: "1",
      refund_orders: [{ order_no: "acq_1", refund_status: "1", refund_amount: "1.00", currency: "EUR" }],
    }),
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName =
  "authorise" | "checkout" | "capture" | "cancel" | "refund" | "review" | "payments" | "refunds";

export const operationNames: readonly OperationName[] = [
  "authorise",
  "checkout",
  "capture",
  "cancel",
  "refund",
  "review",
  "payments",
  "refunds",
];

/** What a healthy gateway answers at this address. */
export function truthAt(path: string): string {
  const name = operationNames.find((each) => path.endsWith(operations[each].path));
  if (!name) throw new Error(`No operation has the address ${path}.`);
  return operations[name].truth;
}
