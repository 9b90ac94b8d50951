import { readAuthorise } from "../classify";
import { createRecurringId, createOperationId, createOrderNo } from "../ids";
import type { GatewayClient } from "../faces";
import { isObject } from "../codec/json";
import { accountWith, SUCCESS } from "./fixtures";
import { gateway, item, json, request, result, text, withClient } from "./scripted-gateway";

/**
 * Every field of every answer in another wrapping, type and spelling. What comes of it is what comes of the plain answer,
 * or less: unknown, or a payment that is held. A hold, a token, a 3-D Secure result or a contract never falls away.
 */
interface Heard {
  readonly kind: string;
  readonly fact: unknown;
  readonly isHeld: boolean;
}

function heard(outcome: unknown): Heard {
  const { kind, fact, facts, reason } = outcome as Record<string, unknown>;
  const all = Array.isArray(facts) ? facts : [fact];
  const isHeld = all.some((one) => isObject(one) && isObject(one.risk) && Array.isArray(one.risk.unreadable));
  const told = all.map((one) => (isObject(one) ? deciding(one) : null));
  return { kind: String(kind), fact: kind === "answered" || fact ? told : reason, isHeld };
}

/** Without what is only shown. */
function deciding({
  kind,
  reading,
  orderNo,
  gatewayPaymentId,
  money,
  risk,
  threeDs,
  token,
  ...rest
}: Record<string, unknown>) {
  const recurring = isObject(rest.recurring) ? [rest.recurring.recurringId, rest.recurring.status] : null;
  const reasons = isObject(risk) && Array.isArray(risk.reasons) ? risk.reasons : [];
  const statuses = reasons.map((reason: unknown) => (isObject(reason) ? reason.status : null));
  const held = isObject(risk) ? [risk.action, risk.score, [...new Set(statuses)]] : null;
  return { kind, reading, orderNo, gatewayPaymentId, money, held, threeDs, token, recurring, id: rest.operationId };
}

/** Undefined where the varied answer is worth no more than the plain one. */
function improvement(plain: Heard, varied: Heard): unknown {
  if (["unknown", "failed", "refused"].includes(varied.kind) || varied.isHeld) return undefined;
  // A word that no table lists proves nothing, and is asked about again.
  if (JSON.stringify(varied.fact, big).includes('"unlisted"')) return undefined;
  const same = JSON.stringify([varied.kind, varied.fact], big) === JSON.stringify([plain.kind, plain.fact], big);
  return same ? undefined : { plain, varied };
}
const big = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

type Variation = (name: string, value: unknown) => readonly (readonly [string, unknown])[];
const VARIATIONS: Readonly<Record<string, Variation>> = {
  "a number": (name, value) => [
    [name, typeof value === "string" && /^-?[1-9]\d*$/.test(value) ? Number(value) : value],
  ],
  "a truth value": (name) => [[name, true]],
  // What it held is gone from the message then, unless it held nothing.
  "an empty list": (name, value) => [[name, value === "" ? [] : value]],
  "an empty object": (name, value) => [[name, value === "" ? {} : value]],
  "in a list": (name, value) => [[name, [value]]],
  "in an object": (name, value) => [[name, { value }]],
  "in an object of its own": (name, value) => [["part", { [name]: value }]],
  "in camel case": (name, value) => [[camel(name), value]],
  "in capitals": (name, value) => [[name.toUpperCase(), value]],
  "JSON in a text": (name, value) => [[name, JSON.stringify([value])]],
  "the only item": (name, value) => [[name, Array.isArray(value) ? (value[0] as unknown) : value]],
};

/** Every place of the answer, changed by each variation. */
function* varied(tree: unknown, path = ""): Generator<readonly [name: string, tree: unknown]> {
  if (Array.isArray(tree)) {
    for (const [at, one] of tree.entries())
      for (const [name, part] of varied(one, path))
        yield [name, tree.map((each: unknown, i) => (i === at ? part : each))];
    return;
  }
  if (!isObject(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    const { [key]: _gone, ...rest } = tree;
    for (const [name, vary] of Object.entries(VARIATIONS))
      yield [`${path}${key} ${name}`, { ...rest, ...Object.fromEntries(vary(key, value)) }];
    for (const [name, part] of varied(value, `${path}${key}.`)) yield [name, { ...rest, [key]: part }];
  }
}

const envelope = { merchant_id: "100001", account_id: "100001001", return_status: "1", return_message: "OK" };
const paid = { order_no: "acq_1", transaction_id: "t1", amount: "2.00", currency: "EUR" };
const operationId = createOperationId("acqop_01ABCDEFGHJKMNPQRSTVWXYZ00");

const OPERATIONS: readonly (readonly [string, object, (client: GatewayClient) => Promise<unknown>])[] = [
  [
    "payments",
    {
      ...envelope,
      orders_list: [
        {
          ...paid,
          payment_status: "2000",
          query_result: "1",
          result_info: "0000:Success",
          is3ds: "1",
          shopper_phone: "491",
          delivery_information: { delivery_city: "Berlin" },
          antifraud_provider: "sandbox",
          fraud_check_result: [{ check_items: "velocity", status: "REVIEW" }],
          subscription_result: { contract_name: "c", recurring_id: "r1", recurring_status: "1" },
        },
      ],
    },
    ({ queries }) => queries.payments([createOrderNo("acq_1")]),
  ],
  [
    "a doubtful payment",
    { ...envelope, orders_list: [{ ...paid, query_result: "0", result_info: "S0001:System error" }] },
    ({ queries }) => queries.payments([createOrderNo("acq_1")]),
  ],
  [
    "refunds",
    {
      ...envelope,
      refund_orders: [
        {
          ...{ ...paid, refund_status: "1", refund_amount: "1.00", refund_reason: operationId },
          ...{ refund_reference_id: "R1", refund_processing_date: "", refund_message: "V0000:OK" },
        },
      ],
    },
    ({ queries }) => queries.refunds([createOrderNo("acq_1")]),
  ],
  ...(["capture", "cancel"] as const).flatMap((name) =>
    (["", "E0001:Contradicts"] as const).map(
      (error) =>
        [
          `${name} ${error}`,
          { ...envelope, [`${name}_orders`]: [{ ...paid, [`${name}_status`]: "1", error_message: error }] },
          async ({ writes }: GatewayClient) => (await writes[name]([item(1)]))[0],
        ] as const,
    ),
  ),
  [
    "review",
    { ...envelope, review_orders: [{ ...paid, review_status: "1", review_flag: "1", error_message: "" }] },
    async ({ writes }) => (await writes.review([{ ...item(1), verdict: "approve" }]))[0],
  ],
  [
    "refund",
    {
      ...envelope,
      refund_orders: [
        { ...paid, refund_status: "1", refund_amount: "2.00", refund_reason: operationId, refund_message: "V0000:OK" },
      ],
    },
    async ({ writes }) => {
      const { money, ...rest } = item(1);
      return (await writes.refund([{ ...rest, orderMoney: money, refundMoney: money, operationId }]))[0];
    },
  ],
  [
    "cancelsubscription",
    { ...envelope, recurring_id: "r1", contract_name: "c", cancel_status: "1", error_message: "" },
    ({ writes }) =>
      writes.cancelSubscription({
        orderNo: createOrderNo("acq_1"),
        recurringId: createRecurringId("r1"),
        contractName: "c",
      }),
  ],
];

test.each(OPERATIONS)("33 no other form of an answer improves what it says: %s", async (_name, body, ask) => {
  await withClient(
    async (client) => {
      gateway.reply = json(body);
      const plain = heard(await ask(client));
      const better: unknown[] = [];
      let count = 0;
      for (const [name, tree] of varied(body)) {
        gateway.reply = json(tree);
        const found = improvement(plain, heard(await ask(client)));
        count += 1;
        if (found !== undefined) better.push(`${name}: ${JSON.stringify(found, big)}`);
      }
      expect(better).toEqual([]);
      expect(count).toBeGreaterThan(80);
    },
    { timeouts: { connectMs: 10_000, authoriseMs: 10_000, otherMs: 10_000 } },
  );
});

const account = accountWith();
const read = (body: string): Heard => {
  const outcome = readAuthorise(account, request, Buffer.from(body));
  const isHeld = outcome.kind === "unknown" && (outcome.shown?.risk?.unreadable ?? []).length > 0;
  return { ...heard(outcome), isHeld: heard(outcome).isHeld || isHeld };
};

const CARD = {
  ...SUCCESS,
  token_id: "tok1",
  recurring_id: "r1",
  threeds_result: "eci=05",
  risk_action: "REVIEW",
  risk_score: "78",
  note: "n",
};
const cardAnswer = (change: (xml: string) => string): string =>
  change(
    result(CARD).replace(
      "</respon>",
      "<risk_reasons><name>velocity</name><status>REVIEW</status></risk_reasons></respon>",
    ),
  );

const XML: Readonly<Record<string, (name: string, inner: string) => string>> = {
  CDATA: (name, inner) => `<${name}><![CDATA[${inner}]]></${name}>`,
  "a comment inside": (name, inner) => `<${name}>${inner.slice(0, 1)}<!-- 9 -->${inner.slice(1)}</${name}>`,
  "an attribute": (name, inner) => `<${name} a="b">${inner}</${name}>`,
  "its value in an attribute": (name, inner) => `<${name} value="${inner.replaceAll(/[<>]/g, "")}"/>`,
  twice: (name, inner) => `<${name}>${inner}</${name}><${name}>${inner}</${name}>`,
  "twice, once otherwise": (name, inner) => `<${name}>${inner}</${name}><${name}>0</${name}>`,
  "an element around it": (name, inner) => `<part><${name}>${inner}</${name}></part>`,
  "an element inside": (name, inner) => `<${name}><value>${inner}</value></${name}>`,
  "camel case": (name, inner) => `<${camel(name)}>${inner}</${camel(name)}>`,
  capitals: (name, inner) => `<${name.toUpperCase()}>${inner}</${name.toUpperCase()}>`,
  "a prefix": (name, inner) => `<x:${name}>${inner}</x:${name}>`,
};

test("33 no other form of a field of the answer to a payment improves what it says", () => {
  const plain = read(cardAnswer((xml) => xml));
  expect(plain.kind).toBe("settled");
  const better: unknown[] = [];
  for (const name of [...Object.keys(CARD), "risk_reasons"]) {
    for (const [form, write] of Object.entries(XML)) {
      const body = cardAnswer((xml) =>
        xml.replace(new RegExp(`<${name}>(.*)</${name}>`), (_whole, inner: string) => write(name, inner)),
      );
      const found = improvement(plain, read(body));
      if (found !== undefined) better.push(`${name} as ${form}: ${JSON.stringify(found, big)}`);
    }
  }
  expect(better).toEqual([]);
});

test.each([
  ["CDATA and comments", cardAnswer((xml) => xml.replace(/>(REVIEW|1|10\.00)</g, "><!-- x --><![CDATA[$1]]><"))],
  ["a single-quoted declaration", `<?xml version='1.0' encoding='UTF-8'?>${cardAnswer((xml) => xml)}`],
  ["attributes", cardAnswer((xml) => xml.replace(/<([a-z_]+)>/g, "<$1 type='text'>"))],
])("an answer with %s says what the plain one says", (_name, body) => {
  expect(read(body)).toEqual(read(cardAnswer((xml) => xml)));
});

test("several pairs in one risk_reasons are several reasons, and pairs that do not fit are held", () => {
  const reasons = (inner: string) =>
    readAuthorise(
      account,
      request,
      Buffer.from(result().replace("</respon>", `<risk_reasons>${inner}</risk_reasons></respon>`)),
    );
  const two = [
    { name: "a", status: "ACCEPT" },
    { name: "b", status: "REVIEW" },
  ];
  const pairs = "<name>a</name><status>ACCEPT</status><name>b</name><status>REVIEW</status>";
  expect(reasons(pairs)).toMatchObject({ kind: "settled", fact: { risk: { reasons: two } } });
  const wrapped = two.map(({ name, status }) => `<reason><name>${name}</name><status>${status}</status></reason>`);
  expect(reasons(wrapped.join(""))).toMatchObject({ fact: { risk: { reasons: two } } });
  for (const wrong of [pairs.replace("<status>ACCEPT</status>", ""), "REVIEW", "<code>1</code>"])
    expect(reasons(wrong)).toMatchObject({ kind: "settled", fact: { risk: { unreadable: ["risk_reasons"] } } });
});

test("an answer that came and cannot be read may have asked for a review; a page for people, or none, did not", () => {
  expect(readAuthorise(account, request, Buffer.from("{}"))).toMatchObject({
    kind: "unknown",
    shown: { risk: { unreadable: ["response"] } },
  });
  for (const page of ["", " \n", "<!DOCTYPE html><p>Maintenance</p>", "<html><body/></html>"])
    expect(readAuthorise(account, request, Buffer.from(page))).not.toHaveProperty("shown");
});

test.each([
  [400, "not_sent"],
  [401, "unknown"],
  [500, "unknown"],
])("a wrong key answered with HTTP %i is a wrong configuration, and no decline", async (status, kind) => {
  const wrongKey = result({ order_status: "0", result_info: "i0013:Signature is wrong", transaction_id: "" });
  const bodies = [wrongKey, '{"return_status":"3","return_message":"I0013:Signature is wrong"}', "I0013:Signature"];
  for (const body of bodies) {
    gateway.reply = text(body, status);
    const [outcome, query] = await withClient(async ({ writes, queries }) => [
      await writes.authorise(request),
      await queries.payments([createOrderNo("acq_1")]),
    ]);
    expect(outcome).toMatchObject({ kind, reason: { code: "I0013", message: expect.stringContaining("signingKeys") } });
    expect(query).toMatchObject({ kind: "refused", reason: { code: "I0013" } });
  }
});

test("a code that leaves the outcome open is believed rather than HTTP 400; any other is its decline", async () => {
  const told = async (body: string, status = 400) => {
    gateway.reply = text(body, status);
    const outcome = await withClient(({ writes }) => writes.authorise(request));
    return [outcome.kind, "reason" in outcome ? outcome.reason.code : null];
  };
  const failed = (info: string): string => result({ order_status: "0", result_info: info });
  expect(await told(failed("S0001:System error"))).toEqual(["unknown", "S0001"]);
  expect(await told(failed("I0061:Duplicate"))).toEqual(["unknown", "duplicate_order"]);
  expect(await told(failed("I0002:Invalid e-mail"))).toEqual(["declined", "I0002"]);
  expect(await told("<html><body>Bad request</body></html>")).toEqual(["declined", "http_400"]);
  expect(await told(failed("C0001:Account is closed"), 200)).toEqual(["not_sent", "C0001"]);
  expect(await told(failed("s0001:System error"), 200)).toEqual(["unknown", "S0001"]);
});
