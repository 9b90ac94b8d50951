import { blankTransaction } from "../payments/attempt";
import { queryPayments, queryRefunds } from "../payments/queries";
import { settleDue, watch } from "../payments/decisions";
import type { Gateway } from "../context";
import { openGateway } from "../open-gateway";
import { refund } from "../payments/money-moves";
import { RequestLog } from "../http/request-log";
import { signFields } from "../notifications/signature";
import type { Transaction } from "../payments/transaction";
import { ACCOUNT, closeAll, KEY, MERCHANT, start } from "./harness";

afterEach(closeAll);

const MANY = 10_000;
const account = { merchant_id: MERCHANT, account_id: ACCOUNT };
const signed = { ...account, encryption_data: signFields("account", account, KEY) };

/** A store with many payments that counts every read. */
function manyPayments(state: "pending" | "captured"): {
  gateway: Gateway;
  looks: () => number;
  pass: (ms: number) => void;
} {
  let now = Date.parse("2030-01-01T00:00:00Z");
  let looks = 0;
  const gateway = openGateway({
    merchantId: MERCHANT,
    accountId: ACCOUNT,
    signingKeys: [KEY],
    clock: () => new Date(now),
  });
  for (let nth = 1; nth <= MANY; nth += 1) {
    const orderNo = `order-${String(nth)}`;
    const blank = blankTransaction(gateway, { orderNo, amount: 10_000n, currency: "EUR" });
    const transaction: Transaction = { ...blank, mode: "card", state };
    const counted = new Proxy(transaction, {
      get: (target, name, receiver) => {
        looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    gateway.book.add(counted);
    if (state === "captured") {
      counted.captures.push({ amount: "10000", at: gateway.now().toISOString() });
      refund(gateway, counted, { amount: 100n, by: "api", reason: `op-${String(nth)}` });
    }
    watch(gateway, counted);
    now += 1;
  }
  looks = 0;
  return { gateway, looks: () => looks, pass: (ms) => void (now += ms) };
}

it("of 10,000 waiting payments none is read before it is due, and then only due ones", () => {
  const { gateway, looks, pass } = manyPayments("pending");
  settleDue(gateway);
  expect(looks()).toBe(0);

  pass(60_000 - MANY + 4);
  settleDue(gateway);

  expect([looks() > 0, looks() < 500]).toEqual([true, true]);
  const decided = ["order-1", "order-4", "order-5", "order-6", "order-10000"].map((no) => gateway.book.find(no)?.state);
  expect(decided).toEqual(["authorised", "authorised", "authorised", "pending", "pending"]);
  pass(MANY);
  settleDue(gateway);
  expect(gateway.book.effects.authorise).toBe(MANY);
});

it.each([
  ["orders", "order-7000", queryPayments, "orders_list"],
  ["refund_orders", "order-7000", queryRefunds, "refund_orders"],
  ["merchant_refunds", "op-7000", queryRefunds, "refund_orders"],
] as const)("a query by %s reads only the requested payment", (selector, id, ask, list) => {
  const { gateway, looks } = manyPayments("captured");
  const { answer } = ask(gateway, { ...signed, [selector]: id });
  const { [list]: rows }: Record<string, unknown[]> = JSON.parse(answer.body);
  expect(rows).toMatchObject([{ order_no: "order-7000" }]);
  expect(looks()).toBeLessThan(60);
});

it("the state of given order numbers contains only these", async () => {
  const merchant = await start();
  for (const order_no of ["order-1", "order-2", "order-3"]) await merchant.pay({ order_no });
  const { transactions, effects_by_order: effects } = await merchant.read<{
    transactions: { order_no: string }[];
    effects_by_order: object;
  }>("state?order_no=order-3,order-1,never");
  expect([transactions.map(({ order_no }) => order_no), Object.keys(effects)]).toEqual([
    ["order-3", "order-1"],
    ["order-3", "order-1"],
  ]);
});

describe("the request log", () => {
  const entry = (nth: number): Parameters<RequestLog["add"]>[0] => ({
    operation: "capture",
    order_nos: [`order-${String(nth % 10)}`],
    item_count: 1,
    body: { nth },
    signature_ok: true,
    applied: true,
    answered: true,
    fault: null,
    also: null,
  });

  it("keeps 200,000 requests, and the bodies of the newest 20,000", () => {
    const log = new RequestLog(() => new Date(0));
    for (let nth = 1; nth <= 230_000; nth += 1) log.add(entry(nth));
    expect(log.entries.length).toBeGreaterThanOrEqual(200_000);
    expect(log.since(229_998, null)).toMatchObject([{ seq: 229_999, body: { nth: 229_999 } }, { seq: 230_000 }]);
    expect(log.since(210_000, null)[0]).toMatchObject({ seq: 210_001, body: { nth: 210_001 } });
    expect(log.since(209_999, null)[0]).toMatchObject({ seq: 210_000, body: null });
    expect(log.since(230_000, null)).toEqual([]);
  });

  it("is read from a number on, and by order number", () => {
    const log = new RequestLog(() => new Date(0));
    for (let nth = 1; nth <= 30; nth += 1) log.add(entry(nth));
    expect(log.since(0, "order-3").map(({ seq }) => seq)).toEqual([3, 13, 23]);
    expect(log.since(13, "order-3").map(({ seq }) => seq)).toEqual([23]);
    expect(log.since(0, null)).toHaveLength(30);
  });
});
