import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import fc from "fast-check";
import { createCurrency, createMoney, exponentOf, toMajor } from "../../src/gateway/money";
import { CardProvider } from "../../src/providers/acquiring/card";
import { amountScenarios } from "../../src/simulator/scenarios";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * Medusa's capture row, through the provider, the ledger and the wire, to the
 * gateway's book: the same number, whatever the currency and however Medusa wrote
 * it. Only Medusa's own rows are laid out here; everything behind them is real.
 * Both sides are compared as texts of digits, with code that knows no currency.
 */
const RUNS = 150;
/** None, two and three decimals; of the last, what fits into the wire's two. */
const CURRENCIES = ["EUR", "USD", "HUF", "JPY", "KRW", "ISK", "KWD"] as const;
const LONG = 180_000;

let stage: OwnLedger;
let service: ReturnType<OwnLedger["service"]>;
const rows = new Map<string, object>();
let provider: CardProvider;
let made = 0;

beforeAll(async () => {
  stage = await ownLedger("exact_amounts");
  service = stage.service(undefined, { money: { allowThreeDecimals: true } });
  const table = { retrieve: async (id: string) => rows.get(id) };
  // None of Medusa's payments here has an order.
  const connection = Object.assign(() => undefined, { raw: async () => ({ rows: [] }) });
  provider = new CardProvider({
    acquiring: service,
    paymentService: table,
    captureService: table,
    refundService: table,
    [ContainerRegistrationKeys.PG_CONNECTION]: connection,
  });
});
afterAll(() => stage.close());

/** A payment that the gateway has authorised, with Medusa's rows for it and for one capture of this amount. */
async function begin(requested: bigint, currency: string, value: string | number): Promise<{ sessionId: string }> {
  made += 1;
  const sessionId = `payses_exact_${String(made)}`;
  const money = createMoney(requested, createCurrency(currency));
  await service.pay(cardPayment(sessionId, `cart_${sessionId}`, { money }));
  rows.set(`pay_${sessionId}`, { id: `pay_${sessionId}`, currency_code: currency, payment_session_id: sessionId });
  rows.set(`capt_${sessionId}`, {
    id: `capt_${sessionId}`,
    raw_amount: { value, precision: 20 },
    payment: { id: `pay_${sessionId}` },
  });
  return { sessionId };
}

const capture = (sessionId: string): Promise<unknown> =>
  provider.capturePayment({ data: {}, context: { idempotency_key: `capt_${sessionId}` } });

async function atGateway(sessionId: string): Promise<{ captured: string; currency: string; captures: number }> {
  const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
  const answer = await fetch(`${stage.gateway.url}/_control/state?order_no=${String(orderNo)}`);
  const { transactions } = await answer.json();
  const [{ captured, currency, captures }] = transactions;
  return { captured, currency, captures: captures.length };
}

/** A decimal text without what changes nothing: `1000.00` and `1000` are both `1000`. */
const bare = (decimal: string): string => decimal.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

/** The cents of some amounts make the simulator decline, or worse. */
const isPlain = (hundredths: bigint): boolean =>
  !amountScenarios.some(({ cents }) => BigInt(cents) === hundredths % 100n);

const anAmount = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    whole: fc.bigInt({ min: 1n, max: 99_999_999n }).filter(isPlain),
    percent: fc.bigInt({ min: 1n, max: 100n }),
    writes: fc.constantFrom("short", "padded", "number"),
  })
  .map(({ currency, whole, percent, writes }) => {
    const step = exponentOf(createCurrency(currency)) === 3 ? 10n : 1n;
    const requested = whole * step;
    const share = (whole * percent) / 100n;
    const captured = (share === 0n ? 1n : share) * step;
    const major = toMajor(createMoney(captured, createCurrency(currency)));
    const value = { short: bare(major), padded: `${major}${major.includes(".") ? "00" : ".000"}`, number: +major }[
      writes
    ];
    return { currency, requested, captured, value };
  });

describe("14 a partial capture's amount at the gateway equals the capture row's", () => {
  test(
    "in currencies with none, two and three decimals, however Medusa wrote the number",
    async () => {
      await fc.assert(
        fc.asyncProperty(anAmount, async ({ currency, requested, captured, value }) => {
          const { sessionId } = await begin(requested, currency, value);
          await capture(sessionId);
          expect(await atGateway(sessionId)).toMatchObject({ currency, captures: 1 });
          expect(bare((await atGateway(sessionId)).captured)).toBe(bare(String(value)));
          const row = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
          expect([row.state, BigInt(row.captured)]).toEqual(["captured", captured]);
        }),
        { numRuns: RUNS, seed: 14 },
      );
      const seen = await stage.pg("acquiring_payment_attempt").distinct("currency");
      expect(seen.map(({ currency }) => currency).sort()).toEqual([...CURRENCIES].sort());
    },
    LONG,
  );

  test.each([
    ["JPY", 1_000n, "500.5"],
    ["JPY", 1_000n, 0.01],
    ["EUR", 10_000n, "33.333"],
    ["EUR", 10_000n, "1e1"],
    ["EUR", 10_000n, "-10"],
    ["EUR", 10_000n, "100.01"],
    ["EUR", 10_000n, "0"],
    // Three decimals that the wire's two cannot carry.
    ["KWD", 10_000n, "3.333"],
  ])("%s of %i: a capture row of %s is refused and nothing is taken", async (currency, requested, value) => {
    const { sessionId } = await begin(requested, currency, value);
    await expect(capture(sessionId)).rejects.toThrow();
    expect(await atGateway(sessionId)).toMatchObject({ captured: "0.00", captures: 0 });
    const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
    const sent = (await stage.gateway.requests()).filter(({ body }) => JSON.stringify(body).includes(orderNo));
    expect(sent.map(({ operation }) => operation)).toEqual(["authorise"]);
    const open = await stage
      .pg("acquiring_operation")
      .where({ idempotency_key: `capt_${sessionId}`, status: "unknown" });
    expect(open).toEqual([]);
  });
});
