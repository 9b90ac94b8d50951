import fc from "fast-check";
import type { PayoutUnit } from "../model/payout-profile";
import { createCurrency, createMoney, exponentOf } from "../model/money";
import { payoutBody } from "../operations/payout";
import type { PayoutOutcome } from "../model/outcome";
import { readPayoutMoney, toPayoutWire } from "../model/payout-money";
import type { PayoutRequest } from "../model/payout-request";
import { momentOf, redactAccounts } from "../reading/payout-status-reader";
import { sign } from "../signing/signing";
import { accountWith, KEY } from "./fixtures";
import { gateway, json, text, withClient } from "./scripted-gateway";

/** A payout on the wire: what is sent, in which unit, and what an answer proves. */
const accountIn = (amountUnit: PayoutUnit, profile: object = {}) =>
  accountWith({ profile }, { payout: { amountUnit } });
const money = (minor: bigint, currency = "EUR") => createMoney(minor, createCurrency(currency));
const REQUEST_ID = "3f0b6a52-6c1e-4d8e-9a55-0f5a3c1f7e21";

const REQUEST: PayoutRequest = {
  requestId: REQUEST_ID,
  money: money(1_025n),
  sourceMoney: null,
  sourceCurrency: createCurrency("USD"),
  beneficiary: {
    entity_type: "INDIVIDUAL",
    first_name: "Ada",
    last_name: "Lovelace",
    company_name: "",
    address: { city: "Berlin", country_code: "DE", street: undefined },
    bank_details: { iban: "DE89370400440532013000", swift_code: "COBADEFFXXX", account_number: "" },
    additional_info: {},
    person_documents: [{ file_type: "PASSPORT", file_url: "https://files.example/1", labels: [] }],
  },
  beneficiaryId: null,
  payer: { entity_type: "COMPANY", company_name: "Shop Ltd", address: { city: "" } },
  method: "SWIFT",
  swiftChargeOption: "SHARED",
  feePaidBy: "PAYER",
  fundSource: null,
  paymentDate: "2026-11-23",
  reference: "Invoice 7",
  reason: null,
  clientData: "order_1",
  notifyUrl: "https://api.shop.example/acquiring/notify/main",
};

const ANSWER = {
  merchant_id: "100001",
  account_id: "100001001",
  request_id: REQUEST_ID,
  payment_currency: "EUR",
  payment_amount: "1025",
  transaction_id: "17672200000000099",
  short_reference_id: "P00000099",
  status: "COMPLETED",
  fee_amount: 5.1,
  fee_currency: "EUR",
  amount_payer_pays: 1030.1,
  amount_beneficiary_receives: 1025,
  created_at: "2026-11-22T10:00:00+0000",
  last_updated_at: "2026-11-22T11:30:00+0130",
};

const payOut = (profile: object = {}, amountUnit?: PayoutUnit): Promise<PayoutOutcome> =>
  withClient(({ writes }) => writes.payout(REQUEST), profile, undefined, amountUnit && { payout: { amountUnit } });

async function answered(fields: object, profile: object = {}): Promise<PayoutOutcome> {
  gateway.reply = json({ ...ANSWER, ...fields });
  return payOut(profile, "minor");
}

describe("the request", () => {
  test("it contains the given fields, signed as sent, and no empty ones", () => {
    const signed = {
      merchant_id: "100001",
      account_id: "100001001",
      request_id: REQUEST_ID,
      payment_currency: "EUR",
      payment_amount: "1025",
    };
    expect(payoutBody(accountIn("minor"), REQUEST)).toEqual({
      ...signed,
      beneficiary: {
        entity_type: "INDIVIDUAL",
        first_name: "Ada",
        last_name: "Lovelace",
        address: { city: "Berlin", country_code: "DE" },
        bank_details: { iban: "DE89370400440532013000", swift_code: "COBADEFFXXX" },
        person_documents: [{ file_type: "PASSPORT", file_url: "https://files.example/1" }],
      },
      client_data: "order_1",
      fee_paid_by: "PAYER",
      payer: { entity_type: "COMPANY", company_name: "Shop Ltd" },
      payment_date: "2026-11-23",
      payment_method: "SWIFT",
      reference: "Invoice 7",
      source_currency: "USD",
      swift_charge_option: "SHARED",
      notify_url: "https://api.shop.example/acquiring/notify/main",
      encryption_data: sign(accountIn("minor").profile.signing, "payout", signed, KEY),
    });
  });

  test.each([
    ["EUR", 1_025n, "1025", "10.25"],
    ["EUR", 1_000n, "1000", "10"],
    ["EUR", 1_050n, "1050", "10.50"],
    ["EUR", 1n, "1", "0.01"],
    ["JPY", 1_000n, "1000", "1000"],
    ["KWD", 1_234n, "1234", "1.234"],
    ["KWD", 1_230n, "1230", "1.230"],
    ["KWD", 5_000n, "5000", "5"],
  ])("%s %s is %s in minor and %s in major units", (currency, minor, inMinor, inMajor) => {
    expect(toPayoutWire(money(minor, currency), accountIn("minor"))).toBe(inMinor);
    expect(toPayoutWire(money(minor, currency), accountIn("major"))).toBe(inMajor);
  });

  test("what is read equals what was written, for any amount, currency and unit", () => {
    const currencies = fc.constantFrom("EUR", "USD", "JPY", "KRW", "KWD", "BHD", "CLF");
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_999_999_999n }),
        currencies,
        fc.constantFrom<PayoutUnit>("major", "minor"),
        (minor, currency, unit) => {
          const account = accountIn(unit);
          const wire = toPayoutWire(money(minor, currency), account);
          expect(readPayoutMoney(wire, currency, account)).toEqual(money(minor, currency));
          const decimals = wire.includes(".") ? wire.length - wire.indexOf(".") - 1 : 0;
          expect([0, unit === "minor" ? 0 : exponentOf(createCurrency(currency))]).toContain(decimals);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what cannot be expressed is not sent: no unit, a zero amount, a refused fraction, too long", async () => {
    expect(await payOut()).toMatchObject({
      kind: "not_sent",
      reason: { message: expect.stringContaining("amountUnit") },
    });
    expect(gateway.received).toEqual([]);
    const refusing = accountIn("major", { payout: { majorFractions: "refuse" } });
    expect(toPayoutWire(money(1_000n), refusing)).toBe("10");
    expect(() => toPayoutWire(money(1_025n), refusing)).toThrow(/not whole/);
    expect(() => toPayoutWire(money(0n), accountIn("minor"))).toThrow(/greater than zero/);
    expect(() => toPayoutWire(money(10n ** 16n), accountIn("minor"))).toThrow(/15 characters/);
  });
});

describe("the response", () => {
  test.each([
    [{}, "settled"],
    [{ status: "Paid", failure_type: "UNKNOWN", failure_reason: "None" }, "settled"],
    [{ request_id: REQUEST_ID.toUpperCase() }, "settled"],
    [{ status: " COMPLETED ", payment_amount: "1025 " }, "settled"],
    [{ status: "PROCESSING" }, "pending"],
    [{ status: "SUSPENDED" }, "pending"],
    [{ status: "IN_LIMBO" }, "pending"],
    [{ status: "constructor" }, "pending"],
    [{ status: "FAILED" }, "declined"],
    [{ status: "RECALLED", request_id: "" }, "declined"],
    [{ status: "FAILED", payment_amount: "1026" }, "unknown"],
    [{ status: "FAILED", payment_amount: null }, "unknown"],
    [{ status: "FAILED", request_id: REQUEST_ID.replace("3", "4") }, "unknown"],
    [{ payment_amount: undefined }, "unknown"],
    [{ payment_currency: "USD" }, "unknown"],
    [{ payment_currency: "USD", payment_amount: undefined, status: "PROCESSING" }, "unknown"],
    [{ payment_amount: "10.25" }, "unknown"],
    [{ payment_amount: "1e3" }, "unknown"],
    [{ payment_amount: 1025 }, "settled"],
    [{ account_id: "100001002" }, "unknown"],
    [{ status: "" }, "unknown"],
    [{ status: undefined }, "unknown"],
  ])("%j is %s", async (fields, kind) => {
    expect((await answered(fields)).kind).toBe(kind);
  });

  test.each([400, 404, 409, 429, 500, 503])("HTTP %s is unknown: the gateway may have accepted it", async (status) => {
    gateway.reply = (_req, res) => res.writeHead(status).end("no");
    expect((await payOut({}, "minor")).kind).toBe("unknown");
  });

  test("no response, a page and a truncated document are unknown; a refused connection is not sent", async () => {
    gateway.reply = (req) => req.socket.destroy();
    expect((await payOut({}, "minor")).kind).toBe("unknown");
    gateway.reply = text("<html>maintenance</html>");
    expect((await payOut({}, "minor")).kind).toBe("unknown");
    gateway.reply = text('{"status":"COMPLETED"');
    expect((await payOut({}, "minor")).kind).toBe("unknown");
    const closed = "http://127.0.0.1:1";
    const payout = { payout: { amountUnit: "minor" } };
    expect((await withClient(({ writes }) => writes.payout(REQUEST), {}, closed, payout)).kind).toBe("not_sent");
  });

  test("its amounts are display texts, its times are instants, and a reason contains no account", async () => {
    const failure_reason = "Account DE89 3704 0044 0532 0130 00 (0532013000) closed on 2026";
    const outcome = await answered({ status: "FAILED", failure_reason });
    expect(outcome).toMatchObject({
      kind: "declined",
      fact: {
        reading: "failed",
        status: "FAILED",
        money: money(1_025n),
        transactionId: "17672200000000099",
        shortReference: "P00000099",
        fee: { amount: "5.1", currency: "EUR" },
        payerPays: "1030.1",
        beneficiaryReceives: "1025",
        failureReason: "Account •••• 3000 (•••• 3000) closed on 2026",
        gatewayCreatedAt: "2026-11-22T10:00:00.000Z",
        gatewayUpdatedAt: "2026-11-22T10:00:00.000Z",
      },
    });
  });

  test("the owner's table takes precedence over ours", async () => {
    const statuses = { IN_LIMBO: "paid", SENT: "paid" };
    expect((await answered({ status: "in_limbo" }, { payout: { statuses } })).kind).toBe("settled");
    expect((await answered({ status: "SENT" }, { payout: { statuses } })).kind).toBe("settled");
    expect((await answered({ status: "PAID" }, { payout: { statuses } })).kind).toBe("settled");
  });

  test("with enforce it must be signed", async () => {
    const signing = { responses: "enforce" };
    const { merchant_id, account_id, request_id, payment_currency, payment_amount } = ANSWER;
    const signed = { merchant_id, account_id, request_id, payment_currency, payment_amount };
    const encryption_data = sign(accountIn("minor").profile.signing, "payoutResponse", signed, KEY);
    expect((await answered({}, { signing })).kind).toBe("unknown");
    expect((await answered({ encryption_data }, { signing })).kind).toBe("settled");
  });
});

test.each([
  ["2026-11-22T10:00:00+0000", "2026-11-22T10:00:00.000Z"],
  ["2026-11-22T10:00:00-05:30", "2026-11-22T15:30:00.000Z"],
  ["2026-11-22T10:00:00Z", "2026-11-22T10:00:00.000Z"],
  ["2026-11-22 10:00:00", null],
  ["2026-13-22T10:00:00+0000", null],
  [null, null],
])("the time %s is %s", (written, moment) => {
  expect(momentOf(written)).toBe(moment);
});

test("a reason without an account is unchanged", () => {
  const reason = "Rejected after 5 business days, code R123456: NOT PERMITTED in 2026";
  expect(redactAccounts(reason)).toBe(reason);
});

test("30 a payout's age is checked before its first byte", async () => {
  const sent = await withClient(({ writes }) => writes.payout(REQUEST, () => false), {}, undefined, {
    payout: { amountUnit: "minor" },
  });
  expect(sent).toMatchObject({ kind: "not_sent", reason: { code: "too_late" } });
});
