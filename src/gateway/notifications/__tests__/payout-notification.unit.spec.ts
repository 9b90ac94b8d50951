import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { effectiveOptions } from "../../../options/effective-options";
import { OptionsError } from "../../model/errors";
import { parseNotification } from "../notification";
import { parseOptions } from "../../../options/options";
import type { ParsedPayout } from "../payout-notification";
import { payoutSetup, payoutSetupWarning, readyPayouts } from "../../../options/payout-setup";
import { sign } from "../../signing/signing";
import { accountWith, KEY, optionsWith } from "../../__tests__/fixtures";

/** What a message about a payout proves and what of it is kept, and what has to be set before there are payouts. */
const account = accountWith({}, { payout: { amountUnit: "minor" } });
const IBAN = "DE89370400440532013000";
const SIGNED = {
  merchant_id: "100001",
  account_id: "100001001",
  transaction_id: "17672200000000099",
  request_id: "3f0b6a52-6c1e-4d8e-9a55-0f5a3c1f7e21",
  payment_currency: "EUR",
  payment_amount: "1025",
  status: "COMPLETED",
};
const REST = {
  beneficiary: { bank_details: { iban: IBAN, account_name: "Ada Lovelace" }, last_name: "Lovelace" },
  reference: "Invoice 7",
  fee_amount: 5.1,
  fee_currency: "EUR",
  failure_reason: `None for ${IBAN}`,
  failure_type: "UNKNOWN",
  last_updated_at: "2026-11-22T10:00:00+0000",
};
const signatureOf = (fields: Readonly<Record<string, string>>): string =>
  sign(account.profile.signing, "payoutNotification", fields, KEY);
const read = (fields: object, contentType = "application/json"): ReturnType<typeof parseNotification> =>
  parseNotification({ account, contentType, body: Buffer.from(JSON.stringify(fields)) });

function payout(fields: object): ParsedPayout {
  const parsed = read(fields);
  if (parsed.kind !== "payout") throw new Error(JSON.stringify(parsed));
  return parsed;
}
const signed = (more: Readonly<Record<string, string>> = {}): Record<string, unknown> => {
  const fields = { ...SIGNED, ...more };
  return { ...fields, ...REST, encryption_data: signatureOf(fields) };
};

test("a message with bank data gives its fact, and no bank data is kept", () => {
  const parsed = payout(signed());
  expect(parsed).toMatchObject({
    signature: "matched",
    fact: {
      kind: "payout",
      requestId: SIGNED.request_id,
      reading: "paid",
      money: { currency: "EUR", minor: 1025n },
      fee: { amount: "5.1", currency: "EUR" },
      failureReason: "None for •••• 3000",
      gatewayUpdatedAt: "2026-11-22T10:00:00.000Z",
    },
  });
  expect(JSON.stringify(parsed.kept)).not.toMatch(/3704|Lovelace|Invoice/);
  // What is kept gives the same fact and the same proof when it is read again.
  expect(payout(parsed.kept)).toEqual(parsed);
});

test("the same as a form, and with the kind payout also with an order number", () => {
  const fields = { ...SIGNED, encryption_data: signatureOf(SIGNED), beneficiary: JSON.stringify(REST.beneficiary) };
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const form = parseNotification({ account, contentType: "application/x-www-form-urlencoded", body });
  expect(form).toMatchObject({ kind: "payout", signature: "matched" });
  expect(payout({ ...signed(), notify_type: "payout", order_no: "acq_1" }).signature).toBe("matched");
});

test("its kind and ID are read in upper or lower case, and without the whitespace around them", () => {
  const capitals = { request_id: SIGNED.request_id.toUpperCase(), status: " completed " };
  const parsed = payout({ ...signed(capitals), notify_type: "PAYOUT", order_no: "acq_1" });
  expect(parsed).toMatchObject({ signature: "matched", fact: { requestId: SIGNED.request_id, reading: "paid" } });
  expect(payout(parsed.kept)).toEqual(parsed);
});

test("a message with an order number, or with the kind payment, is not a payout", () => {
  expect(read({ ...SIGNED, order_no: "acq_1" }).kind).toBe("payment");
  expect(read({ ...SIGNED, notify_type: "payment" }).kind).toBe("unreadable");
});

test("a payout of whose kind another spelling says payment is a payout, by its fields", () => {
  expect(payout({ ...SIGNED, notify_type: "PAYMENT" })).toMatchObject({ fact: { requestId: SIGNED.request_id } });
});

test.each([
  ["another account", { account_id: "100001002" }],
  ["no status, and a kind", { status: "", notify_type: "payout" }],
  ["an amount in neither unit", { payment_amount: "10.255" }],
  ["a name with two values", { requestId: "other" }],
  ["a field twice", { status: ["COMPLETED", "FAILED"], notify_type: "payout" }],
  ["a line in a number", { transaction_id: "1\n2" }],
])("%s is unreadable", (_name, more) => {
  expect(read({ ...signed(), ...more }).kind).toBe("unreadable");
});

test("an amount in the other unit, or without a configured unit, is kept and is no amount", () => {
  const parsed = payout(signed({ payment_amount: "10.25" }));
  expect(parsed).toMatchObject({ signature: "matched", fact: { money: null }, moneys: [{ minor: 1025n }] });
  const body = Buffer.from(JSON.stringify(signed()));
  const off = parseNotification({ account: accountWith({}), contentType: "application/json", body });
  expect(off).toMatchObject({ fact: { money: null }, moneys: [{ minor: 102_500n }, { minor: 1025n }] });
});

test("without a signature it is parsed and proves nothing", () => {
  expect(payout(SIGNED).signature).toBe("absent");
  expect(payout({ ...SIGNED, encryption_data: "0".repeat(64) }).signature).toBe("mismatched");
});

test("any change to the signed fields is a mismatch", () => {
  const names = Object.keys(SIGNED).filter((name) => !/^(merchant|account)_id$/.test(name));
  const change = fc.record({ name: fc.constantFrom(...names), value: fc.stringMatching(/^[A-Za-z0-9.-]{1,40}$/) });
  fc.assert(
    fc.property(change, ({ name, value }) => {
      const fields = { ...signed(), [name]: value };
      const parsed = read(fields);
      const isSame = Object.entries(SIGNED).every(([key, was]) => key !== name || was === value);
      expect(parsed.kind === "payout" && parsed.signature === "matched").toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

test("characters cannot be moved between values that are signed without separators", () => {
  const moved = [
    { payment_amount: "102", status: "5COMPLETED" },
    { payment_amount: "1025C", status: "OMPLETED" },
    { payment_currency: "EUR1", payment_amount: "025" },
  ].map((fields) => read({ ...SIGNED, ...fields, encryption_data: signatureOf(SIGNED) }));
  expect(moved.map((parsed) => parsed.kind === "payout" && parsed.signature === "matched")).toEqual([
    false,
    false,
    false,
  ]);
  // The request's own signature is that of a message without transaction and status, which is no message.
  const own = { ...SIGNED, transaction_id: "", status: "" };
  const request = sign(account.profile.signing, "payout", own, KEY);
  expect(request).toBe(signatureOf(own));
  expect(read({ ...own, notify_type: "payout", encryption_data: request }).kind).toBe("unreadable");
});

const KEYS = [{ id: "2026-11", key: randomBytes(32).toString("base64") }];
const FULL = {
  amountUnit: "minor",
  approvers: ["ada@shop.example", "grace@shop.example"],
  encryptionKeys: KEYS,
  limits: {
    EUR: { payout: "5000.00", day: "20000", beneficiary: "10000.50" },
    JPY: { payout: "1", day: "2", beneficiary: "2" },
  },
};
const options = (
  payouts: object,
  preparers: readonly string[] | null = ["user_lin"],
): ReturnType<typeof parseOptions> =>
  parseOptions(
    optionsWith({}, { payout: payouts, ...(preparers && { admin: { permissions: { payout: preparers } } }) }),
  );

describe("payouts are off until every required option is set", () => {
  test("missing options are listed in order, and do not stop the start", () => {
    const names = (payouts: object): string[] => payoutSetup(options(payouts)).missing.map(({ option }) => option);
    expect(names({})).toEqual(["payout.amountUnit", "payout.approvers", "payout.encryptionKeys", "payout.limits"]);
    expect(names({ ...FULL, approvers: [] })).toEqual(["payout.approvers"]);
    expect(names({ ...FULL, limits: {}, encryptionKeys: [] })).toEqual(["payout.encryptionKeys", "payout.limits"]);
    expect(payoutSetup(options(FULL))).toEqual({ ready: true, missing: [] });
    for (const noActors of [null, []]) {
      const { ready, missing } = payoutSetup(options(FULL, noActors));
      expect([ready, missing.map(({ option }) => option)]).toEqual([false, ["admin.permissions.payout"]]);
      expect(readyPayouts(options(FULL, noActors))).toBeNull();
      expect(payoutSetupWarning(options(FULL, noActors))).toMatch(/off until "admin.permissions.payout" is set/);
    }
    expect(readyPayouts(options({ ...FULL, limits: undefined }))).toBeNull();
    expect(readyPayouts(options(FULL))).toMatchObject({ revealers: FULL.approvers, approvalsNeeded: 1 });
    expect(readyPayouts(options({ ...FULL, revealers: [] }))?.revealers).toEqual([]);
  });

  test("the log reports them once some are set, and only then", () => {
    expect(payoutSetupWarning(options({}))).toBeNull();
    expect(payoutSetupWarning(options(FULL))).toBeNull();
    expect(payoutSetupWarning(options({ ...FULL, amountUnit: undefined }))).toMatch(/off until "payout.amountUnit" is/);
  });

  test.each([
    [{ amountUnit: "cents" }, /"payout.amountUnit" must be "major" or "minor"/],
    [{ encryptionKeys: [{ id: "a", key: "changeme" }] }, /must be 32 random bytes/],
    [{ encryptionKeys: [{ id: "a", key: "A".repeat(43) }] }, /is a placeholder/],
    [{ encryptionKeys: [...KEYS, ...KEYS] }, /has two keys of one id/],
    [{ encryptionKeys: [{ id: "a" }] }, /is missing/],
    [{ limits: { eur: FULL.limits.EUR } }, /three capital letters/],
    [{ limits: { EUR: { ...FULL.limits.EUR, day: "1.001" } } }, /currency's own decimals/],
    [{ limits: { EUR: { payout: "1" } } }, /is missing/],
    [{ approvers: "ada@shop.example" }, /list of user ids/],
    [{ ...FULL, approvalsNeeded: 3 }, /names fewer/],
    [{ accounts: ["other"] }, /no key of "accounts"/],
    [{ amountUnits: "minor" }, /did you mean "payout.amountUnit"\?/],
  ])("an invalid value stops the start: %j", (payouts, sentence) => {
    expect(() => options(payouts)).toThrow(OptionsError);
    expect(() => options(payouts)).toThrow(sentence);
  });

  test("keys may be base64 or hex, and are never printed", () => {
    const bytes = randomBytes(32);
    const written = [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
    for (const key of written) {
      const parsed = options({ ...FULL, encryptionKeys: [{ id: "a", key }] });
      expect(parsed.payout.encryptionKeys?.[0]?.key.export()).toEqual(bytes);
      const raw = optionsWith({}, { payout: { ...FULL, encryptionKeys: [{ id: "a", key }] } });
      const shown =
        inspect(parsed, { depth: 9 }) + JSON.stringify(parsed.payout) + JSON.stringify(effectiveOptions(raw));
      expect(written.filter((secret) => shown.includes(secret))).toEqual([]);
    }
  });
});
