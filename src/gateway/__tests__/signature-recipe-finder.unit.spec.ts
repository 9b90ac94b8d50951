import { createHash, createHmac } from "node:crypto";
import golden from "./golden-signatures.json";
import { KEY, accountWith } from "./fixtures";
import { findRecipe, readSample } from "../signing/signature-doctor";
import type { RecipeSearch } from "../signing/signature-doctor";
import type { SignedOperation } from "../model/profile";
import { sign } from "../signing/signing";
import { Signing } from "../model/signing-profile";
import { signFields } from "../../simulator/notifications/signature";

/** The samples are signed here with the words spelt out: what makes them shares no line with what finds them. */
const sha = (plain: string): string => createHash("sha256").update(plain, "utf8").digest("hex");
const OTHER_KEYS = ["an-older-key-000111", KEY];
const { fields } = accountWith().profile.notify;

const NOTIFICATION = {
  merchant_id: "100001",
  account_id: "100001001",
  transaction_id: "1767220000000001",
  order_no: "acq_1",
  currency: "EUR",
  amount: "10.00",
  order_status: "0",
  result_info: "0005:Do not honour",
  card: "411111******1111",
};
const REQUEST = {
  merchant_id: "100001",
  account_id: "100001001",
  order_no: "acq_2",
  currency: "EUR",
  amount: "12.50",
  first_name: "Ada Mary",
  last_name: "Lovelace",
  card: "4111111111111111",
  expiration_year: "2039",
  expiration_month: "12",
  security_code: "123",
  shopper_email: "ada@example.test",
  website: "shop.example",
};
const CAPTURE = {
  merchant_id: "100001",
  account_id: "100001001",
  capture_orders: [
    { transaction_id: "17", order_no: "acq_1" },
    { transaction_id: "18", order_no: "acq_2" },
  ],
};

const json = (message: object, signature: string): Buffer =>
  Buffer.from(JSON.stringify({ ...message, encryption_data: signature }));
const form = (message: Record<string, string>, signature: string): Buffer =>
  Buffer.from(new URLSearchParams({ ...message, encryption_data: signature }).toString());
const xml = (message: Record<string, string>, signature: string): Buffer =>
  Buffer.from(
    `<respon>${Object.entries({ ...message, encryption_data: signature })
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join("")}</respon>`,
  );

function search(body: Buffer, keys: readonly string[] = [KEY], operation: SignedOperation | null = null): RecipeSearch {
  return findRecipe(readSample({ body, fields, operation, account: { merchantId: null, accountId: null } }), keys);
}

const RESULT = "1000011000010011767220000000001acq_1EUR10.000";

const SAMPLES: readonly (readonly [string, Buffer, SignedOperation, Readonly<Record<string, unknown>>])[] = [
  ["our default", form(NOTIFICATION, sha(`${RESULT}0005:Donothonour${KEY}`)), "notification", {}],
  ["the simulator's own signature of a request", json(REQUEST, signFields("authorise", REQUEST, KEY)), "authorise", {}],
  [
    "white space kept",
    form(NOTIFICATION, sha(`${RESULT}0005:Do not honour${KEY}`)),
    "notification",
    { whitespace: "trim" },
  ],
  [
    "white space kept at the ends as well",
    json({ ...NOTIFICATION, result_info: " 0005:Do not honour" }, sha(`${RESULT} 0005:Do not honour${KEY}`)),
    "notification",
    { whitespace: "none" },
  ],
  [
    "the key first",
    form(NOTIFICATION, sha(`${KEY}${RESULT}0005:Donothonour`)),
    "notification",
    { keyPosition: "first" },
  ],
  ["the key on both sides", json(CAPTURE, sha(`${KEY}1000011000010011718${KEY}`)), "capture", { keyPosition: "both" }],
  [
    "HMAC",
    xml(NOTIFICATION, createHmac("sha256", KEY).update(`${RESULT}0005:Donothonour`).digest("hex")),
    "notification",
    { preset: "hmac-sha256" },
  ],
  [
    "values sorted by their names",
    // account_id amount currency merchant_id order_no order_status result_info transaction_id
    form(NOTIFICATION, sha(`10000100110.00EUR100001acq_100005:Donothonour1767220000000001${KEY}`)),
    "notification",
    { preset: "sorted-values" },
  ],
  [
    "sorted JSON",
    json(CAPTURE, sha(`{"account_id":"100001001","merchant_id":"100001","transaction_ids":"1718"}${KEY}`)),
    "capture",
    { preset: "sorted-json" },
  ],
  [
    "upper case, the status left out",
    form(NOTIFICATION, sha(`1000011000010011767220000000001acq_1EUR10.000005:Donothonour${KEY}`).toUpperCase()),
    "notification",
    { case: "upper" },
  ],
  [
    "another order of fields",
    json(REQUEST, sha(`100001100001001acq_212.50EURAdaMaryLovelace4111111111111111203912123ada@example.test${KEY}`)),
    "authorise",
    {
      fields: {
        authorise: [
          "merchant_id",
          "account_id",
          "order_no",
          "amount",
          "currency",
          "first_name",
          "last_name",
          "card",
          "expiration_year",
          "expiration_month",
          "security_code",
          "shopper_email",
        ],
      },
    },
  ],
  [
    "a field more and the security code left out",
    json(REQUEST, sha(`100001100001001acq_2EUR12.50AdaMaryLovelace4111111111111111203912ada@example.test${KEY}`)),
    "authorise",
    {
      fields: {
        authorise: [
          "merchant_id",
          "account_id",
          "order_no",
          "currency",
          "amount",
          "first_name",
          "last_name",
          "card",
          "expiration_year",
          "expiration_month",
          "shopper_email",
        ],
      },
    },
  ],
  [
    "the shop's site signed too",
    json(
      REQUEST,
      sha(`100001100001001acq_2EUR12.50AdaMaryLovelace4111111111111111203912123ada@example.testshop.example${KEY}`),
    ),
    "authorise",
    {
      fields: {
        authorise: [
          "merchant_id",
          "account_id",
          "order_no",
          "currency",
          "amount",
          "first_name",
          "last_name",
          "card",
          "expiration_year",
          "expiration_month",
          "security_code",
          "shopper_email",
          "website",
        ],
      },
    },
  ],
];

it.each(SAMPLES)("finds the recipe of a sample: %s", (_name, body, operation, options) => {
  const begun = performance.now();
  const found = search(body, OTHER_KEYS);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(found).toMatchObject({ kind: "found", operation, keyNumber: 2, options });
  if (found.kind !== "found") return;
  // What is to be pasted makes the very signature, by the code that will sign and verify.
  const sample = readSample({ body, fields, operation, account: { merchantId: null, accountId: null } });
  expect(sign(Signing.parse(found.options), operation, sample.values, KEY)).toBe(sample.signature);
  expect(JSON.stringify(found)).not.toContain(KEY);
});

it.each(golden.map((vector) => [vector.name, vector] as const))(
  "our own recipe is found first: %s",
  (_name, vector) => {
    const operation = Signing.shape.fields.unwrap().keyType.parse(vector.operation);
    const found = search(json(vector.fields, vector.digest), [vector.key], operation);
    expect(found).toMatchObject({ kind: "found", operation, options: {}, tried: 1 });
  },
);

it("says what one message cannot decide", () => {
  const message = { ...NOTIFICATION, result_info: "0000:Success", order_status: "1" };
  const found = search(form(message, sha(`1000011000010011767220000000001acq_1EUR10.0010000:Success${KEY}`)));
  expect(found).toMatchObject({ kind: "found", undecided: ["whitespace"] });
});

it("reports within 5 seconds that none matches, if the key is another one", () => {
  const begun = performance.now();
  const found = search(json(REQUEST, signFields("authorise", REQUEST, "a-key-we-do-not-have")), OTHER_KEYS);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(found).toMatchObject({ kind: "none", reason: expect.stringContaining("profile.signing.sign") });
});

it("names the kind of signature that options cannot express", () => {
  const md5 = createHash("md5").update("x").digest("hex");
  expect(search(form(NOTIFICATION, md5))).toMatchObject({
    kind: "none",
    reason: expect.stringContaining("MD5"),
    tried: 0,
  });
});

it("rejects a sample without a signature, and lists the names it tried", () => {
  const read = (): unknown => search(Buffer.from(new URLSearchParams(NOTIFICATION).toString()));
  expect(read).toThrow("looked for encryption_data, signInfo, sign");
});

it("reads a notification under its alternative names", () => {
  const message = {
    tradeNo: "17",
    orderNo: "acq_1",
    orderCurrency: "EUR",
    orderAmount: "10.00",
    orderStatus: "1",
    orderInfo: "0000:Success",
    signInfo: sha(`10000110000100117acq_1EUR10.0010000:Success${KEY}`),
  };
  const body = Buffer.from(new URLSearchParams(message).toString());
  const account = { merchantId: "100001", accountId: "100001001" };
  expect(findRecipe(readSample({ body, fields, operation: null, account }), [KEY])).toMatchObject({
    kind: "found",
    operation: "notification",
    options: {},
  });
});

describe("messages in a different form than in the interface", () => {
  const envelope = { merchant_id: "100001", account_id: "100001001", return_status: "1", return_message: "OK" };
  const sampleOf = (body: Buffer) =>
    readSample({ body, fields, operation: null, account: { merchantId: null, accountId: null } });

  test("a single item sent as an object counts as a list of one, and is reported", () => {
    const body = json(
      { ...envelope, capture_orders: { transaction_id: "17", capture_status: "1" } },
      sha(`10000110000100117${KEY}`),
    );
    const sample = sampleOf(body);
    expect(findRecipe(sample, [KEY])).toMatchObject({ kind: "found", operation: "captureResponse", options: {} });
    expect(sample.forms).toEqual([{ field: "capture_orders", form: "one object instead of a list of one" }]);
  });

  test("a refund search is distinguished from a refund response", () => {
    const found = (item: object): RecipeSearch =>
      findRecipe(sampleOf(json({ ...envelope, refund_orders: [item] }, sha(`100001100001001${KEY}`))), [KEY]);
    expect(found({ transaction_id: "17", refund_status: "1", refund_processing_date: "" })).toMatchObject({
      operation: "retrievalRefundResponse",
    });
    expect(found({ transaction_id: "17", refund_status: "1", refund_message: "V0000:OK" })).toMatchObject({
      operation: "refundResponse",
    });
  });

  test("a payout response echoes the request, a payout notification does not", () => {
    const payout = { merchant_id: "1", account_id: "2", request_id: "r", payment_amount: "10", status: "COMPLETED" };
    expect(sampleOf(json({ ...payout, beneficiary: { first_name: "Ada" } }, "a")).operations[0]).toBe("payoutResponse");
    expect(sampleOf(json(payout, "a")).operations[0]).toBe("payoutNotification");
  });

  test("JSON numbers are reported by their field", () => {
    const sample = sampleOf(json({ ...NOTIFICATION, amount: 10, order_status: 0 }, "a"));
    expect(sample.forms).toEqual([
      { field: "amount", form: "a JSON number instead of a text" },
      { field: "order_status", form: "a JSON number instead of a text" },
    ]);
  });
});
