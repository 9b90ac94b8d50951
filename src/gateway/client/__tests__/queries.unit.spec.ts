import { createOrderNo } from "../../model/ids";
import { gateway, json, orders, request, text, withClient } from "../../__tests__/scripted-gateway";

/** The two queries: how they ask, and what they take for an answer. */
test("queries use the profile's encoding", async () => {
  gateway.reply = json({ return_status: "1", orders_list: [] });
  const ask = (encoding: object) =>
    withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]), { encoding });
  await ask({});
  await ask({ retrievalTrans: "json" });
  await ask({ retrievalTrans: "json-as-form" });
  const form = "application/x-www-form-urlencoded";
  expect(gateway.received.map(({ type }) => type)).toEqual([form, "application/json", form]);
  expect(gateway.received.slice(1).map(({ body }) => JSON.parse(body).orders)).toEqual(["acq_1", "acq_1"]);
});

test("queries contain at most 100 IDs and 1,000 characters", async () => {
  gateway.reply = json({ return_status: "1", orders_list: [] });
  for (const [count, length, requests] of [
    [1, 10, 1],
    [90, 10, 1],
    [91, 10, 1],
    [92, 10, 2],
    [250, 9, 3],
    [20, 50, 2],
  ] as const) {
    gateway.received = [];
    const answer = await withClient(({ queries }) => queries.payments(orders(count, length)));
    expect(
      answer.kind === "answered" && answer.facts.every(({ reading }) => reading === "not_found")
        ? answer.facts.length
        : -1,
    ).toBe(count);
    expect([count, length, gateway.received.length]).toEqual([count, length, requests]);
    for (const { body } of gateway.received) {
      const ids = new URLSearchParams(body).get("orders") ?? "";
      expect(ids.length).toBeLessThanOrEqual(1_000);
      expect(ids.split(",").length).toBeLessThanOrEqual(100);
    }
  }
});

test("of several rows for one order number the successful one is used", async () => {
  const failed = {
    order_no: "acq_1",
    transaction_id: "16",
    query_result: "0",
    payment_status: "1000",
    result_info: "0005:No",
  };
  const good = {
    order_no: "acq_1",
    transaction_id: "17",
    amount: "10.00",
    currency: "EUR",
    query_result: "1",
    payment_status: "3000",
    is3ds: "1",
    fraud_check_result: [{ check_items: "ip", status: "ACCEPT" }],
  };
  gateway.reply = json({ return_status: "1", orders_list: [failed, good, { ...good, order_no: "other" }] });
  const answer = await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]));
  expect(answer).toMatchObject({
    kind: "answered",
    facts: [
      {
        reading: "captured",
        gatewayPaymentId: "17",
        threeDs: { used: true },
        risk: { reasons: [{ name: "ip", status: "ACCEPT" }] },
      },
    ],
  });
  gateway.reply = json({ return_status: "1", orders_list: [failed] });
  expect(await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]))).toMatchObject({
    facts: [{ reading: "declined", code: "0005" }],
  });
});

test.each([
  [
    "an address that is not registered",
    "refused",
    json({ return_status: "1", orders_list: [{ order_no: "acq_1", query_result: "7" }] }),
    "ip_not_registered",
  ],
  ["the same in the envelope", "refused", json({ return_status: "7", return_message: "ip" }), "ip_not_registered"],
  [
    "the same in a row without an order number",
    "refused",
    json({ return_status: "1", orders_list: [{ query_result: "7" }] }),
    "ip_not_registered",
  ],
  ["the same beside the rows", "refused", json({ return_status: "1", query_result: 7 }), "ip_not_registered"],
  ["the same beside an unreadable list", "refused", json({ return_status: "7", orders_list: 7 }), "ip_not_registered"],
  [
    "a refused query",
    "refused",
    json({ return_status: "1", orders_list: [{ order_no: "acq_1", query_result: "999" }] }),
    "query_refused",
  ],
  ["a refused envelope", "refused", json({ return_status: "3", return_message: "x" }), "return_3"],
  ["an envelope that names a wrong key", "refused", json({ return_status: "3", return_message: "I0013" }), "I0013"],
  ["another form", "failed", json({ return_status: "1", orders_list: [{ query_result: "1" }] }), "unreadable_rows"],
  [
    "an amount in words",
    "failed",
    json({
      return_status: "1",
      orders_list: [{ order_no: "acq_1", amount: "ten", currency: "EUR", query_result: "1" }],
    }),
    "unreadable_rows",
  ],
  ["no JSON", "failed", text("<html>"), "unreadable"],
  ["JSON with a raw control character", "failed", text('{"return_status":"\n1"}'), "unreadable_rows"],
  ["HTTP 500", "failed", text("", 500), "http_500"],
] as const)("a query with the response %s is %s", async (_name, kind, script, code) => {
  gateway.reply = script;
  const answer = await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]));
  expect(answer).toMatchObject({ kind, reason: { code } });
});

const NONE = "No record found";
test.each<[string, object, string[] | string]>([
  ["a listed status with an empty list", { return_status: "0", return_message: " ", orders_list: [] }, ["not_found"]],
  [
    "a listed status with a text in words",
    { return_status: "0", return_message: "System error, try later" },
    "return_0",
  ],
  ["a listed status without a message and a list", { return_status: "0" }, ["not_found"]],
  ["a listed status with its message", { return_status: "2", return_message: "E0404:None" }, ["not_found"]],
  ["a listed status with another message", { return_status: "2", return_message: NONE }, "return_2"],
  ["a listed status beside a row", { return_status: "0", orders_list: [{ order_no: "acq_1" }] }, "return_0"],
  ["a listed status with an error's code", { return_status: "0", return_message: "S0001:Busy" }, "return_0"],
  ["a listed status that names a wrong key", { return_status: "0", return_message: "I0013:Wrong" }, "I0013"],
  ["a listed status with an unreadable message", { return_status: "0", return_message: { code: "S0001" } }, "return_0"],
  ["a listed status for an unregistered address", { return_status: "0", query_result: "7" }, "ip_not_registered"],
  ["another status", { return_status: "3", return_message: NONE, orders_list: [] }, "return_3"],
])("of statuses that mean nothing found, %s", async (_name, body, expected) => {
  const profile = { queries: { emptyReturnStatuses: ["0", "2/E0404:None"] } };
  const ids = [createOrderNo("acq_1")];
  gateway.reply = json(body);
  const payments = await withClient(({ queries }) => queries.payments(ids), profile);
  gateway.reply = json({ ...body, ...("orders_list" in body && { orders_list: [], refund_orders: body.orders_list }) });
  const refunds = await withClient(({ queries }) => queries.refunds(ids), profile);
  if (typeof expected === "string") {
    const reason = { code: expected };
    expect([payments, refunds]).toMatchObject([
      { kind: "refused", reason },
      { kind: "refused", reason },
    ]);
  } else {
    expect(payments).toMatchObject({ kind: "answered", facts: expected.map((reading) => ({ reading })) });
    expect(refunds).toEqual({ kind: "answered", facts: [] });
  }
});

test("no status but 1 means an empty list by default", async () => {
  gateway.reply = json({ return_status: "0", return_message: NONE, orders_list: [] });
  expect(await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]))).toMatchObject({
    kind: "refused",
    reason: { code: "return_0" },
  });
});

test("the refund search finds our operations by the returned reason", async () => {
  const own = {
    order_no: "acq_1",
    transaction_id: "17",
    refund_status: "1",
    refund_amount: "4.00",
    currency: "EUR",
    refund_reason: "acqop_01ABCDEFGHJK",
    refund_reference_id: "RF1",
  };
  gateway.reply = json({
    return_status: "1",
    refund_orders: [
      own,
      { ...own, refund_reason: "by hand", refund_processing_date: "20260101" },
      { ...own, order_no: "other" },
    ],
  });
  const answer = await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]));
  expect(answer).toMatchObject({
    kind: "answered",
    facts: [
      { reading: "accepted", operationId: "acqop_01ABCDEFGHJK", reference: "RF1" },
      { reading: "succeeded", operationId: null },
    ],
  });
  gateway.reply = json({ return_status: "2" });
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("refused");
  gateway.reply = json({ refund_orders: 1 });
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("failed");
  gateway.reply = (req) => req.socket.destroy();
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("failed");
});

test("an unreadable response is reported once for its operation, a readable one is not", async () => {
  const ask = [createOrderNo("acq_1")];
  gateway.reply = text("<html>maintenance</html>");
  await withClient(({ queries }) => queries.payments(ask));
  await withClient(({ queries }) => queries.refunds(ask));
  await withClient(({ writes }) => writes.authorise(request));
  gateway.reply = json({ return_status: "1", orders_list: "many" });
  await withClient(({ queries }) => queries.payments(ask));
  expect(gateway.unreadable).toEqual(["query", "query_refunds", "authorise", "query"]);
  gateway.reply = json({ return_status: "1", orders_list: [] });
  await withClient(({ queries }) => queries.payments(ask));
  gateway.reply = text("no", 503);
  await withClient(({ queries }) => queries.payments(ask));
  expect(gateway.unreadable).toHaveLength(4);
});
