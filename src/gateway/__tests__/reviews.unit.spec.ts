import { gateway, item, json, row, text, withClient } from "./scripted-gateway";

/** ReviewDecisions about payments that the gateway holds: what is sent, and what an answer is worth. */
const review = (rows: readonly object[], more: object = {}) =>
  json({ return_status: "1", review_orders: rows, ...more });
const decisions = (...given: ("approve" | "reject")[]) =>
  given.map((action, index) => ({ ...item(index + 1), action }));
const send = (given: ReturnType<typeof decisions>, profile: object = { review: { rejectFlag: "0" } }) =>
  withClient(({ writes }) => writes.review(given), profile);
const sentOrders = (): unknown => JSON.parse(gateway.received[0]?.body ?? "{}").review_orders;

test("an approve and a reject share a request, each with its flag", async () => {
  gateway.reply = review([
    row(2, { review_flag: "0", review_status: "1" }),
    row(1, { review_flag: "1", review_status: "1" }),
  ]);
  const outcomes = await send(decisions("approve", "reject"));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["settled", "settled"]);
  expect(gateway.received.map(({ path }) => path)).toEqual(["/v1/review"]);
  expect(sentOrders()).toEqual([
    { transaction_id: "t1", order_no: "acq_1", currency: "EUR", amount: "2.00", review_flag: "1" },
    { transaction_id: "t2", order_no: "acq_2", currency: "EUR", amount: "3.00", review_flag: "0" },
  ]);
});

test("a reject without a configured flag is not sent, and the approve beside it is", async () => {
  gateway.reply = review([row(2, { review_flag: "1", review_status: "1" })]);
  const outcomes = await send(decisions("reject", "approve"), {});
  expect(outcomes).toMatchObject([{ kind: "not_sent", reason: { code: "no_reject_flag" } }, { kind: "settled" }]);
  expect(sentOrders()).toHaveLength(1);
  gateway.received.length = 0;
  expect(await send(decisions("reject"), {})).toMatchObject([{ kind: "not_sent" }]);
  expect(gateway.received).toEqual([]);
});

test.each<[string, object, string, string]>([
  ["says the other flag", { review_flag: "0", review_status: "1" }, "unknown", "other_decision"],
  ["is refused", { review_status: "0", error_message: "E1009:Not held" }, "declined", "E1009"],
  ["is refused by a system error", { review_status: "0", error_message: "S0001:System" }, "unknown", "S0001"],
  ["contradicts itself", { review_status: "1", error_message: "E1:?" }, "unknown", "contradictory"],
  ["names another amount", { review_status: "1", amount: "9.99" }, "unknown", "other_amount"],
  ["names another transaction", { review_status: "1", transaction_id: "t9" }, "unknown", "other_transaction"],
])("a response that %s counts as far as it proves something", async (_name, values, kind, code) => {
  gateway.reply = review([row(1, values)]);
  expect(await send(decisions("approve"))).toMatchObject([{ kind, reason: { code } }]);
});

test.each<[string, ReturnType<typeof json>, string]>([
  ["missing", review([]), "item_missing"],
  ["doubled", review([row(1, { review_status: "1" }), row(1, { review_status: "1" })]), "item_doubled"],
  ["in a refused envelope", review([], { return_status: "9" }), "envelope_refused"],
  ["a maintenance page", text("<html></html>"), "unreadable"],
  ["an HTTP 502", text("", 502), "http_502"],
])("an item that is %s is unknown", async (_name, reply, code) => {
  gateway.reply = reply;
  expect(await send(decisions("approve"))).toMatchObject([{ kind: "unknown", reason: { code } }]);
});

test("a hundred decisions are one request, one more is two", async () => {
  gateway.reply = (_req, res, body) => {
    const { review_orders: orders }: { review_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({ return_status: "1", review_orders: orders.map((each) => ({ ...each, review_status: "1" })) }),
    );
  };
  const many = decisions(...Array.from({ length: 101 }, () => "approve" as const));
  expect((await send(many)).every(({ kind }) => kind === "settled")).toBe(true);
  expect(gateway.received).toHaveLength(2);
});
