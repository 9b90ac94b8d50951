import { drawing, makePayments, named, reconcile } from "../support/books-of-payments";
import { withStore } from "../support/boot";
import { corruptions } from "../support/corruptions";

/** The gateway, the ledger and Medusa with real payments, corrupted by SQL statements and compared. */
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
      // The first round uses every corruption once, the rest is drawn.
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
  }, 300_000);

  test("a payment in Medusa that is unknown to the ledger is found", async () => {
    const { pg } = stage();
    await makePayments(stage(), 1);
    await pg.raw(
      `INSERT INTO payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id)
       SELECT 'payses_stray', currency_code, amount, raw_amount, provider_id, '{}', 'authorized', payment_collection_id FROM payment_session LIMIT 1`,
    );
    await pg.raw(
      `INSERT INTO payment (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, payment_session_id, created_at)
       SELECT 'pay_stray', currency_code, amount, raw_amount, provider_id, '{}', payment_collection_id, id, now() - interval '1 day' FROM payment_session WHERE id = 'payses_stray'`,
    );
    const { found } = await reconcile(stage());
    expect(found.map(({ kind, subject, attemptId }) => [kind, subject, attemptId])).toEqual([
      ["ledger_missing", "pay_stray", null],
    ]);
  });

  test("payments in progress are left out and counted", async () => {
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
    const reasons = (of: typeof summary) => of.skipped.map(({ reason, count }) => [reason, count]).sort();
    expect(reasons(summary)).toEqual([
      ["changed_recently", 1],
      ["operation_open", 1],
      ["reversal", 1],
    ]);
    // Immediately: only the one without anything in progress.
    const atOnce = await reconcile(stage(), { now: true });
    expect(atOnce.found.map(named)).toEqual([named({ kind: "medusa_capture_missing", attemptId: first })]);
    expect(reasons(atOnce.summary)).toEqual([
      ["operation_open", 1],
      ["reversal", 1],
    ]);
    ledger.useClock(() => new Date(Date.now() + 3_600_000));
    const later = await reconcile(stage());
    expect(later.found.map(named)).toEqual([
      named({ kind: "medusa_capture_missing", attemptId: first }),
      named({ kind: "medusa_capture_missing", attemptId: second }),
    ]);
    expect(later.summary).toMatchObject({ examined: 9, inFlight: 1 });
  });

  test("only payments created in the range, of the account, are compared", async () => {
    const { pg } = stage();
    const {
      captured: [id = ""],
    } = await makePayments(stage(), 1);
    await pg.raw("DELETE FROM capture WHERE payment_id = 'pay_' || ?", [id]);
    await pg.raw("UPDATE acquiring_payment_attempt SET created_at = '2020-02-02T00:00:00Z' WHERE id = ?", [id]);
    // Older than option `reconcile.days`.
    expect((await reconcile(stage(), { account: "main" })).summary).toMatchObject({ examined: 4, differences: 0 });
    const within = { from: new Date("2020-02-02T00:00:00Z"), to: new Date("2020-02-02T00:00:01Z") };
    const { found, summary } = await reconcile(stage(), within);
    expect([found.length, summary.examined]).toEqual([1, 1]);
    const before = { from: new Date("2020-02-01T00:00:00Z"), to: new Date("2020-02-02T00:00:00Z") };
    expect((await reconcile(stage(), before)).summary.examined).toBe(0);
    await expect(reconcile(stage(), { account: "other" })).rejects.toThrow(
      'The options have no account "other"; available: main.',
    );
  });
});
