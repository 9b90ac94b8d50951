import { createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { sign } from "../signing/signing";
import { accountWith, KEY, SUCCESS } from "./fixtures";
import type { Reply } from "./scripted-gateway";
import { HURRIED, breakdown, gateway, money, portOf, request, result, text, withClient } from "./scripted-gateway";

/** The client's authorise: what is sent, and what each answer means. */
test("an authorise request has the payment's fields, a signature over them, and decimal amounts", async () => {
  gateway.reply = text(result({ card: "411111******1111", risk_action: "ACCEPT", risk_score: "3" }));
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
  const body: Record<string, unknown> = JSON.parse(gateway.received[0]?.body ?? "{}");
  expect(gateway.received[0]).toMatchObject({ path: "/v1/authorise", type: "application/json" });
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

test("instalments are sent as text, and are signed only if the recipe lists them", async () => {
  gateway.reply = text(result());
  const instalments = { count: "12", plan: "card-12" };
  const sentWith = async (profile: object): Promise<Record<string, unknown>> => {
    gateway.received.length = 0;
    await withClient(({ writes }) => writes.authorise({ ...request, instalments }), profile);
    return JSON.parse(gateway.received[0]?.body ?? "{}");
  };
  const plain = await sentWith({});
  expect(plain).toMatchObject({ installments: "12", installments_id: "card-12" });
  const signed = await sentWith({
    signing: { fields: { authorise: ["order_no", "installments", "installments_id"] } },
  });
  const values = { order_no: String(signed.order_no), installments: "12", installments_id: "card-12" };
  const { signing } = accountWith({
    profile: { signing: { fields: { authorise: ["order_no", "installments", "installments_id"] } } },
  }).profile;
  expect(signed.encryption_data).toBe(sign(signing, "authorise", values, KEY));
  expect(signed.encryption_data).not.toBe(sign(signing, "authorise", { ...values, installments: "13" }, KEY));
  await withClient(({ writes }) => writes.authorise(request));
  const [, without = "{}"] = gateway.received.map(({ body }) => body);
  expect(JSON.parse(without)).not.toHaveProperty("installments");
  expect(JSON.parse(without).encryption_data).toBe(plain.encryption_data);
});

test("a breakdown that does not sum to the amount is omitted, and so is an empty cart", async () => {
  gateway.reply = text(result());
  await withClient(
    ({ writes }) =>
      writes.authorise({
        ...request,
        items: [],
        discounts: [],
        accountOwner: null,
        billing: null,
        delivery: null,
        breakdown: { ...breakdown, items: money(1n) },
      }),
    { encoding: { authorise: "json-as-form" } },
  );
  expect(gateway.received[0]?.type).toBe("application/x-www-form-urlencoded");
  const body: Record<string, unknown> = JSON.parse(gateway.received[0]?.body ?? "{}");
  for (const name of ["item_total", "items", "cart_items", "account_owner", "billing_country"])
    expect(body).not.toHaveProperty(name);
});

test.each([
  ["a success", "settled", result(), null],
  ["a decline", "declined", result({ order_status: "0", result_info: "0005:No" }), "0005"],
  ["pending", "pending", result({ order_status: "-1", result_info: "T0002:Wait" }), "T0002"],
  ["an unmapped code", "pending", result({ order_status: "9" }), "0000"],
  ["a doubtful code", "unknown", result({ order_status: "0", result_info: "S0001:?" }), "S0001"],
  ["a duplicate order number", "unknown", result({ order_status: "0", result_info: "I0061:Dup" }), "duplicate_order"],
  ["another order number", "unknown", result({ order_no: "acq_2" }), "other_order"],
  ["another amount", "unknown", result({ amount: "10.01" }), "other_amount"],
  ["another currency", "unknown", result({ currency: "USD" }), "other_amount"],
  ["another account", "unknown", result({ account_id: "100001002" }), "other_account"],
  ["a success with a declined code", "unknown", result({ result_info: "0051:No money" }), "0051"],
  ["an amount in words", "unknown", result({ amount: "ten" }), "unreadable"],
  ["a success without a transaction", "unknown", result({ transaction_id: "" }), "incomplete"],
  ["status twice", "unknown", result().replace("</respon>", "<order_status>0</order_status></respon>"), "unreadable"],
  ["HTML", "unknown", "<!doctype html><title>Back soon</title>", "unreadable"],
  ["JSON", "unknown", "{}", "unreadable"],
  ["nothing", "unknown", "", "unreadable"],
  [
    "3-D Secure",
    "pending",
    "<respon><order_no>acq_1</order_no><amount>10.00</amount><currency>EUR</currency><issuer_url>https://bank.example/3ds</issuer_url></respon>",
    "action_required",
  ],
] as const)("an authorise response with %s is %s", async (_name, kind, body, code) => {
  gateway.reply = text(body);
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
  gateway.reply = (_req, res) => {
    res.writeHead(status, { location: "https://elsewhere.example/" });
    res.end("x");
  };
  expect((await withClient(({ writes }) => writes.authorise(request))).kind).toBe(kind);
  expect(gateway.received).toHaveLength(1);
});

test("the risk reasons of an authorise are read from its repeated element", async () => {
  const reasons = ["<name>velocity</name><status>REJECT</status>", "<name>ip</name>", "<status>ACCEPT</status>"];
  const elements = reasons.map((reason) => `<risk_reasons>${reason}</risk_reasons>`).join("");
  gateway.reply = text(result().replace("</respon>", `${elements}</respon>`));
  expect(await withClient(({ writes }) => writes.authorise(request))).toMatchObject({
    kind: "settled",
    fact: {
      risk: {
        reasons: [
          { name: "velocity", status: "REJECT" },
          { name: "ip", status: "" },
          { name: "", status: "ACCEPT" },
        ],
      },
    },
  });
});

test("with enforce a response must be signed", async () => {
  const profile = { signing: { responses: "enforce" } };
  gateway.reply = text(result());
  expect(await withClient(({ writes }) => writes.authorise(request), profile)).toMatchObject({
    kind: "unknown",
    reason: { code: "bad_signature" },
  });
  gateway.reply = text(
    result({ encryption_data: sign(accountWith().profile.signing, "authoriseResponse", SUCCESS, KEY) }),
  );
  expect((await withClient(({ writes }) => writes.authorise(request), profile)).kind).toBe("settled");
});

test("a request that was not sent is not_sent; one whose response is lost is unknown", async () => {
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
    gateway.received = [];
    gateway.reply = script;
    expect((await withClient(({ writes }) => writes.authorise(request), HURRIED)).kind).toBe("unknown");
    expect(gateway.received).toHaveLength(1);
  }
});
