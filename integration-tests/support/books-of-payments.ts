import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import type { FoundDifference, ReconcileSummary } from "../../src/application/reconciliation/reconcile-books";
import { reconcileBooks } from "../../src/application/reconciliation/reconcile-books";
import type { Stage } from "./boot";
import type { Standing } from "./corruptions";
import { cardPayment } from "./card-payment";
import { mirrorIntoMedusa } from "./mirror-into-medusa";
import { CARDS } from "./shop";

/**
 * Payments at the gateway, in the ledger and in Medusa, for reconciliation tests: really made at the gateway, then
 * mirrored into Medusa.
 */
const EVERY = { account: null, from: null, to: null, apply: false, by: "test" };

export async function reconcile(
  { container }: Stage,
  request: Partial<Parameters<typeof reconcileBooks>[1]> = {},
): Promise<{ found: FoundDifference[]; summary: ReconcileSummary }> {
  const found: FoundDifference[] = [];
  const listener = { difference: (each: FoundDifference) => found.push(each), progress: () => undefined };
  return { found, summary: await reconcileBooks(container, { ...EVERY, ...request }, listener) };
}

/** A small seeded generator (mulberry32): the same seed corrupts the same payments. */
export function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export type Made = Readonly<Record<Standing, string[]>>;
const STANDINGS: readonly Standing[] = ["captured", "authorised", "refunded", "voided", "declined"];

/** `each` payments of every state, a day old. */
export async function makePayments({ ledger, gateway, pg }: Stage, each: number): Promise<Made> {
  const made: Record<Standing, string[]> = { captured: [], authorised: [], refunded: [], voided: [], declined: [] };
  const make = async (standing: Standing, index: number): Promise<void> => {
    const name = `${standing}${String(index)}`;
    const minor = BigInt(1_000 + index);
    const card = standing === "declined" ? CARDS.declined : CARDS.approved;
    const money = createMoney(minor, createCurrency("EUR"));
    await ledger.pay(cardPayment(`payses_${name}`, `cart_${name}`, { card, money }));
    const attempt = await ledger.attempts.attemptOfSession(`payses_${name}`);
    if (!attempt) throw new Error("The payment has no attempt.");
    made[standing].push(attempt.id);
    const shared = { attemptId: attempt.id, actor: "admin", actorId: null } as const;
    if (standing === "captured" || standing === "refunded") {
      await ledger.gate.run({ ...shared, kind: "capture", amount: minor, idempotencyKey: `capt_${name}` });
    }
    if (standing === "refunded") {
      await ledger.gate.run({ ...shared, kind: "refund", amount: 300n, idempotencyKey: `ref_${name}` });
    }
    if (standing === "voided")
      await ledger.gate.run({ ...shared, kind: "void", amount: null, idempotencyKey: `void_${name}` });
  };
  for (let index = 0; index < each; index += 1) {
    await Promise.all(STANDINGS.map((standing) => make(standing, index)));
  }
  await gateway.control("clock", { ms: 120_000 });
  for (const id of made.refunded) await ledger.checkAttempt(id);
  await age(pg);
  await mirrorIntoMedusa(pg);
  return made;
}

export async function age(pg: Knex): Promise<void> {
  await pg.raw(
    `UPDATE acquiring_payment_attempt SET created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day', project_after = NULL, next_check_at = NULL`,
  );
  await pg.raw("UPDATE acquiring_operation SET sent_at = sent_at - interval '1 day'");
}

export const named = ({ kind, attemptId }: Pick<FoundDifference, "kind" | "attemptId">): string =>
  `${kind} ${String(attemptId)}`;
