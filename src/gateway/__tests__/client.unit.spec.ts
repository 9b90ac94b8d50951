import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import type { Server as TcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { inBatches, NOT_REACHED } from "../batches";
import { createGatewayClient } from "../client";
import type { GatewayClient } from "../faces";
import { createGatewayPaymentId, createOperationId, createOrderNo } from "../ids";
import { createCurrency, createMoney } from "../money";
import type { AuthoriseRequest } from "../payment-request";
import { sign } from "../signing";
import { accountWith, KEY } from "./fixtures";

/** The client against a real server on a loopback port that answers what each test scripts. */
const EUR = createCurrency("EUR");
const money = (minor: bigint) => createMoney(minor, EUR);

const portOf = (listening: TcpServer): number => {
  const address = listening.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen.");
  return address.port;
};

type Reply = (req: IncomingMessage, res: ServerResponse, body: string) => void;
let reply: Reply = (_req, res) => res.end();
let received: { path: string; body: string; type: string }[] = [];
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: req.url ?? "", body, type: req.headers["content-type"] ?? "" });
      reply(req, res, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${String(portOf(server))}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received = [];
});

const timeouts = { connectMs: 500, authoriseMs: 300, otherMs: 300 };
async function withClient<T>(
  work: (client: GatewayClient) => Promise<T>,
  profile: object = {},
  baseUrl = url,
): Promise<T> {
  const client = createGatewayClient({ account: accountWith({ baseUrl, profile: { timeouts, ...profile } }) });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const text =
  (body: string, status = 200, type = "application/xml"): Reply =>
  (_req, res) => {
    res.writeHead(status, { "content-type": type });
    res.end(body);
  };
const json = (value: unknown): Reply => text(JSON.stringify(value), 200, "application/json");

const address = {
  firstName: "Ada",
  lastName: "Lovelace",
  country: "DE",
  state: null,
  city: "Berlin",
  address: "Hauptstr. 1",
  postalCode: "10115",
};
const request: AuthoriseRequest = {
  orderNo: createOrderNo("acq_1"),
  money: money(1_000n),
  breakdown: {
    items: money(900n),
    shipping: money(200n),
    handling: money(0n),
    tax: money(0n),
    insurance: money(0n),
    shippingDiscount: money(0n),
    discount: money(100n),
  },
  items: [
    { name: "Mug #,# blue", productId: "p#;#1", unitPrice: money(900n), quantity: 1, type: "physical", category: "" },
  ],
  site: "shop.example",
  note: " ",
  custom: "x".repeat(3_000),
  shopper: { id: "cus_1", email: "ada@example.test", ip: "203.0.113.7", phone: null },
  accountOwner: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.test",
    id: "cus_1",
    createdAt: 1_700_000_000,
    pastOrdersCount: 2,
    pastOrdersSum: money(12_345n),
    lastLoginIp: null,
  },
  discounts: [{ code: "SPRING", type: "standard" }],
  billing: address,
  delivery: address,
  device: {
    os: "Linux",
    browser: null,
    language: "de",
    timeZone: "1",
    resolution: null,
    colorDepth: null,
    accept: null,
    userAgent: "x",
    type: "PC",
    fingerprint: null,
    sessionId: null,
  },
  card: {
    number: "4111111111111111",
    expiryMonth: "12",
    expiryYear: "2039",
    securityCode: "123",
    firstName: "Ada",
    lastName: "Lovelace",
  },
  notifyUrl: "https://api.shop.example/acquiring/notify/main",
};

function result(fields: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: "acq_1",
    amount: "10.00",
    currency: "EUR",
    transaction_id: "17",
    order_status: "1",
    result_info: "0000:Success",
    ...fields,
  };
  return `<respon>${Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</respon>`;
}

test("an authorise sends every known field once, signed, and amounts as decimals", async () => {
  reply = text(result({ card: "411111******1111", risk_action: "ACCEPT", risk_score: "3" }));
  const outcome = await withClient(({ writes }) => writes.authorise(request));
  expect(outcome).toMatchObject({
    kind: "settled",
    fact: {
      reading: "authorised",
      gatewayPaymentId: "17",
      card: { mask: "411111******1111" },
      risk: { action: "ACCEPT" },
    },
  });
  const body: Record<string, unknown> = JSON.parse(received[0]?.body ?? "{}");
  expect(received[0]).toMatchObject({ path: "/v1/authorise", type: "application/json" });
  expect(body).toMatchObject({
    amount: "10.00",
    item_total: "9.00",
    discount: "1.00",
    website: "shop.example",
    items: "Mug   blue#,#p 1#,#9.00#,#1",
    card: "4111111111111111",
    expiration_year: "2039",
    billing_country: "DE",
    delivery_firstname: "Ada",
    account_owner: [{ past_orders_sum: 123.45, past_orders_count: 2 }],
    total_discount: [{ coupon_code_used: "SPRING", discount_type: "standard" }],
    cart_items: [{ basic_item_data: { price: { amount_local_currency: 9, currency: "EUR" } } }],
  });
  expect(body).not.toHaveProperty("note");
  expect(String(body.custom)).toHaveLength(2_500);
  const signed = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  expect(body.encryption_data).toBe(sign(accountWith().profile.signing, "authorise", signed, KEY));
});

test("a breakdown that does not sum to the amount is left out, and so is an empty cart", async () => {
  reply = text(result());
  await withClient(
    ({ writes }) =>
      writes.authorise({
        ...request,
        items: [],
        discounts: [],
        accountOwner: null,
        billing: null,
        delivery: null,
        breakdown: { ...request.breakdown, items: money(1n) } as AuthoriseRequest["breakdown"],
      }),
    { encoding: { authorise: "json-as-form" } },
  );
  expect(received[0]?.type).toBe("application/x-www-form-urlencoded");
  const body: Record<string, unknown> = JSON.parse(received[0]?.body ?? "{}");
  for (const name of ["item_total", "items", "cart_items", "account_owner", "billing_country"])
    expect(body).not.toHaveProperty(name);
});

test.each([
  ["a success", result(), "settled", null],
  ["a decline", result({ order_status: "0", result_info: "0005:No" }), "declined", "0005"],
  ["pending", result({ order_status: "-1", result_info: "T0002:Wait" }), "pending", "T0002"],
  ["an unlisted code", result({ order_status: "9" }), "pending", "0000"],
  ["a doubtful code", result({ order_status: "0", result_info: "S0001:?" }), "unknown", "S0001"],
  ["a duplicate order number", result({ order_status: "0", result_info: "I0061:Dup" }), "unknown", "duplicate_order"],
  ["another order number", result({ order_no: "acq_2" }), "unknown", "other_order"],
  ["another amount", result({ amount: "10.01" }), "unknown", "other_amount"],
  ["another currency", result({ currency: "USD" }), "unknown", "other_amount"],
  ["another account", result({ account_id: "100001002" }), "unknown", "other_account"],
  ["a success with a declined code", result({ result_info: "0051:No money" }), "unknown", "0051"],
  ["an amount in words", result({ amount: "ten" }), "unknown", "unreadable"],
  ["a success without a transaction", result({ transaction_id: "" }), "unknown", "incomplete"],
  ["status twice", result().replace("</respon>", "<order_status>0</order_status></respon>"), "unknown", "unreadable"],
  ["HTML", "<!doctype html><title>Back soon</title>", "unknown", "unreadable"],
  ["JSON", "{}", "unknown", "unreadable"],
  ["nothing", "", "unknown", "unreadable"],
  [
    "3-D Secure",
    "<respon><order_no>acq_1</order_no><amount>10.00</amount><currency>EUR</currency><issuer_url>https://bank.example/3ds</issuer_url></respon>",
    "pending",
    "action_required",
  ],
] as const)("an authorise answered with %s is %s", async (_name, body, kind, code) => {
  reply = text(body);
  const outcome = await withClient(({ writes }) => writes.authorise(request));
  expect(outcome.kind).toBe(kind);
  if (code !== null && "reason" in outcome) expect(outcome.reason.code).toBe(code);
});

test.each([
  [400, "declined"],
  [404, "declined"],
  [302, "unknown"],
  [429, "unknown"],
  [500, "unknown"],
  [503, "unknown"],
])("HTTP %i on an authorise is %s", async (status, kind) => {
  reply = (_req, res) => {
    res.writeHead(status, { location: "https://elsewhere.example/" });
    res.end("x");
  };
  expect((await withClient(({ writes }) => writes.authorise(request))).kind).toBe(kind);
  expect(received).toHaveLength(1);
});

test("what an answer's signature is worth is kept with the fact, unless it is switched off", async () => {
  reply = text(result({ encryption_data: "0".repeat(64) }));
  const observed = await withClient(({ writes }) => writes.authorise(request));
  expect(observed).toMatchObject({ kind: "settled", fact: { raw: { signature: "mismatched" } } });
  const off = await withClient(({ writes }) => writes.authorise(request), { signing: { responses: "off" } });
  expect("fact" in off ? off.fact?.raw : null).not.toHaveProperty("signature");
});

test("under enforce the answer to a batch and to the refund search must be signed too", async () => {
  const profile = { signing: { responses: "enforce" } };
  const recipe = accountWith().profile.signing;
  const account = { merchant_id: "100001", account_id: "100001001" };
  const answer = { ...account, return_status: "1", capture_orders: [row(1, { capture_status: "1" })] };
  const capture = () => withClient(({ writes }) => writes.capture([item(1)]), profile);
  reply = json(answer);
  expect(await capture()).toMatchObject([{ kind: "unknown", reason: { code: "bad_signature" } }]);
  const signature = sign(recipe, "captureResponse", { ...account, transaction_ids: "t1" }, KEY);
  reply = json({ ...answer, encryption_data: signature });
  expect(await capture()).toMatchObject([{ kind: "settled" }]);

  const search = () => withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]), profile);
  reply = json({ ...account, return_status: "1", refund_orders: [] });
  expect(await search()).toMatchObject({ kind: "failed", reason: { code: "bad_signature" } });
  reply = json({
    ...account,
    return_status: "1",
    refund_orders: [],
    encryption_data: sign(recipe, "retrievalRefundResponse", account, KEY),
  });
  expect(await search()).toMatchObject({ kind: "answered" });
});

test("an amount that the account or the wire does not take is not sent", async () => {
  const dinar = createMoney(1_500n, createCurrency("KWD"));
  const send = (amount: typeof dinar, profile: object = {}) =>
    withClient(({ writes }) => writes.authorise({ ...request, money: amount, breakdown: null, items: [] }), profile);
  expect(await send(dinar)).toMatchObject({ kind: "not_sent", reason: { code: "money_not_exact" } });
  expect(await send(money(10n ** 17n))).toMatchObject({ kind: "not_sent" });
  expect(await withClient(({ writes }) => writes.capture([{ ...item(1), money: dinar }]))).toMatchObject([
    { kind: "not_sent" },
  ]);
  expect(received).toHaveLength(0);
  reply = text(result());
  await send(dinar, { money: { allowThreeDecimals: true } });
  expect(received).toHaveLength(1);
});

test("an order number stands in a request once at most, so that each row of the answer has one owner", async () => {
  reply = (_req, res, body) => {
    const { refund_orders: orders }: { refund_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({ return_status: "1", refund_orders: orders.map((order) => ({ ...order, refund_status: "1" })) }),
    );
  };
  const refund = (index: number, minor: bigint, id: string) => ({
    ...item(index),
    orderMoney: money(1_000n),
    refundMoney: money(minor),
    operationId: createOperationId(id),
  });
  const two = [refund(1, 100n, "acqop_01AAAAAAAAAA"), refund(1, 200n, "acqop_01BBBBBBBBBB")];
  const outcomes = await withClient(({ writes }) => writes.refund([...two, refund(2, 300n, "acqop_01CCCCCCCCCC")]));
  expect(outcomes.map((outcome) => (outcome.kind === "settled" ? outcome.fact.money?.minor : outcome.kind))).toEqual([
    100n,
    200n,
    300n,
  ]);
  expect(received).toHaveLength(2);
});

test("items after a request that found no gateway are not sent either", async () => {
  let sends = 0;
  const outcomes = await inBatches([item(1), item(2), item(3)], 1, async () => {
    sends += 1;
    return [{ kind: "not_sent", reason: { code: NOT_REACHED, message: "refused" } } as const];
  });
  expect([sends, outcomes.map(({ kind }) => kind)]).toEqual([1, ["not_sent", "not_sent", "not_sent"]]);
});

test.each([
  [{ transaction_id: "t9" }, "unknown", "other_transaction"],
  [{ capture_status: "0", error_message: "S0001:System error" }, "unknown", "S0001"],
  [{ capture_status: "0", error_message: "E1004:Too much" }, "declined", "E1004"],
])("a capture item answered with %j is %s", async (fields, kind, code) => {
  reply = json({ return_status: "1", capture_orders: [row(1, { capture_status: "1", ...fields })] });
  const outcomes = await withClient(({ writes }) => writes.capture([item(1)]));
  expect(outcomes).toMatchObject([{ kind, reason: { code } }]);
});

test("queries go out in the encoding that the profile names", async () => {
  reply = json({ return_status: "1", orders_list: [] });
  const ask = (encoding: object) =>
    withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]), { encoding });
  await ask({});
  await ask({ retrievalTrans: "json" });
  await ask({ retrievalTrans: "json-as-form" });
  const form = "application/x-www-form-urlencoded";
  expect(received.map(({ type }) => type)).toEqual([form, "application/json", form]);
  expect(received.slice(1).map(({ body }) => JSON.parse(body).orders)).toEqual(["acq_1", "acq_1"]);
});

test("under enforce an answer must be signed", async () => {
  const profile = { signing: { responses: "enforce" } };
  reply = text(result());
  expect(await withClient(({ writes }) => writes.authorise(request), profile)).toMatchObject({
    kind: "unknown",
    reason: { code: "bad_signature" },
  });
  const values = {
    merchant_id: "100001",
    account_id: "100001001",
    transaction_id: "17",
    order_no: "acq_1",
    currency: "EUR",
    amount: "10.00",
    order_status: "1",
    result_info: "0000:Success",
  };
  reply = text(result({ encryption_data: sign(accountWith().profile.signing, "authoriseResponse", values, KEY) }));
  expect((await withClient(({ writes }) => writes.authorise(request), profile)).kind).toBe("settled");
});

test("a request that never left is not_sent; one whose answer is lost is unknown", async () => {
  const closed = await new Promise<number>((resolve) => {
    const probe = createTcpServer().listen(0, "127.0.0.1", () => {
      const port = portOf(probe);
      probe.close(() => resolve(port));
    });
  });
  expect(
    (await withClient(({ writes }) => writes.authorise(request), {}, `http://127.0.0.1:${String(closed)}`)).kind,
  ).toBe("not_sent");
  const lost: Reply[] = [
    (req) => req.socket.destroy(),
    () => undefined,
    (_req, res) => {
      res.writeHead(200, { "content-length": "500" });
      res.write("<respon>");
      res.socket?.end();
    },
    (_req, res) => {
      res.writeHead(200, { "content-encoding": "gzip" });
      res.end(gzipSync(result()));
    },
    (_req, res) => res.end("x".repeat(5 * 1024 * 1024)),
  ];
  for (const script of lost) {
    received = [];
    reply = script;
    expect((await withClient(({ writes }) => writes.authorise(request))).kind).toBe("unknown");
    expect(received).toHaveLength(1);
  }
});

const item = (index: number) => ({
  orderNo: createOrderNo(`acq_${String(index)}`),
  gatewayPaymentId: createGatewayPaymentId(`t${String(index)}`),
  money: money(BigInt(index + 1) * 100n),
});
const row = (index: number, more: object = {}) => ({
  transaction_id: `t${String(index)}`,
  order_no: `acq_${String(index)}`,
  currency: "EUR",
  amount: `${String(index + 1)}.00`,
  error_message: "",
  ...more,
});

test("16 N captures take ceil(N/50) requests", async () => {
  reply = (_req, res, body) => {
    const { capture_orders: orders }: { capture_orders: object[] } = JSON.parse(body);
    res.end(
      JSON.stringify({
        return_status: "1",
        capture_orders: orders.map((order) => ({ ...order, capture_status: "1", error_message: "" })),
      }),
    );
  };
  for (const n of [0, 1, 49, 50, 51, 100, 101]) {
    received = [];
    const outcomes = await withClient(({ writes }) =>
      writes.capture(Array.from({ length: n }, (_, index) => item(index))),
    );
    expect([n, received.length, outcomes.filter(({ kind }) => kind === "settled").length]).toEqual([
      n,
      Math.ceil(n / 50),
      n,
    ]);
  }
});

test("15 batch items are booked one by one; a missing item is unknown; a doubled one is rejected", async () => {
  reply = json({
    return_status: "1",
    capture_orders: [
      row(2, { capture_status: "0", error_message: "E1004:Too much" }),
      row(0, { capture_status: "1" }),
      row(3, { capture_status: "1" }),
      row(3, { capture_status: "1" }),
      row(4, { capture_status: "1", error_message: "odd" }),
      row(5, { capture_status: "1", amount: "1.23" }),
      row(9, { capture_status: "1" }),
    ],
  });
  const outcomes = await withClient(({ writes }) => writes.capture([0, 1, 2, 3, 4, 5].map(item)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["settled", "unknown", "declined", "unknown", "unknown", "unknown"]);
  expect(outcomes.map((outcome) => ("reason" in outcome ? outcome.reason.code : null))).toEqual([
    null,
    "item_missing",
    "E1004",
    "item_doubled",
    "contradictory",
    "other_amount",
  ]);
});

test.each([
  ["an envelope that was not accepted", json({ return_status: "2", return_message: "no" }), "envelope_refused"],
  ["a body of another form", json({ nothing: true }), "unreadable"],
  ["no JSON", text("<html>"), "unreadable"],
  ["HTTP 502", text("bad gateway", 502), "http_502"],
] as const)("a cancel answered with %s is unknown for every item", async (_name, script, code) => {
  reply = script;
  const outcomes = await withClient(({ writes }) => writes.cancel([item(0), item(1)]));
  expect(outcomes.map((outcome) => ("reason" in outcome ? [outcome.kind, outcome.reason.code] : outcome.kind))).toEqual(
    [
      ["unknown", code],
      ["unknown", code],
    ],
  );
});

test("a cancel is settled item by item", async () => {
  reply = json({
    return_status: "1",
    cancel_orders: [row(0, { cancel_status: "1" }), row(1, { cancel_status: "0", error_message: "just words" })],
  });
  const outcomes = await withClient(({ writes }) => writes.cancel([item(0), item(1)]), {
    encoding: { cancel: "form" },
  });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["settled", "declined"]);
  expect(received[0]?.body).toContain("merchant_id=100001");
});

test.each([
  [{ refund_status: "1", refund_message: "V0000:OK" }, "settled", "accepted"],
  [{ refund_status: "0", refund_message: "V0000:OK" }, "pending", "accepted"],
  [{ refund_status: "0", refund_message: "E1008:Too much" }, "declined", "failed"],
  [{ refund_status: "-1" }, "declined", "failed"],
  [{ refund_status: "5" }, "pending", "unlisted"],
  [{ refund_status: "2" }, "pending", "unlisted"],
  [{ refund_status: "0", refund_message: "S0001:System error" }, "unknown", null],
  [{ refund_status: "1", transaction_id: "t2" }, "unknown", null],
  [{ refund_status: "1", refund_amount: "9.99" }, "unknown", null],
  [{ refund_status: "1", refund_reason: "acqop_01ZZZZZZZZZZZZZZ" }, "unknown", null],
] as const)("a refund answered with %j is %s", async (fields, kind, reading) => {
  reply = json({
    return_status: "1",
    refund_orders: [{ transaction_id: "t1", order_no: "acq_1", currency: "EUR", refund_amount: "4.00", ...fields }],
  });
  const operationId = createOperationId("acqop_01ABCDEFGHJK");
  const [outcome] = await withClient(({ writes }) =>
    writes.refund([{ ...item(1), orderMoney: money(1_000n), refundMoney: money(400n), operationId }]),
  );
  expect(outcome?.kind).toBe(kind);
  if (outcome && "fact" in outcome && outcome.fact)
    expect([outcome.fact.reading, outcome.fact.operationId]).toEqual([reading, operationId]);
  expect(JSON.parse(received[0]?.body ?? "{}").refund_orders[0]).toMatchObject({
    refund_amount: "4.00",
    refund_reason: operationId,
    amount: "10.00",
  });
});

const orders = (count: number, length = 10) =>
  Array.from({ length: count }, (_, index) => createOrderNo(`acq_${String(index).padStart(length - 4, "0")}`));

test("queries ask for at most 100 ids and 1,000 characters at a time", async () => {
  reply = json({ return_status: "1", orders_list: [] });
  for (const [count, length, requests] of [
    [1, 10, 1],
    [90, 10, 1],
    [91, 10, 1],
    [92, 10, 2],
    [250, 9, 3],
    [20, 50, 2],
  ] as const) {
    received = [];
    const answer = await withClient(({ queries }) => queries.payments(orders(count, length)));
    expect(
      answer.kind === "answered" && answer.facts.every(({ reading }) => reading === "not_found")
        ? answer.facts.length
        : -1,
    ).toBe(count);
    expect([count, length, received.length]).toEqual([count, length, requests]);
    for (const { body } of received) {
      const ids = new URLSearchParams(body).get("orders") ?? "";
      expect(ids.length).toBeLessThanOrEqual(1_000);
      expect(ids.split(",").length).toBeLessThanOrEqual(100);
    }
  }
});

test("of several rows for one order number the successful one is taken", async () => {
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
  reply = json({ return_status: "1", orders_list: [failed, good, { ...good, order_no: "other" }] });
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
  reply = json({ return_status: "1", orders_list: [failed] });
  expect(await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]))).toMatchObject({
    facts: [{ reading: "declined", code: "0005" }],
  });
});

test.each([
  [
    "an address that is not registered",
    json({ return_status: "1", orders_list: [{ order_no: "acq_1", query_result: "7" }] }),
    "refused",
    "ip_not_registered",
  ],
  ["the same in the envelope", json({ return_status: "7", return_message: "ip" }), "refused", "ip_not_registered"],
  [
    "a refused query",
    json({ return_status: "1", orders_list: [{ order_no: "acq_1", query_result: "999" }] }),
    "refused",
    "query_refused",
  ],
  ["a refused envelope", json({ return_status: "3", return_message: "I0013" }), "refused", "return_3"],
  ["another form", json({ return_status: "1", orders_list: [{ query_result: "1" }] }), "failed", "unreadable"],
  [
    "an amount in words",
    json({
      return_status: "1",
      orders_list: [{ order_no: "acq_1", amount: "ten", currency: "EUR", query_result: "1" }],
    }),
    "failed",
    "unreadable",
  ],
  ["no JSON", text("<html>"), "failed", "unreadable"],
  ["HTTP 500", text("", 500), "failed", "http_500"],
] as const)("a query answered with %s is %s", async (_name, script, kind, code) => {
  reply = script;
  const answer = await withClient(({ queries }) => queries.payments([createOrderNo("acq_1")]));
  expect(answer).toMatchObject({ kind, reason: { code } });
});

test("the refund search finds our operations by the echoed reason", async () => {
  const own = {
    order_no: "acq_1",
    transaction_id: "17",
    refund_status: "1",
    refund_amount: "4.00",
    currency: "EUR",
    refund_reason: "acqop_01ABCDEFGHJK",
    refund_reference_id: "RF1",
  };
  reply = json({
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
  reply = json({ return_status: "2" });
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("refused");
  reply = json({ refund_orders: 1 });
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("failed");
  reply = (req) => req.socket.destroy();
  expect((await withClient(({ queries }) => queries.refunds([createOrderNo("acq_1")]))).kind).toBe("failed");
});
