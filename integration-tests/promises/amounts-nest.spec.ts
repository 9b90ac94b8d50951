import { runChild } from "../support/ledger-child";
import { moveMoney } from "../support/random-workers";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { wrongAtRest } from "../support/two-books";

/**
 * Two processes with fifty workers each on the same few payments. The ledger never asks the gateway for too much: any
 * refusal by the gateway counts as a failure. Medusa's tables are compared in `npm run faults`, also with two
 * processes.
 */
const PAYMENTS = 30;
const WORKERS = 50;
const STEPS = 12;
const HOUR = 3_600_000;
const LONG = 180_000;

let stage: OwnLedger;

beforeEach(async () => {
  stage = await ownLedger("amounts_nest");
});
afterEach(() => stage.close());

/** Runs both processes and checks the tables meanwhile. Returns the results of this process's workers. */
async function work(seed: number, profile: object): Promise<Record<string, number>> {
  const attemptIds = await stage.authorised(PAYMENTS);
  const shared = { attemptIds, seed, steps: STEPS };
  const service = stage.service(undefined, profile);
  const there = runChild(stage, { kind: "workers", ...shared, from: WORKERS, to: 2 * WORKERS }, { profile });
  let isOver = false;
  const seen: string[] = [];
  const watch = async (): Promise<void> => {
    while (!isOver) seen.push(...(await outOfBounds()));
  };
  const watching = watch();
  const heard = await moveMoney(service, { ...shared, from: 0, to: WORKERS });
  const { heard: told } = await there;
  isOver = true;
  await watching;
  expect(seen).toEqual([]);
  expect(told.at(-1)).toBe("finished");
  const both: Record<string, number> = JSON.parse(told[0] ?? "{}");
  for (const [result, count] of Object.entries(heard)) both[result] = (both[result] ?? 0) + count;

  // Anything open is decided an hour later.
  service.useClock(() => new Date(Date.now() + HOUR));
  for (let round = 0; round < 2; round += 1) expect(await service.checkAttempts(attemptIds)).toEqual([]);
  expect(await wrongAtRest(stage)).toEqual([]);
  expect(await outOfBounds()).toEqual([]);
  return both;
}

/** Payments whose refunds exceed their captures, or captures their authorisation, in the ledger or at the gateway. */
async function outOfBounds(): Promise<string[]> {
  const rows: { order_no: string }[] = await stage
    .pg("acquiring_payment_attempt")
    .whereRaw("refunded + refund_pending > captured OR captured > authorised")
    .select("order_no");
  const { transactions } = await stage.gateway.state();
  const over = transactions.filter(
    ({ amount, captured, refunded }) => cents(refunded) > cents(captured) || cents(captured) > cents(amount),
  );
  return [...rows, ...over].map(({ order_no }) => order_no);
}

async function capturedPayments(): Promise<number> {
  const rows: unknown[] = await stage.pg("acquiring_payment_attempt").where("captured", ">", 0).select("id");
  return rows.length;
}

const cents = (decimal: string): bigint => BigInt(decimal.replace(".", ""));

describe("11 Σ refunds ≤ Σ captures ≤ authorised, in all three records, under concurrency, across two processes", () => {
  test(
    "parts are captured and refunded again and again",
    async () => {
      await stage.gateway.control("settings", { multipleCaptures: true });
      const both = await work(11, { capture: { multiple: true } });
      expect(both["capture settled"] ?? 0).toBeGreaterThan(PAYMENTS);
      // A refund is pending by its answer, or settled if a query was faster.
      expect((both["refund pending"] ?? 0) + (both["refund settled"] ?? 0)).toBeGreaterThan(PAYMENTS);
      // Nothing else failed, so a refusal by the gateway would mean that the ledger had asked for too much.
      expect(both["capture declined"] ?? 0).toBe(0);
      expect(both["refund declined"] ?? 0).toBe(0);
    },
    LONG,
  );

  test(
    "responses are lost, broken and wrong meanwhile",
    async () => {
      const faults = ["drop-after-apply", "drop-before", "5xx-after-apply", "html", "wrong-amount", "garbage"];
      const entries = ["capture", "refund", "cancel"].flatMap((operation) =>
        faults.flatMap((fault) => [
          { operation, fault, count: 2 },
          { operation, fault: "none", count: 3 },
        ]),
      );
      await stage.gateway.control("tape", { entries });
      const both = await work(12, {});
      expect(both["capture unknown"] ?? 0).toBeGreaterThan(0);
      expect(both["refund unknown"] ?? 0).toBeGreaterThan(0);
      // Which of them settled by its own response depends on the schedule: some do by a query.
      expect(await capturedPayments()).toBeGreaterThan(PAYMENTS / 2);
    },
    LONG,
  );
});
