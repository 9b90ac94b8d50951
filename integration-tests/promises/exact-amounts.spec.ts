import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import fc from "fast-check";
import { createCurrency, createMoney, exponentOf, toMajor } from "../../src/gateway/model/money";
import { CardProvider } from "../../src/providers/acquiring/card";
import { amountScenarios } from "../../src/simulator/faults/scenarios";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { createMoneyTables } from "../support/medusa-money-tables";
import { ownLedger } from "../support/own-ledger";

/**
 * Medusa's capture and refund rows, through provider, ledger and wire, to the gateway: the same amount for every
 * currency and however Medusa wrote it. Only Medusa's rows are created here; the guards read them in Postgres, and the
 * rest is real. Both sides are compared as digits, by code that knows no currency.
 */
const RUNS = 150;
/** None, two and three decimals; of the last, what fits the wire's two. */
const CURRENCIES = ["EUR", "USD", "HUF", "JPY", "KRW", "ISK", "KWD"] as const;
const LONG = 180_000;

let stage: OwnLedger;
let service: ReturnType<OwnLedger["service"]>;
let provider: CardProvider;
let made = 0;

beforeAll(async () => {
  stage = await ownLedger("exact_amounts");
  service = stage.service(undefined, { money: { allowThreeDecimals: true } });
  await createMoneyTables(stage.pg);
  provider = new CardProvider({ acquiring: service, [ContainerRegistrationKeys.PG_CONNECTION]: stage.pg });
});
afterAll(() => stage.close());

type Written = string | number;

/** A payment authorised by the gateway, and Medusa's row for it. `amount`: Medusa's own, if it is not rounded. */
async function begin(requested: bigint, currency: string, amount?: string): Promise<string> {
  made += 1;
  const sessionId = `payses_exact_${String(made)}`;
  const money = createMoney(requested, createCurrency(currency));
  await service.pay(cardPayment(sessionId, `cart_${sessionId}`, { money }));
  const payment = { id: `pay_${sessionId}`, currency_code: currency, payment_session_id: sessionId };
  await stage.pg("payment").insert({ ...payment, payment_collection_id: "none", amount: amount ?? toMajor(money) });
  return sessionId;
}

/** As core does: the row is written before the provider is called, and deleted if it throws. */
async function ask(kind: "capture" | "refund", sessionId: string, value: Written): Promise<unknown> {
  made += 1;
  const id = `${kind === "capture" ? "capt" : "ref"}_exact_${String(made)}`;
  const raw = JSON.stringify({ value, precision: 20 });
  await stage.pg(kind).insert({ id, payment_id: `pay_${sessionId}`, amount: value, raw_amount: raw });
  const input = { data: {}, amount: value, context: { idempotency_key: id } };
  try {
    return await (kind === "capture" ? provider.capturePayment(input) : provider.refundPayment(input));
  } catch (error) {
    await stage.pg(kind).where({ id }).update({ deleted_at: new Date() });
    throw error;
  }
}

interface AtGateway {
  readonly captured: string;
  readonly refunded: string;
  readonly currency: string;
  readonly captures: number;
  readonly refunds: number;
}

async function atGateway(sessionId: string): Promise<AtGateway> {
  const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
  const answer = await fetch(`${stage.gateway.url}/_control/state?order_no=${String(orderNo)}`);
  const { transactions } = await answer.json();
  const [{ captured, refunded, currency, captures, refunds }] = transactions;
  return { captured, refunded, currency, captures: captures.length, refunds: refunds.length };
}

/** A decimal text without insignificant zeros: `1000.00` and `1000` are both `1000`. */
const bare = (decimal: string): string => decimal.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

/** The cents of some amounts make the simulator decline or fail. */
const isPlain = (hundredths: bigint): boolean =>
  !amountScenarios.some(({ cents }) => BigInt(cents) === hundredths % 100n);

const anAmount = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    whole: fc.bigInt({ min: 1n, max: 99_999_999n }).filter(isPlain),
    percent: fc.bigInt({ min: 1n, max: 100n }),
    refundedPercent: fc.bigInt({ min: 1n, max: 100n }),
    writes: fc.constantFrom("short", "padded", "number"),
  })
  .map(({ currency, whole, percent, refundedPercent, writes }) => {
    const step = exponentOf(createCurrency(currency)) === 3 ? 10n : 1n;
    const share = (whole * percent) / 100n || 1n;
    const back = (share * refundedPercent) / 100n || 1n;
    const write = (minor: bigint): Written => {
      const major = toMajor(createMoney(minor, createCurrency(currency)));
      return { short: bare(major), padded: `${major}${major.includes(".") ? "00" : ".000"}`, number: +major }[writes];
    };
    return { currency, requested: whole * step, captured: share * step, refunded: back * step, write };
  });

describe("14 a partial capture's amount at the gateway equals the capture row's, and a refund's the refund row's", () => {
  test(
    "in currencies with none, two and three decimals, for any of Medusa's number formats",
    async () => {
      await fc.assert(
        fc.asyncProperty(anAmount, async ({ currency, requested, captured, refunded, write }) => {
          const sessionId = await begin(requested, currency);
          await ask("capture", sessionId, write(captured));
          await ask("refund", sessionId, write(refunded));
          const there = await atGateway(sessionId);
          expect(there).toMatchObject({ currency, captures: 1, refunds: 1 });
          expect(bare(there.captured)).toBe(bare(String(write(captured))));
          expect(bare(there.refunded)).toBe(bare(String(write(refunded))));
          const row = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
          expect([row.state, BigInt(row.captured)]).toEqual(["captured", captured]);
          expect(BigInt(row.refunded) + BigInt(row.refund_pending)).toBe(refunded);
        }),
        { numRuns: RUNS, seed: 14 },
      );
      const seen = await stage.pg("acquiring_payment_attempt").distinct("currency");
      expect(seen.map(({ currency }) => currency).sort()).toEqual([...CURRENCIES].sort());
    },
    LONG,
  );

  const INEXACT = [
    ["JPY", 1_000n, "500.5"],
    ["JPY", 1_000n, 0.01],
    ["EUR", 10_000n, "33.333"],
    ["EUR", 10_000n, "1e1"],
    ["EUR", 10_000n, "-10"],
    ["EUR", 10_000n, "100.01"],
    ["EUR", 10_000n, "0"],
    // Rounded, it would be the whole remaining amount.
    ["JPY", 1n, "0.5"],
    ["EUR", 10_000n, "99.996"],
    // Three decimals do not fit the wire's two.
    ["KWD", 10_000n, "3.333"],
  ] as const;

  test.each(INEXACT)(
    "%s of %i: a capture row of %s is refused and nothing is captured",
    async (currency, all, value) => {
      const sessionId = await begin(all, currency);
      await expect(ask("capture", sessionId, value)).rejects.toThrow();
      expect(await atGateway(sessionId)).toMatchObject({ captured: "0.00", captures: 0 });
      expect(await sent(sessionId)).toEqual(["authorise"]);
    },
  );

  test.each(INEXACT)("%s of %i: a refund row of %s is refused and nothing is sent", async (currency, all, value) => {
    const sessionId = await begin(all, currency);
    await ask("capture", sessionId, toMajor(createMoney(all, createCurrency(currency))));
    await expect(ask("refund", sessionId, value)).rejects.toThrow();
    expect(await atGateway(sessionId)).toMatchObject({ refunded: "0.00", refunds: 0 });
    expect(await sent(sessionId)).toEqual(["authorise", "capture"]);
    expect(await stage.pg("acquiring_operation").where({ status: "unknown" })).toEqual([]);
  });

  test.each([
    ["USD", 2_164n, "21.639175", "21.64"],
    ["JPY", 999n, "998.5", "999.00"],
  ])(
    "%s: a total of %i that Medusa wrote as %s is captured and refunded in full",
    async (currency, all, value, wire) => {
      const sessionId = await begin(all, currency, value);
      await ask("capture", sessionId, value);
      await ask("refund", sessionId, value);
      expect(await atGateway(sessionId)).toMatchObject({ captured: wire, refunded: wire, captures: 1, refunds: 1 });
    },
  );

  async function sent(sessionId: string): Promise<string[]> {
    const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ session_id: sessionId }).first();
    const own = (await stage.gateway.requests()).filter(({ body }) => JSON.stringify(body).includes(orderNo));
    return own.map(({ operation }) => operation).filter((operation) => !operation.startsWith("query"));
  }
});
