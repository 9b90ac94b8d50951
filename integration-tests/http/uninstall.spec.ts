import { openRest } from "../cluster/rest";
import { controlOf } from "../cluster/surroundings";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { wrongInBooks } from "../support/books";
import { databaseAddress } from "../support/other-process";
import { CARDS, Shop } from "../support/shop";
import { medusaCommand, startWithoutPlugin } from "../support/store-without-plugin";

/** The plugin is removed from the configuration and comes back: nothing is lost, and open operations continue. */
withStore("uninstall", (stage) => {
  /** One order with a captured and partly refunded payment; operations with lost answers; a paid cart without order. */
  async function leave({ shop, admin, gateway }: Stage): Promise<{ refunded: string; lost: string }> {
    const { orderId: refunded } = await shop.order();
    const payment = await admin.payment(refunded);
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
    await gateway.fault("refund", "drop-after-apply");
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 30 });
    const { orderId: lost } = await shop.order();
    await gateway.fault("capture", "drop-after-apply");
    await admin.post(`/admin/payments/${(await admin.payment(lost)).id}/capture`);
    await gateway.fault("retrievalTrans", "5xx-before", 5);
    await shop.pay(await shop.checkout(), CARDS.lostAfter);
    await fetch(`${gateway.url}/_control/faults`, { method: "DELETE" });
    await shop.pay(await shop.checkout(), CARDS.approved).expect(200);
    return { refunded, lost };
  }

  /** Number and digest of each of our tables. */
  async function contents({ pg }: Stage): Promise<Record<string, unknown>> {
    const tables = await pg("pg_tables")
      .where("tablename", "like", "acquiring%")
      .orderBy("tablename")
      .pluck("tablename");
    const found: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await pg.raw("SELECT count(*), md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ?? AS t", [
        table,
      ]);
      found[table] = rows[0];
    }
    return found;
  }

  const unfinished = ({ pg }: Stage): Promise<string[]> =>
    pg("acquiring_operation").whereIn("status", ["sending", "unknown"]).orderBy("kind").pluck("kind");

  test("Medusa without the plugin shows its orders; with it again nothing is lost and open operations end", async () => {
    const { shop, admin, gateway, pg, ledger, databaseName } = stage();
    const address = databaseAddress(databaseName);
    const { refunded, lost } = await leave(stage());
    await ledger.flushCounts();
    expect(await unfinished(stage())).toEqual(["authorise", "capture", "refund"]);
    const before = await contents(stage());
    const sent = (await gateway.requests()).length;

    const without = await startWithoutPlugin(address);
    const alone = admin.at(without.base);
    expect((await alone.payment(refunded)).captures.map(({ amount }) => amount)).toEqual([100]);
    const { body } = await alone.get("/admin/orders?fields=id,total").expect(200);
    expect(body.orders.map(({ id }: { id: string }) => id).sort()).toEqual([refunded, lost].sort());
    const refusal = await alone.post(`/admin/payments/${(await alone.payment(lost)).id}/capture`);
    expect(refusal.status).toBeGreaterThanOrEqual(400);
    expect((await alone.payment(lost)).captures).toEqual([]);
    await without.stop();
    expect(await contents(stage())).toEqual(before);
    expect(await gateway.requests()).toHaveLength(sent);

    const control = controlOf(gateway.url);
    const again = await openRest({ pg, control }, { DATABASE_URL: address });
    try {
      const { rows } = await pg.raw("SELECT id FROM region");
      const back = new Shop(`http://127.0.0.1:${String(again.port)}`, shop.publishableKey, rows[0].id);
      await back.order();
      await again.comeToRest();
    } finally {
      await again.close();
    }
    expect(await unfinished(stage())).toEqual([]);
    expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    expect((await admin.payment(lost)).captures.map(({ amount }) => amount)).toEqual([100]);
    expect((await admin.payment(refunded)).refunds.map(({ amount }) => amount)).toEqual([30]);
    expect(await pg("order")).toHaveLength(5);
  });

  test("medusa db:rollback is refused while there are records of money, and deletes nothing", async () => {
    const { shop, ledger, databaseName } = stage();
    await shop.order();
    await ledger.flushCounts();
    const before = await contents(stage());
    const { code, output } = await medusaCommand(
      databaseAddress(databaseName),
      "db:rollback",
      "--modules",
      "acquiring",
    );
    expect([code, output]).toEqual([1, expect.stringContaining("cannot be rolled back")]);
    expect(await contents(stage())).toEqual(before);
  });
});
