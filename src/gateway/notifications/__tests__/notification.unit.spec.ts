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
