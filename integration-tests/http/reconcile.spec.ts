import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { FoundDifference, ReconcileSummary } from "../../src/workflows/reconcile/reconcile-books";
import { reconcileBooks } from "../../src/workflows/reconcile/reconcile-books";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import type { Standing } from "../support/corruptions";
import { corruptions } from "../support/corruptions";
import { ledgerPayment } from "../support/ledger-payment";
import { mirrorIntoMedusa } from "../support/mirror-into-medusa";
import { CARDS } from "../support/shop";

/** The three books, really made by payments, made to differ by statements, and compared. */
const EVERY = { account: null, from: null, to: null, apply: false, by: "test" };

async function reconcile(
  { container }: Stage,
  request: Partial<Parameters<typeof reconcileBooks>[1]> = {},
): Promise<{ found: FoundDifference[]; summary: ReconcileSummary }> {
  const found: FoundDifference[] = [];
  const listener = { difference: (each: FoundDifference) => found.push(each), progress: () => undefined };
  return { found, summary: await reconcileBooks(container, { ...EVERY, ...request }, listener) };
}

/** A small seeded generator (mulberry32): the same seed corrupts the same payments. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Made = Readonly<Record<Standing, string[]>>;
const STANDINGS: readonly Standing[] = ["captured", "authorised", "refunded", "voided", "declined"];

/** So many payments of every standing in all three books, a day old. */
async function makePayments({ ledger, gateway, pg }: Stage, each: number): Promise<Made> {
  const made: Record<Standing, string[]> = { captured: [], authorised: [], refunded: [], voided: [], declined: [] };
  const make = async (standing: Standing, index: number): Promise<void> => {
    const name = `${standing}${String(index)}`;
    const minor = BigInt(1_000 + index);
    await ledger.pay(ledgerPayment(name, minor, standing === "declined" ? CARDS.declined : CARDS.approved));
    const attempt = await ledger.ledger.attemptOfSession(`payses_${name}`);
    if (!attempt) throw new Error("The payment has no attempt.");
    made[standing].push(attempt.id);
    const shared = { attemptId: attempt.id, actor: "admin", actorId: null } as const;
    if (standing === "captured" || standing === "refunded") {
      await ledger.run({ ...shared, kind: "capture", amount: minor, idempotencyKey: `capt_${name}` });
    }
    if (standing === "refunded") {
      await ledger.run({ ...shared, kind: "refund", amount: 300n, idempotencyKey: `ref_${name}` });
    }
    if (standing === "voided")
      await ledger.run({ ...shared, kind: "void", amount: null, idempotencyKey: `void_${name}` });
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

async function age(pg: Knex): Promise<void> {
  await pg.raw(
    `UPDATE acquiring_payment_attempt SET created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day', project_after = NULL, next_check_at = NULL`,
  );
  await pg.raw("UPDATE acquiring_operation SET sent_at = sent_at - interval '1 day'");
}

const named = ({ kind, attemptId }: Pick<FoundDifference, "kind" | "attemptId">): string =>
  `${kind} ${String(attemptId)}`;

withStore("reconcile", (stage) => {
  test("17 reconciliation finds exactly the k differences that were seeded, and none without", async () => {
    const { pg } = stage();
    const made = await makePayments(stage(), 50);
    const clean = await reconcile(stage());
    expect(clean.found).toEqual([]);
    expect(clean.summary).toMatchObject({ examined: 250, inFlight: 0, differences: 0, remaining: 0 });

    const draw = drawing(17);
    const expected: string[] = [];
    for (let k = 0; k < 60; k += 1) {
      // The first round takes every way once, the rest is drawn.
      const corruption = corruptions[k < corruptions.length ? k : draw(corruptions.length)];
      const free = corruption ? made[corruption.on] : [];
      const [id] = free.splice(draw(free.length), 1);
      if (!corruption || !id) continue;
      for (const sql of corruption.sql) await pg.raw(sql, { id });
      expected.push(named({ kind: corruption.kind, attemptId: id }));
    }
    expect(expected).toHaveLength(60);
    const { found, summary } = await reconcile(stage());
    expect(found.map(named).sort()).toEqual([...expected].sort());
    expect(summary).toMatchObject({
      examined: 250,
      differences: expected.length,
      applied: 0,
      remaining: expected.length,
    });
  }, 180_000);

  test("a payment in Medusa that the ledger has never heard of is found", async () => {
    const { pg } = stage();
    await makePayments(stage(), 1);
    await pg.raw(
      `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
       SELECT 'payses_stray', currency_code, amount, raw_amount, provider_id, '{}', 'authorized', payment_collection_id FROM payment_session LIMIT 1`,
    );
    await pg.raw(
      `INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id)
       SELECT 'pay_stray', currency_code, amount, raw_amount, provider_id, '{}', payment_collection_id, id FROM payment_session WHERE id = 'payses_stray'`,
    );
    const { found } = await reconcile(stage());
    expect(found.map(({ kind, subject, attemptId }) => [kind, subject, attemptId])).toEqual([
      ["ledger_missing", "pay_stray", null],
    ]);
  });

  test("what is under way is left out and counted", async () => {
    const { pg, ledger } = stage();
    const { captured, authorised } = await makePayments(stage(), 2);
    const [first = "", second = ""] = captured;
    const [reversed = ""] = authorised;
    // Each would be a difference if it were compared.
    await pg.raw("DELETE FROM capture WHERE payment_id IN ('pay_' || ?, 'pay_' || ?)", [first, second]);
    await pg.raw("UPDATE acquiring_payment_attempt SET updated_at = now() WHERE id = ?", [first]);
    await pg.raw(
      "UPDATE acquiring_operation SET status = 'sending', sent_at = now() WHERE attempt_id = ? AND kind = 'capture'",
      [second],
    );
    await pg.raw("UPDATE acquiring_payment_attempt SET state = 'voided', reverse_at = now() WHERE id = ?", [reversed]);
    const { found, summary } = await reconcile(stage());
    expect(found).toEqual([]);
    expect(summary).toMatchObject({ examined: 7, inFlight: 3 });
    ledger.useClock(() => new Date(Date.now() + 3_600_000));
    const later = await reconcile(stage());
    expect(later.found.map(named)).toEqual([
      named({ kind: "medusa_capture_missing", attemptId: first }),
      named({ kind: "medusa_capture_missing", attemptId: second }),
    ]);
    expect(later.summary).toMatchObject({ examined: 9, inFlight: 1 });
  });

  test("only payments that began in the range, of the account, are compared", async () => {
    const { pg } = stage();
    const {
      captured: [id = ""],
    } = await makePayments(stage(), 1);
    await pg.raw("DELETE FROM capture WHERE payment_id = 'pay_' || ?", [id]);
    await pg.raw("UPDATE acquiring_payment_attempt SET created_at = '2020-02-02T00:00:00Z' WHERE id = ?", [id]);
    expect((await reconcile(stage(), { account: "main" })).found.map(({ kind }) => kind)).toEqual([
      "medusa_capture_missing",
    ]);
    const within = { from: new Date("2020-02-02T00:00:00Z"), to: new Date("2020-02-02T00:00:01Z") };
    const { found, summary } = await reconcile(stage(), within);
    expect([found.length, summary.examined]).toEqual([1, 1]);
    const before = { from: new Date("2020-02-01T00:00:00Z"), to: new Date("2020-02-02T00:00:00Z") };
    expect((await reconcile(stage(), before)).summary.examined).toBe(0);
    await expect(reconcile(stage(), { account: "other" })).rejects.toThrow(
      'There is no account "other" in the options; there is main.',
    );
  });

  test("a refused question ends the run with the gateway's reason, and changes nothing", async () => {
    const { pg, gateway } = stage();
    await makePayments(stage(), 1);
    await pg.raw("DELETE FROM capture");
    await pg.raw(
      "UPDATE acquiring_payment_attempt SET state = 'authorised', captured = 0, refunded = 0 WHERE state = 'captured'",
    );
    const before = await pg.raw("SELECT * FROM acquiring_payment_attempt ORDER BY id");
    await gateway.fault("retrievalTrans", "foreign-address");
    await expect(reconcile(stage(), { apply: true })).rejects.toThrow(/register its IP address/);
    expect((await pg.raw("SELECT * FROM acquiring_payment_attempt ORDER BY id")).rows).toEqual(before.rows);
    const { rows } = await pg.raw("SELECT started_by, finished_at, error FROM acquiring_reconciliation_run");
    expect(rows).toEqual([
      { started_by: "test", finished_at: expect.any(Date), error: expect.stringMatching(/IP address/) },
    ]);
  });
});
