import { gateway as scripted, json, text, withClient } from "../../src/gateway/__tests__/scripted-gateway";
import type { Queries } from "../../src/gateway/model/client-api";
import { Reconciler } from "../../src/modules/acquiring/reconciliation/reconciler";
import { acquiringReconcileWorkflow } from "../../src/workflows/reconcile";
import { medusaBooks } from "../../src/application/reconciliation/medusa-books";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import { age, makePayments, reconcile } from "../support/books-of-payments";

/** What a reconciliation repairs and reports, and what it does if the gateway does not answer. */
const LATER_MS = 3_600_000;
/** Approved at the gateway, and held there for review. */
const HELD = "4000000000009243";

/** A captured order, a day old; returns the IDs of attempt and payment. */
async function capturedOrder({ shop, admin, ledger, pg }: Stage): Promise<{ attemptId: string; orderId: string }> {
  const { orderId, checkout } = await shop.order();
  const payment = await admin.payment(orderId);
  await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
  const attempt = await ledger.attempts.attemptOfSession(checkout.session.id);
  await age(pg);
  return { attemptId: attempt?.id ?? "", orderId };
}

/** A reconciler that queries the scripted gateway. */
function asking({ container, ledger }: Stage, queries: Queries, pauses: number[]): () => Promise<unknown> {
  const reconciler = new Reconciler({
    ledger: ledger.attempts,
    // @ts-expect-error -- nothing is repaired here
    checker: undefined,
    queries: () => queries,
    queryLimits: () => ({ maxItems: 32 }),
    identities: { ready: () => Promise.resolve(), routeOf: ({ account }) => account },
    accounts: ["main"],
    now: () => ledger.now(),
    pause: async (ms) => void pauses.push(ms),
    unknownFinalAfterMs: 900_000,
    everyHours: 24,
    days: 90,
    graceMs: 900_000,
  });
  const request = { account: null, from: null, to: null, apply: false, by: "test" };
  const listener = { difference: () => undefined, progress: () => undefined };
  return () => reconciler.run(request, medusaBooks(container), listener);
}

withStore("reconcile_repair", (stage) => {
  test("with --apply the ledger takes over the gateway's report, with an entry and an audit record, and nothing is sent", async () => {
    const { pg, gateway, ledger } = stage();
    const { attemptId } = await capturedOrder(stage());
    await pg.raw("UPDATE acquiring_payment_attempt SET state = 'authorised', captured = 0 WHERE id = ?", [attemptId]);
    const before = (await gateway.requests()).length;
    const { found, summary } = await reconcile(stage(), { apply: true });
    expect(found).toMatchObject([{ kind: "captured_differs", remedy: "ask_gateway", isApplied: true }]);
    expect(summary).toMatchObject({ differences: 1, applied: 1, remaining: 0 });
    expect((await ledger.attempt(attemptId))?.row).toMatchObject({ state: "captured", captured: "10000" });
    const { rows: entries } = await pg.raw(
      "SELECT kind, source, inbox_event_id FROM acquiring_entry WHERE attempt_id = ? ORDER BY sequence DESC LIMIT 1",
      [attemptId],
    );
    expect(entries).toEqual([{ kind: "captured", source: "query", inbox_event_id: expect.stringMatching(/^acqin_/) }]);
    const { rows: audit } = await pg.raw(
      "SELECT actor, actor_id, details->>'code' AS code FROM acquiring_audit_record WHERE action = 'reconciled_ask_gateway'",
    );
    expect(audit).toEqual([{ actor: "system", actor_id: "test", code: `${summary.runId}:captured_differs` }]);
    const sent = (await gateway.requests()).slice(before).map(({ operation }) => operation);
    expect(new Set(sent)).toEqual(new Set(["retrievalTrans"]));
  });

  test("with --apply Medusa records a capture whose row is missing, once, and nothing is sent", async () => {
    const { pg, admin, gateway, work, ledger } = stage();
    const { attemptId, orderId } = await capturedOrder(stage());
    await pg.raw("DELETE FROM capture");
    // A crash leaves neither of these.
    await pg.raw("UPDATE payment SET captured_at = NULL");
    await pg.raw(
      "UPDATE payment_collection SET status = 'authorized', captured_amount = 0, raw_captured_amount = NULL",
    );
    const { found } = await reconcile(stage(), { apply: true });
    expect(found).toMatchObject([{ kind: "medusa_capture_missing", attemptId, isApplied: true }]);
    await work();
    await work();
    const { captures, captured_at: capturedAt } = await admin.payment(orderId);
    expect([captures, capturedAt]).toMatchObject([[{ amount: 100 }], expect.any(String)]);
    expect(await pg("payment_collection").pluck("status")).toEqual(["completed"]);
    expect((await gateway.state()).effects).toMatchObject({ capture: 1 });
    ledger.useClock(() => new Date(Date.now() + LATER_MS));
    expect((await reconcile(stage())).found).toEqual([]);
  });

  test("with --apply a paid cart gets its order", async () => {
    const { shop, pg, work, ledger } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout).expect(200);
    await pg.raw("UPDATE acquiring_payment_attempt SET project_after = NULL");
    await age(pg);
    expect((await reconcile(stage(), { apply: true })).found).toMatchObject([
      { kind: "order_missing", isApplied: true },
    ]);
    await work();
    ledger.useClock(() => new Date(Date.now() + LATER_MS));
    expect((await reconcile(stage())).found).toEqual([]);
  });

  test("a payment held for review, whose order waits for it, is no difference; once approved it has to be recorded", async () => {
    const { shop, pg, ledger, work, admin } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, HELD).expect(200);
    const orderId = (await shop.complete(checkout)).order?.id ?? "";
    const { id = "", hold_decision: decision } = (await ledger.attempts.attemptOfSession(checkout.session.id)) ?? {};
    expect(decision).toBeNull();
    await age(pg);
    const held = await reconcile(stage(), { apply: true });
    expect([held.found, held.summary]).toMatchObject([[], { examined: 1, applied: 0, differences: 0 }]);
    const review = {
      attemptId: id,
      action: "approve",
      note: null,
      actorId: "user_1",
      idempotencyKey: "approve",
    } as const;
    expect((await ledger.reviews.review(review)).kind).toBe("decided");
    await age(pg);
    expect((await reconcile(stage(), { apply: true })).found).toMatchObject([
      { kind: "order_missing", attemptId: id, isApplied: true },
    ]);
    await work();
    expect(await admin.payment(orderId)).toMatchObject({ amount: 100 });
  });

  test("what the reducer refuses stays a difference", async () => {
    const { pg, ledger } = stage();
    const { attemptId } = await capturedOrder(stage());
    await pg.raw("UPDATE acquiring_payment_attempt SET requested = 9999 WHERE id = ?", [attemptId]);
    await pg.raw("UPDATE acquiring_payment_attempt SET state = 'authorised', captured = 0 WHERE id = ?", [attemptId]);
    const { found, summary } = await reconcile(stage(), { apply: true });
    expect(found).toMatchObject([{ kind: "amount_differs", remedy: "decide", isApplied: false }]);
    expect(summary).toMatchObject({ applied: 0, remaining: 1 });
    expect((await ledger.attempt(attemptId))?.row.state).toBe("authorised");
  });

  test("without --apply nothing is changed but the run's own row and the attention item", async () => {
    const { pg } = stage();
    await capturedOrder(stage());
    await pg.raw("DELETE FROM capture");
    await pg.raw("UPDATE acquiring_payment_attempt SET state = 'authorised', captured = 0");
    const books = async (): Promise<unknown> => {
      const tables = ["payment_attempt", "operation", "entry", "audit_record", "inbox_event"];
      return Promise.all(tables.map((table) => pg(`acquiring_${table}`).orderBy("id")));
    };
    const before = await books();
    expect((await reconcile(stage())).summary.remaining).toBe(1);
    expect(await books()).toEqual(before);
  });

  test("the server compares once a day, in one process, and the item drift has the number of differences until there are none", async () => {
    const { pg, container, ledger } = stage();
    const { captured } = await makePayments(stage(), 2);
    await pg.raw("UPDATE payment SET canceled_at = now() WHERE id = ANY(?)", [captured.map((id) => `pay_${id}`)]);
    const job = async (): Promise<unknown> => (await acquiringReconcileWorkflow(container).run()).result;
    const items = async (): Promise<unknown> =>
      (
        await pg.raw(
          "SELECT subject, message FROM acquiring_attention_item WHERE kind = 'drift' AND cleared_at IS NULL",
        )
      ).rows;
    const both = await Promise.all([job(), job()]);
    expect(both.filter((summary) => summary !== null)).toEqual([
      expect.objectContaining({ examined: 10, differences: 2 }),
    ]);
    expect(await items()).toEqual([{ subject: "main", message: expect.stringContaining("differ in 2 places") }]);
    await pg.raw("UPDATE payment SET canceled_at = NULL WHERE id = ANY(?)", [captured.map((id) => `pay_${id}`)]);
    ledger.useClock(() => new Date(Date.now() + 23 * LATER_MS));
    expect(await job()).toBeNull();
    ledger.useClock(() => new Date(Date.now() + 25 * LATER_MS));
    expect(await job()).toMatchObject({ differences: 0 });
    expect(await items()).toEqual([]);
    const { rows } = await pg.raw(
      "SELECT started_by, examined, differences, applied, error FROM acquiring_reconciliation_run ORDER BY started_at",
    );
    expect(rows).toEqual([
      { started_by: "job", examined: 10, differences: 2, applied: 0, error: null },
      { started_by: "job", examined: 10, differences: 0, applied: 0, error: null },
    ]);
  });

  test("a refused query ends the run with the gateway's reason, which the run's row keeps", async () => {
    const { pg } = stage();
    await makePayments(stage(), 1);
    scripted.reply = json({ return_status: "7", return_message: "IP" });
    const pauses: number[] = [];
    await withClient(({ queries }) =>
      expect(asking(stage(), queries, pauses)()).rejects.toThrow(/register its IP address/),
    );
    expect([scripted.received.length, pauses]).toEqual([1, []]);
    const { rows } = await pg.raw("SELECT finished_at, differences, error FROM acquiring_reconciliation_run");
    expect(rows).toEqual([
      { finished_at: expect.any(Date), differences: 0, error: expect.stringContaining("register its IP address") },
    ]);
  });

  test("a failed query is repeated twice, then the run fails and reports that nothing was compared", async () => {
    await makePayments(stage(), 1);
    scripted.reply = text("busy", 503);
    const pauses: number[] = [];
    await withClient(({ queries }) => expect(asking(stage(), queries, pauses)()).rejects.toThrow(/HTTP 503/));
    expect([scripted.received.length, pauses]).toEqual([3, [1_000, 5_000]]);
  });
});
