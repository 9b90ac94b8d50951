import { authoriseBody } from "../operations/authorise";
import { checkoutFields } from "../operations/checkout";
import type { AuthoriseRequest, Instrument } from "../model/payment-request";
import type { SignedOperation } from "../model/profile";
import { sign } from "../signing/signing";
import { accountWith, KEY } from "./fixtures";
import { card, gateway, request, result, text, withClient } from "./scripted-gateway";

/** What each way to pay puts on the wire, and what it must leave out. */
const apm: Instrument = {
  kind: "apm",
  method: "pix",
  bankCode: "B1",
  person: {
    document_number: " 123 ",
    birth_date: "1815-12-10",
    email: "",
    phone_number: null,
    documents: { file_type: null, labels: { bank_account: { owner_name: "Ada", bank: { code: "B1" } } } },
  },
  deliveryDistrict: "Mitte",
  deliveryStreet: "Hauptstr.",
};
const token: Instrument = { kind: "token", token: "tok_1", securityCode: null, firstName: "Ada", lastName: "L" };
const checkout: Instrument = { kind: "checkout", save: false };
const paidBy = (instrument: Instrument, more: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
  ...request,
  ...more,
  instrument,
});
const bodyOf = (instrument: Instrument, more: Partial<AuthoriseRequest> = {}): Record<string, unknown> =>
  authoriseBody(accountWith(), paidBy(instrument, more));
const signatureOf = (operation: SignedOperation, body: Record<string, unknown>): string => {
  const texts = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  return sign(accountWith().profile.signing, operation, texts, KEY);
};

const CARD_FIELDS = ["card", "expiration_month", "expiration_year", "security_code"];
const RISK = ["cart_items", "account_owner", "total_discount", "additional_information", "subscription"];

test("a card is saved only at the customer's request", () => {
  const kept = (save: boolean) => bodyOf({ kind: "card", card, save, authentication: null }).token_flag;
  expect([kept(true), kept(false)]).toEqual(["YES", "NO"]);
});

test("an external authentication is sent, with empty values for missing fields", () => {
  const authentication = { eci: "05", cavv: "AAAB", xid: null, dsTransId: "ds-1" };
  const body = bodyOf({ kind: "card", card, save: false, authentication });
  expect(body.additional_information).toEqual([{ mpi_info: { eci: "05", cavv: "AAAB", xid: "", dsTransID: "ds-1" } }]);
  const partial = { ...authentication, xid: "x", dsTransId: null };
  expect(bodyOf({ kind: "card", card, save: false, authentication: partial }).additional_information).toEqual([
    { mpi_info: { eci: "05", cavv: "AAAB", xid: "x", dsTransID: "" } },
  ]);
});

test("the challenge window has the device's size, otherwise the profile's", () => {
  const sized = (challengeWindowSize: string | null) =>
    bodyOf(token, { device: { ...request.device, challengeWindowSize } }).challenge_window_size;
  expect([sized("02"), sized(null)]).toEqual(["02", "05"]);
});

test("the risk provider's cookie is sent under the profile's name, if present", () => {
  const account = accountWith({ profile: { fields: { riskCookie: "rp_cookie" } } });
  const device = { ...request.device, riskCookie: "abc" };
  expect(authoriseBody(account, { ...request, device })).toMatchObject({ rp_cookie: "abc" });
  expect(bodyOf(token)).not.toHaveProperty("riskprovider_token_cookie");
});

test("a payment by token contains the token and no card", () => {
  const body = bodyOf(token);
  expect(body).toMatchObject({ token_id: "tok_1", token_flag: "NO", first_name: "Ada", open3d: "do3DS" });
  for (const name of [...CARD_FIELDS, "return_url"]) expect(body).not.toHaveProperty(name);
  expect(body.encryption_data).toBe(signatureOf("authoriseToken", body));
  const withCode = bodyOf({ ...token, securityCode: "123" });
  expect(withCode.security_code).toBe("123");
  expect(withCode.encryption_data).toBe(signatureOf("authoriseToken", withCode));
});

test("an alternative method contains its own fields and a complete person", () => {
  const body = bodyOf(apm);
  expect(body).toMatchObject({
    payment_method: "pix",
    bank_code: "B1",
    return_url: request.returnUrl,
    delivery_district_name: "Mitte",
    delivery_street_name: "Hauptstr.",
    first_name: "Ada",
    last_name: "Lovelace",
  });
  expect(body.person).toEqual({
    document_number: "123",
    birth_date: "10-12-1815",
    documents: { labels: { bank_account: { owner_name: "Ada", bank: { code: "B1" } } } },
  });
  expect(body.encryption_data).toBe(signatureOf("authoriseApm", body));
});

test("an alternative method contains no card, token, 3-D Secure or risk field", () => {
  const body = bodyOf(apm);
  for (const name of [...CARD_FIELDS, ...RISK, "open3d", "challenge_window_size", "token_flag", "token_id"]) {
    expect(body).not.toHaveProperty(name);
  }
});

test("without an address an alternative method has no name, and an empty person is omitted", () => {
  const body = bodyOf({ ...apm, person: { email: " " } }, { billing: null, delivery: null });
  for (const name of ["first_name", "last_name", "person"]) expect(body).not.toHaveProperty(name);
  expect(bodyOf({ ...apm, person: null })).not.toHaveProperty("person");
});

test("undocumented fields of a person are not sent", () => {
  const person = { document_number: "1", card: "4111111111111111" };
  expect(bodyOf({ ...apm, person }).person).toEqual({ document_number: "1" });
});

test("the checkout form is flat and signed, and contains no card", () => {
  const fields: Record<string, string> = checkoutFields(accountWith(), paidBy({ kind: "checkout", save: true }));
  expect(fields).toMatchObject({
    amount: "10.00",
    return_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    notify_url: request.notifyUrl,
    token_flag: "YES",
    first_name: "Ada",
  });
  expect(Object.values(fields).every((value) => typeof value === "string")).toBe(true);
  for (const name of [...CARD_FIELDS, ...RISK]) expect(fields).not.toHaveProperty(name);
  expect(fields.encryption_data).toBe(signatureOf("checkout", fields));
});

test("the hosted page is not authorised, and nothing else is opened as a page", () => {
  expect(() => bodyOf(checkout)).toThrow(TypeError);
  expect(() => checkoutFields(accountWith(), paidBy(token))).toThrow(TypeError);
});

test.each([
  ["tok_1", "tok_1"],
  ["4111111111111111", null],
  ["4111-1111-1111-1111", null],
  ["4111111111111112", "4111111111111112"],
  ["with space", null],
  ["x".repeat(51), null],
])("the token %s of a response is read as %s", async (token_id, expected) => {
  gateway.reply = text(result({ token_id }));
  const outcome = await withClient(({ writes }) => writes.authorise(request));
  expect(outcome).toMatchObject({ kind: "settled", fact: { token: expected } });
});

test.each([
  ["eci=05;cavv=x", "05"],
  ["ECI: 5", "05"],
  ['{"threeds_eci":"7"}', "07"],
  ["eci=051", null],
  ["specie=05", null],
  ["frictionless", null],
])(
  "the 3-D Secure text %s gives the indicator %s, and does not say whether it was used",
  async (threeds_result, eci) => {
    gateway.reply = text(result({ threeds_result }));
    const outcome = await withClient(({ writes }) => writes.authorise(request));
    expect(outcome).toMatchObject({ fact: { threeDs: { used: null, eci } } });
  },
);

test("the indicator of an external authentication is kept if the response has none", async () => {
  const authentication = { eci: "02", cavv: "AAAB", xid: null, dsTransId: null };
  const asked = paidBy({ kind: "card", card, save: false, authentication });
  gateway.reply = text(result());
  const silent = await withClient(({ writes }) => writes.authorise(asked));
  expect(silent).toMatchObject({ fact: { threeDs: { used: null, result: null, eci: "02" } } });
  gateway.reply = text(result({ threeds_result: "eci=05" }));
  expect(await withClient(({ writes }) => writes.authorise(asked))).toMatchObject({ fact: { threeDs: { eci: "05" } } });
});

test("an alternative method that redirects to the issuer waits for the customer", async () => {
  gateway.reply = text(
    "<respon><order_no>acq_1</order_no><amount>10.00</amount><currency>EUR</currency><issuer_url>https://bank.example/pay?id=1&amp;s=2</issuer_url></respon>",
  );
  const outcome = await withClient(({ writes }) => writes.authorise(paidBy(apm)));
  expect(outcome).toMatchObject({
    kind: "pending",
    fact: { reading: "action_required", actionUrl: "https://bank.example/pay?id=1&s=2", token: null },
  });
  expect(JSON.parse(gateway.received[0]?.body ?? "{}")).toMatchObject({ payment_method: "pix" });
});
