import { parseNotification } from "../notification";
import { sign } from "../../signing/signing";
import { accountWith, KEY, SUCCESS } from "../../__tests__/fixtures";

/** Notifications in every encoding the sender may use, and what is read from them. */
const account = accountWith();
const signed = { ...SUCCESS, encryption_data: sign(account.profile.signing, "notification", SUCCESS, KEY) };
const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
const xml = (values: Record<string, string>) =>
  `<respon>${Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</respon>`;
const parse = (body: string, contentType: string | null = null) =>
  parseNotification({ account, contentType, body: Buffer.from(body) });

test.each([
  ["a form", form(signed), "application/x-www-form-urlencoded"],
  ["JSON", JSON.stringify({ ...signed, nested: { a: 1 }, none: null }), "application/json"],
  ["XML", xml(signed), "application/xml"],
  ["XML in one form field", form({ xml: xml(signed) }), "application/x-www-form-urlencoded"],
  ["JSON after a byte order mark", `\uFEFF${JSON.stringify(signed)}`, "application/json"],
  ["XML after a byte order mark", `\uFEFF${xml(signed)}`, "text/xml"],
  [
    "aliases",
    form({
      merchant_id: "100001",
      account_id: "100001001",
      tradeNo: "17",
      orderNo: "acq_1",
      orderCurrency: "EUR",
      orderAmount: "10.00",
      orderStatus: "1",
      orderInfo: "0000:Success",
      signInfo: signed.encryption_data,
    }),
    null,
  ],
])("%s is read and its signature verified", (_name, body, contentType) => {
  expect(parse(body, contentType)).toMatchObject({
    kind: "payment",
    orderNo: "acq_1",
    signature: "matched",
    kindHint: "payment",
    money: { currency: "EUR", minor: 1000n },
    fact: { kind: "payment", reading: "authorised", gatewayPaymentId: "17" },
    signedFact: { reading: "authorised" },
  });
});

test.each([
  ["nothing", "", null],
  ["no order number", form({ ...signed, order_no: "" }), null],
  ["another merchant", form({ ...signed, merchant_id: "999" }), null],
  ["an amount in words", form({ ...signed, amount: "ten" }), null],
  ["a truth value in JSON", JSON.stringify({ ...signed, amount: true }), "application/json"],
  ["a list in JSON", JSON.stringify({ ...signed, order_no: ["a", "b"] }), "application/json"],
  ["an element twice", `<respon><order_no>a</order_no><order_no>b</order_no></respon>`, "application/xml"],
  ["two names with different values", form({ ...signed, orderNo: "acq_2" }), null],
  ["a form that says it is JSON", form(signed), "application/json"],
  ["a document type", '<!DOCTYPE a [<!ENTITY x "y">]><respon/>', "application/xml"],
])("%s cannot be parsed", (_name, body, contentType) => {
  expect(parse(body, contentType).kind).toBe("unreadable");
});

test.each([
  [{ notify_type: "capture" }, { kindHint: "capture", fact: { reading: "captured", money: null }, signedFact: null }],
  [{ notify_type: "void" }, { kindHint: "void", fact: { reading: "voided" } }],
  [{ notify_type: "party" }, { kindHint: "unknown" }],
  [{ payment_status: "3000" }, { fact: { reading: "captured" }, signedFact: { reading: "authorised" } }],
  [{ order_status: "" }, { signedFact: null }],
  [
    {
      notify_type: "refund",
      refund_status: "1",
      refund_amount: "4.00",
      refund_reason: "acqop_01ABCDEFGHJK",
      refund_processing_date: "20260101",
      refund_reference_id: "R1",
    },
    {
      kindHint: "refund",
      fact: {
        kind: "refund",
        reading: "succeeded",
        operationId: "acqop_01ABCDEFGHJK",
        reference: "R1",
        money: { minor: 400n },
      },
    },
  ],
])("with %j it is read as %j", (more, expected) => {
  expect(parse(form({ ...signed, ...more }))).toMatchObject(expected);
});

test("a changed field makes the signature invalid, a missing one is absent", () => {
  expect(parse(form({ ...signed, amount: "1000.00" }))).toMatchObject({ signature: "mismatched" });
  expect(parse(form(SUCCESS))).toMatchObject({ signature: "absent" });
});

test("moving digits between signed fields cannot turn a signed decline into a signed success", () => {
  let verified = 0;
  for (const info of ["0001:Refer to issuer", "1005:No", "1 no funds", "1", "1:", "0051:No funds", "R0001:Risk", ""]) {
    const decline = { ...SUCCESS, order_status: "0", result_info: info };
    const encryption_data = sign(account.profile.signing, "notification", decline, KEY);
    const tail = decline.amount + decline.order_status + info;
    for (let status = 1; status <= tail.length; status += 1) {
      for (let rest = status; rest <= tail.length; rest += 1) {
        const moved = {
          amount: tail.slice(0, status),
          order_status: tail.slice(status, rest),
          result_info: tail.slice(rest),
        };
        const read = parse(form({ ...decline, ...moved, encryption_data }));
        if (read.kind !== "payment" || read.signature !== "matched") continue;
        verified += 1;
        expect([moved, read.signedFact?.reading]).not.toEqual([moved, "authorised"]);
      }
    }
  }
  expect(verified).toBeGreaterThan(0);
});

test.each([
  ["10.00", {}, "matched"],
  ["10", {}, "matched"],
  ["10.0", {}, "mismatched"],
  ["10.000", {}, "mismatched"],
  ["10.00", { money: { decimals: "iso4217" } }, "matched"],
])("the signature over an amount written %s, with %j, is %s", (amount, profile, expected) => {
  const own = accountWith({ profile });
  const encryption_data = sign(own.profile.signing, "notification", { ...SUCCESS, amount }, KEY);
  const body = Buffer.from(form({ ...SUCCESS, amount, encryption_data }));
  expect(parseNotification({ account: own, contentType: null, body })).toMatchObject({ signature: expected });
});

test.each(["token_id", "tokenId", "paymentToken"])(
  "a saved card's token is read from %s, and is not a signed field",
  (name) => {
    const more = { [name]: "tok_1", card: "411111******1111", threeds_result: "ECI: 5", is3ds: "1" };
    expect(parse(form({ ...signed, ...more }))).toMatchObject({
      fact: {
        token: "tok_1",
        card: { mask: "411111******1111" },
        threeDs: { used: true, result: "ECI: 5", eci: "05" },
      },
      signedFact: { token: null, card: null, threeDs: null },
    });
  },
);

test.each(["capture", "refund", "dispute"])("a token is read from a message about a %s, too", (notify_type) => {
  expect(parse(form({ ...signed, notify_type, token_id: "tok_1" }))).toMatchObject({
    kindHint: notify_type,
    token: "tok_1",
  });
});

test("a notification's token that could be a card number is not stored", () => {
  expect(parse(form({ ...signed, token_id: "4111111111111111" }))).toMatchObject({ fact: { token: null } });
});

const ASREAD = { kind: "payment", orderNo: "acq_1", signature: "matched", signedFact: { reading: "authorised" } };
const withinRespon = (inner: string): string => xml(signed).replace("</respon>", `${inner}</respon>`);

test.each([
  ["a list", JSON.stringify({ ...signed, fraud_check_result: [] })],
  ["a list of objects", JSON.stringify({ ...signed, fraud_check_result: [{ check_items: "a", status: "ACCEPT" }] })],
  ["a truth value", JSON.stringify({ ...signed, test: true })],
  ["an element twice", withinRespon("<risk_reasons><name>a</name></risk_reasons><risk_reasons/>")],
  ["a list that only a refund has", JSON.stringify({ ...signed, refund_status: ["1"] })],
])("%s in a field that is not read does not make a notification unreadable", (_name, body) => {
  expect(parse(body)).toMatchObject(ASREAD);
});

test.each([
  ["order_no", {}],
  ["orderNo", {}],
  ["amount", {}],
  ["order_status", {}],
  ["encryption_data", {}],
  ["merchant_id", {}],
  ["notify_type", {}],
  ["token_id", {}],
  ["recurring_id", {}],
  ["payment_status", {}],
  ["card", {}],
  ["risk_action", {}],
  ["is3ds", {}],
  ["issuer_url", {}],
  ["refund_status", { notify_type: "refund" }],
  ["refund_amount", { notify_type: "refund" }],
  ["refund_processing_date", { notify_type: "refund" }],
  ["dispute_status", { notify_type: "dispute" }],
])("a list or a truth value in %s, which is read, makes a notification unreadable", (name, more) => {
  expect(parse(JSON.stringify({ ...signed, ...more })).kind).toBe("payment");
  for (const value of [true, [], ["1"], ["a", "b"]])
    expect(parse(JSON.stringify({ ...signed, ...more, [name]: value })).kind).toBe("unreadable");
  expect(parse(xml({ ...signed, ...more, [name]: `1</${name}><${name}>1` })).kind).toBe("unreadable");
});

test("an empty account, and an empty name beside one with a value, count as missing", () => {
  expect(parse(form({ ...signed, merchant_id: "", account_id: "" }))).toMatchObject(ASREAD);
  expect(parse(form({ ...signed, orderNo: "", type: "" }))).toMatchObject(ASREAD);
  expect(parse(form({ ...signed, type: "", notify_type: "capture" }))).toMatchObject({ kindHint: "capture" });
});

test.each(["strip-all", "trim", "none"])(
  "whitespace around a value means nothing, and the signature is over what was sent (whitespace: %s)",
  (whitespace) => {
    const own = accountWith({ profile: { signing: { whitespace } } });
    const sent = Object.fromEntries(Object.entries(SUCCESS).map(([name, value]) => [name, ` ${value}\t`]));
    const encryption_data = sign(own.profile.signing, "notification", sent, KEY);
    const more = { payment_status: "3000 ", token_id: " tok_1 ", is3ds: " 1", notify_type: "payment " };
    for (const body of [
      form({ ...sent, ...more, encryption_data }),
      JSON.stringify({ ...sent, ...more, encryption_data }),
    ])
      expect(parseNotification({ account: own, contentType: null, body: Buffer.from(body) })).toMatchObject({
        ...ASREAD,
        money: { currency: "EUR", minor: 1000n },
        fact: { reading: "captured", gatewayPaymentId: "17", token: "tok_1", threeDs: { used: true } },
      });
  },
);

test.each([" ", "00000000000000"])("a refund whose processing date is %j is accepted, not succeeded", (date) => {
  const more = { notify_type: "refund", refund_status: "1", refund_amount: "4.00 ", refund_processing_date: date };
  expect(parse(form({ ...signed, ...more }))).toMatchObject({ fact: { reading: "accepted", money: { minor: 400n } } });
});

test("the kind is read in upper or lower case; of two words of the profile the same spelling goes first", () => {
  expect(parse(form({ ...signed, notify_type: "PAYMENT" }))).toMatchObject({ ...ASREAD, kindHint: "payment" });
  expect(parse(form({ ...signed, notify_type: "Refund" }))).toMatchObject({ kindHint: "refund", signedFact: null });
  const own = accountWith({ profile: { notify: { kinds: { r: "refund", R: "review" } } } });
  const kindOf = (notify_type: string) =>
    parseNotification({ account: own, contentType: null, body: Buffer.from(form({ ...signed, notify_type })) });
  expect([kindOf("r"), kindOf("R")]).toMatchObject([{ kindHint: "refund" }, { kindHint: "review" }]);
});
