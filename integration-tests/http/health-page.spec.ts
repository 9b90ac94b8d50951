import type { AccountHealth, Health, TestPaymentResult } from "../../src/api-schema/admin";
import { readFigures } from "../../src/modules/acquiring/health/figures";
import { unmappedOf } from "../../src/modules/acquiring/health/read-health";
import { reconcileIfDue } from "../../src/application/reconciliation/reconcile-books";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { SIGNING_KEY, withStore } from "../support/boot";
import { quickest } from "../support/many-attempts";
import { plansOf } from "../support/plans";

/** The health page shows what really happens between store and gateway. */
const HEALTH = "/admin/acquiring/health";
const UNKNOWN_CODE = "4000000000005126";

withStore("desk_health", (stage) => {
  const health = async (query = ""): Promise<Health> => (await stage().admin.get(`${HEALTH}${query}`).expect(200)).body;
  const account = async (): Promise<AccountHealth> => {
    const [found, ...more] = (await health("?account=main")).accounts;
    if (!found || more.length > 0) throw new Error("There is not one account.");
    return found;
  };

  test("a store without any traffic is healthy", async () => {
    const { base } = stage();
    const found = await account();
    expect(found).toMatchObject({
      account: "main",
      status: "healthy",
      findings: [],
      sandbox: true,
      notifications: { notify_url: `${base}/acquiring/notify/main` },
      queue: { depth: 0, oldest_seconds: 0 },
      unmapped: [],
    });
    expect(found.traffic.points).toHaveLength(72);
    expect((await stage().admin.get(`${HEALTH}?account=other`)).status).toBe(404);
    expect((await stage().admin.get(`${HEALTH}?colour=red`)).status).toBe(400);
  });

  test("rejected notifications are reported with the reason; a valid one makes it healthy again", async () => {
    const { shop, gateway, pg, work } = stage();
    const { checkout } = await shop.order();
    const { order_no: orderNo } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    await gateway.fault("retrievalTrans", "5xx-before", 1);
    expect(await gateway.notify(orderNo, { signature: "invalid" })).toEqual([401]);
    const failing = await account();
    expect(failing.status).toBe("failing");
    expect(failing.findings).toEqual(
      expect.arrayContaining([expect.stringMatching(/^The last notification was rejected\. Its signature/)]),
    );
    expect(failing.notifications.last_failed).not.toBeNull();
    expect(failing.signatures.notifications).toEqual({ checked: 1, matched: 0 });
    expect(await gateway.notify(orderNo)).toEqual([200]);
    const healthy = await account();
    expect(healthy.findings.join()).not.toMatch(/was rejected/);
    expect(healthy.notifications.last_verified).not.toBeNull();
    await work();
    // As after an unfinished process.
    const stored = pg("acquiring_inbox_event").where({ order_no: orderNo, source: "notify", signature: "matched" });
    expect(await stored.update({ status: "pending", next_try_at: new Date() })).toBe(1);
    expect((await account()).queue.depth).toBe(1);
    await work();
    expect((await account()).queue.depth).toBe(0);
  });

  test("requests are counted with their latency; those without an answer make it unhealthy", async () => {
    const { shop, gateway, ledger, pg } = stage();
    const before = await account();
    const sum = ({ traffic }: AccountHealth, of: "requests" | "failed"): number =>
      traffic.points.reduce((total, point) => total + point[of], 0);
    const { checkout } = await shop.order();
    const { id } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    const after = await account();
    expect([sum(after, "requests") - sum(before, "requests"), sum(after, "failed")]).toEqual([1, 0]);
    // Not the last point: another one may have started since.
    expect(after.traffic.points.findLast(({ requests }) => requests > 0)?.p95).toBeGreaterThanOrEqual(0);
    await gateway.fault("retrievalTrans", "5xx-before", 10);
    for (let time = 0; time < 10; time += 1) await ledger.checkAttempt(id);
    const broken = await account();
    expect([broken.status, sum(broken, "failed")]).toEqual(["failing", 10]);
    expect(broken.findings[0]).toMatch(/10 of the last 11 requests to the gateway had no usable response/);
  });

  test("unparsable responses make it unhealthy, however few they are", async () => {
    const { shop, gateway, ledger, pg } = stage();
    const { checkout } = await shop.order();
    const { id } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    expect((await account()).status).toBe("healthy");
    await gateway.fault("retrievalTrans", "html", 1);
    await ledger.checkAttempt(id);
    const blind = await account();
    expect(blind.status).toBe("failing");
    expect(blind.findings.join()).toMatch(/1 of the last hour's 1 responses to "query" could not be read/);
  });

  test("refused queries are reported until one is answered", async () => {
    const { shop, gateway, ledger, pg } = stage();
    const { checkout } = await shop.order();
    const { id } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    expect((await account()).address).toEqual({ state: "not_tried", since: null });
    await gateway.control("settings", { failQueries: "ip" });
    await ledger.checkAttempt(id);
    expect(await account()).toMatchObject({ status: "failing", address: { state: "refused" } });
    await gateway.control("settings", { failQueries: "off" });
    await ledger.checkAttempt(id);
    expect(await account()).toMatchObject({ status: "healthy", address: { state: "accepted" } });
  });

  test("an unmapped code is listed with what to add to the profile", async () => {
    const { shop } = stage();
    await shop.pay(await shop.checkout(), UNKNOWN_CODE).expect(200);
    const { unmapped, findings } = await account();
    // The answer contains only the order's status, the query also the payment's.
    expect(
      unmapped.map(({ field, value, snippet }) => [field, snippet.includes(`"${value}": "pending"`)]).sort(),
    ).toEqual([
      ["order_status", true],
      ["payment_status", true],
    ]);
    expect(findings.join()).toMatch(/codes that the profile does not contain/);
  });

  test("a test payment is authorised, queried and voided, once per key, and leaves nothing to do", async () => {
    const { admin, gateway, hurry, container } = stage();
    const send = async (key: string): Promise<TestPaymentResult> =>
      (await admin.post(`${HEALTH}/test-payment`, { account: "main", key }).expect(200)).body;
    const effects = async (): Promise<unknown[]> => {
      const { authorise, cancel } = (await gateway.state()).effects;
      return [authorise, cancel];
    };
    const all = ["authorise", "query", "void"].map((name) => ({ name, outcome: "done", message: null }));
    const both = await Promise.all([send("first_intention_1"), send("first_intention_1")]);
    expect(both).toMatchObject([{ steps: all }, { steps: all }]);
    expect(await effects()).toEqual([1, 1]);
    expect(await send("first_intention_1")).toMatchObject({ steps: all });
    expect(await effects()).toEqual([1, 1]);
    expect(await send("other_intention_1")).toMatchObject({ steps: all });
    expect(await effects()).toEqual([2, 2]);
    await hurry();
    await hurry();
    expect((await reconcileIfDue(container))?.differences).toBe(0);
    expect((await admin.get("/admin/acquiring/attention/count").expect(200)).body).toEqual({ open: 0 });
    expect((await admin.post(`${HEALTH}/test-payment`, { account: "none", key: "first_intention_1" })).status).toBe(
      400,
    );
  });

  test("an authorisation left by a test payment is returned like any money without a cart", async () => {
    const { admin, gateway, hurry, ledger, pg } = stage();
    await gateway.fault("cancel", "drop-before");
    const body = { account: "main", key: "intention_left_1" };
    const answer = await admin.post(`${HEALTH}/test-payment`, body).expect(200);
    expect(answer.body.steps[2]).toMatchObject({ name: "void", outcome: "failed" });
    const { order_no: orderNo } = await pg("acquiring_payment_attempt").first();
    for (let minutes = 5; minutes <= 30; minutes += 5) {
      ledger.useClock(() => new Date(Date.now() + minutes * 60_000));
      await hurry();
    }
    expect((await gateway.transaction(orderNo)).state).toBe("voided");
    expect((await gateway.state()).effects.cancel).toBe(1);
    await watchAttention(stage().container);
    expect((await admin.get("/admin/acquiring/attention/count").expect(200)).body).toEqual({ open: 0 });
  });

  test("the metrics' figures are those of the ledger", async () => {
    const { shop, gateway, ledger, pg, hurry } = stage();
    const figures = () => readFigures(pg, ledger.now());
    const nothing = { attention: [], waiting: [], unknown: [], recoveries: [] };
    expect(await figures()).toEqual({ lag: 0, reconciled: null, ...nothing });
    await gateway.fault("authorise", "drop-after-apply");
    await gateway.fault("retrievalTrans", "5xx-before", 1_000);
    await shop.pay(await shop.checkout()).expect(200);
    const start = Date.now();
    ledger.useClock(() => new Date(start + 16 * 60_000));
    const open = await figures();
    expect(open).toMatchObject({ ...nothing, unknown: [{ account: "main", kind: "authorise", count: 1 }] });
    expect(open.unknown[0]?.seconds).toBeGreaterThanOrEqual(960);
    expect(open.lag).toBeGreaterThan(800);
    await hurry();
    ledger.useClock(() => new Date(start + 26 * 60_000));
    const item = { account: "main", kind: "unknown_outcome", count: 1, seconds: 600 };
    expect(await figures()).toMatchObject({ attention: [item], waiting: [], recoveries: [] });
  });

  test("a reconciliation that fails is shown as failed, and is no complete one", async () => {
    const { shop, gateway, ledger, pg, container } = stage();
    await shop.order();
    const [start, hour] = [Date.now(), 3_600_000];
    const at = (hours: number): void => ledger.useClock(() => new Date(start + hours * hour));
    at(1);
    await reconcileIfDue(container);
    await gateway.fault("retrievalTrans", "5xx-before", 1_000);
    at(26);
    await expect(reconcileIfDue(container)).rejects.toThrow(/could not be queried|gateway/i);
    const [failed, ...others] = (await health()).reconciliations;
    expect(others).toMatchObject([{ error: null }]);
    expect(failed).toMatchObject({ error: expect.stringMatching(/./), finished_at: expect.stringMatching(/T/) });
    at(27);
    expect((await readFigures(pg, ledger.now())).reconciled).toBeGreaterThanOrEqual(25 * 3_600);
    await fetch(`${gateway.url}/_control/faults`, { method: "DELETE" });
    await reconcileIfDue(container);
    expect((await health()).reconciliations).toMatchObject([
      { error: null },
      { error: failed?.error },
      { error: null },
    ]);
    expect((await readFigures(pg, ledger.now())).reconciled).toBe(0);
  });

  test("the configuration shows every option and no secret", async () => {
    await reconcileIfDue(stage().container);
    const found = await health();
    expect(found.version).toMatch(/^\d+\.\d+\.\d+/);
    const option = (path: string) => found.configuration.find((each) => each.path === path);
    expect(option("allowDirectCard")).toMatchObject({ value: "true", source: "set" });
    expect(option("reconcile.days")).toMatchObject({ source: "default" });
    expect(option("accounts.main.signingKeys")).toMatchObject({ value: "", secret: true });
    expect(JSON.stringify(found)).not.toContain(SIGNING_KEY);
    expect(found.reconciliations).toMatchObject([{ checked: 0, differences: 0, repaired: 0 }]);
  });

  test("with 100,000 messages the page is read from indexes and answered in under 300 ms", async () => {
    const { pg, ledger } = stage();
    const facts = JSON.stringify([{ kind: "payment", reading: "authorised", raw: { order_status: "1" } }]);
    await pg.raw(
      `INSERT INTO acquiring_inbox_event (id, account, source, digest, facts, signature, order_no, status, tries, deliveries, received_at, created_at, updated_at)
         SELECT 'acqin_' || n, 'main', 'query', 'digest_' || n, CAST(? AS jsonb), 'not_applicable', 'acq_' || n, 'applied', 0, 1,
           now() - n * interval '1 second', now(), now() FROM generate_series(1, 100000) AS n`,
      [facts],
    );
    await pg.raw(
      `INSERT INTO acquiring_traffic_minute (id, account, operation, minute, requests, failed, histogram, created_at, updated_at)
         SELECT 'many_' || n, 'main', 'query_' || n % 8, date_trunc('minute', now()) - (n / 8) * interval '1 minute', 9, 0,
           array_fill(1, ARRAY[24]), now(), now() FROM generate_series(1, 80000) AS n`,
    );
    await pg.raw("ANALYZE acquiring_inbox_event");
    await pg.raw("ANALYZE acquiring_traffic_minute");
    expect(await quickest(300, () => health())).toBeLessThan(300);
    const [main] = [...ledger.options.accounts.values()];
    if (!main) throw new Error("There is no account.");
    expect(await plansOf(pg, () => unmappedOf(pg, main, new Date(0)))).toContain("IDX_acquiring_inbox_unmapped");
  }, 240_000);
});
