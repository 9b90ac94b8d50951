import { workerOf } from "../../src/application/worker/worker-loop";
import { withStore } from "../support/boot";
import { Customer } from "../support/customer";
import { until } from "../support/other-process";
import { CARDS, cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** One failing item does not block the others, and nobody can make the store query the gateway without end. */
const SHOP = "http://localhost:8000";

withStore("work_goes_on", (stage) => {
  const asked = (): Promise<number> => stage().gateway.sent("retrievalTrans");

  test("an idle worker sends the database one query every five seconds", async () => {
    const { container, ledger, pg } = stage();
    await ledger.drain.settle();
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }): void => void asked.push(sql);
    pg.on("query", note);
    expect(await workerOf(container).poll()).toBe(5_000);
    pg.removeListener("query", note);
    expect(asked).toHaveLength(1);
  });

  test("a worker runs when the next work is due, and does it", async () => {
    const { container, shop, ledger, pg } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.pending).expect(200);
    // An event that waits is work, too.
    expect(await workerOf(container).poll()).toBe(2_000);
    const now = new Date();
    ledger.useClock(() => now);
    const before = await asked();
    const due = (ms: number): Promise<unknown> =>
      pg("acquiring_payment_attempt")
        .where({ cart_id: checkout.cartId })
        .update({ next_check_at: new Date(now.getTime() + ms) });
    await due(1_200);
    expect(await workerOf(container).poll()).toBe(1_205);
    expect(await asked()).toBe(before);
    await due(-1);
    expect(await workerOf(container).poll()).toBe(2_000);
    expect(await asked()).toBe(before + 1);
  });

  test("a payment of an account that is no longer configured is checked later, and an item is raised", async () => {
    const { shop, pg, work } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.pending).expect(200);
    await pg.raw(
      "UPDATE acquiring_payment_attempt SET account = 'gone', next_check_at = now() - interval '1 hour' WHERE cart_id = ?",
      [checkout.cartId],
    );
    await work();
    const { rows } = await pg.raw(
      "SELECT next_check_at > now() AS later FROM acquiring_payment_attempt WHERE cart_id = ?",
      [checkout.cartId],
    );
    expect(rows).toEqual([{ later: true }]);
    const { rows: items } = await pg.raw("SELECT kind, subject FROM acquiring_attention_item WHERE cleared_at IS NULL");
    expect(items).toEqual([{ kind: "query_refused", subject: "gone" }]);
  });

  test("a load balancer reads liveness and readiness without a login", async () => {
    const { shop } = stage();
    const health = await shop.get("/acquiring/health").expect(200);
    const ready = await shop.get("/acquiring/ready").expect(200);
    expect([health.body, ready.body]).toEqual([{ status: "alive" }, { status: "ready" }]);
    expect(ready.headers["cache-control"]).toBe("no-store");
  });

  test("a notification that cannot be handled is tried again later", async () => {
    const { shop, base, pg, gateway, work } = stage();
    const ada = await Customer.register(base, shop, "ada");
    const checkout = await ada.checkout();
    await ada.payBy(checkout, { type: "card", card: cardInput(CARDS.approved), save: true }).expect(200);
    await pg.raw("UPDATE acquiring_payment_attempt SET save_card = '{}', saved_card_id = NULL WHERE cart_id = ?", [
      checkout.cartId,
    ]);
    const [transaction] = (await gateway.state()).transactions;
    await gateway.notify(transaction?.order_no ?? "");
    await gateway.idle();
    await pg.raw("UPDATE acquiring_inbox_event SET next_try_at = now() - interval '1 hour' WHERE status = 'pending'");
    await work();
    const { rows } = await pg.raw(
      "SELECT next_try_at > now() - interval '1 minute' AS later FROM acquiring_inbox_event WHERE status = 'pending'",
    );
    expect(rows).toEqual([{ later: true }]);
  });

  test.each([
    ["belongs to an account that is not configured", "account", "gone"],
    ["that cannot be read any more", "body", Buffer.from("<html>").toString("base64")],
  ])(
    "a stored notification %s waits three days for its options, and one item is raised",
    async (_name, column, value) => {
      const { shop, pg, gateway, ledger, work } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout, CARDS.approved).expect(200);
      const [transaction] = (await gateway.state()).transactions;
      await gateway.notify(transaction?.order_no ?? "");
      await gateway.idle();
      await work();
      const inbox = () => pg("acquiring_inbox_event").where({ source: "notify" });
      const stored = await inbox().first<Record<string, unknown>>();
      const due = { status: "pending", tries: 0, result: null, next_try_at: new Date(0) };
      const readAgain = async (change: Record<string, unknown>): Promise<unknown> => {
        await inbox().update(change);
        await work();
        return inbox().first("status");
      };
      const told = () =>
        pg("acquiring_attention_item").where({ kind: "notification_unreadable" }).select("subject", "count");

      const waiting = { status: "pending" };
      expect(await readAgain({ ...due, [column]: value })).toEqual(waiting);
      expect(await readAgain({ next_try_at: new Date(0) })).toEqual(waiting);
      const item = { subject: column === "account" ? value : stored?.["account"], count: 1 };
      expect(await told()).toEqual([item]);

      expect(await readAgain({ [column]: stored?.[column], next_try_at: new Date(0) })).toEqual({ status: "applied" });

      await inbox().update({ ...due, [column]: value });
      ledger.useClock(() => new Date(Date.now() + 72 * 3_600_000 + 1_000));
      expect(await readAgain({ next_try_at: new Date(0) })).toEqual({ status: "refused" });
      expect(await told()).toEqual([{ ...item, count: 2 }]);
    },
  );

  test("a card that cannot be saved does not fail its payment", async () => {
    const { shop, base, pg } = stage();
    const ada = await Customer.register(base, shop, "ada");
    const checkout = await ada.checkout();
    await pg.raw("ALTER TABLE acquiring_saved_card RENAME TO acquiring_saved_card_away");
    const answer = await ada.payBy(checkout, { type: "card", card: cardInput(CARDS.approved), save: true });
    await pg.raw("ALTER TABLE acquiring_saved_card_away RENAME TO acquiring_saved_card");
    expect([answer.status, answer.body.payment?.state]).toEqual([200, "authorised"]);
  });

  test("a polling customer causes at most one query a second", async () => {
    const { shop, gateway } = stage();
    const checkout = await shop.checkout();
    await gateway.fault("retrievalTrans", "drop-before", 1_000);
    await shop.pay(checkout, CARDS.doubtful).expect(200);
    const before = await asked();
    const since = Date.now();
    await Promise.all(Array.from({ length: 20 }, () => shop.status(checkout)));
    for (let count = 0; count < 10; count += 1) await shop.status(checkout);
    const seconds = Math.ceil((Date.now() - since) / 1_000);
    expect((await asked()) - before).toBeLessThanOrEqual(seconds + 1);
  });

  test("18 a cart that another process is completing is not completed concurrently, by customer or worker, and has one order", async () => {
    const { shop, pg, ledger, work } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, CARDS.approved).expect(200);
    const other = await ledger.leases.take("cart-completion", checkout.cartId);
    const completed = shop.complete(checkout);
    const orders = (): Promise<unknown[]> =>
      pg("order_cart").where({ cart_id: checkout.cartId }).whereNull("deleted_at");
    await pg("acquiring_payment_attempt")
      .where({ cart_id: checkout.cartId })
      .update({ project_after: new Date(0) });
    await work();
    // A completion takes less time than this many answers of the store.
    let answers = 0;
    const isLong = async (): Promise<boolean> => {
      await shop.status(checkout);
      answers += 1;
      return answers > 100;
    };
    expect(await until(completed, isLong)).toBe("so");
    expect(await orders()).toEqual([]);
    await other?.release();
    expect((await completed).order?.id).toMatch(/^order_/);
    expect(await orders()).toHaveLength(1);
  });

  test("a return page reloaded repeatedly causes at most one check a second", async () => {
    const { shop, pg } = stage();
    const checkout = await shop.checkout();
    const { body } = await shop
      .payBy(checkout, { type: "card", card: cardInput("4000000000003063") }, { return_to: SHOP })
      .expect(200);
    const page = await new Traveller(SHOP).follow(body.payment.action.url);
    const back = new URL(page.url).searchParams.get("return_url") ?? "";
    const returned = async (): Promise<string> => {
      await fetch(back, { redirect: "manual" });
      const { rows } = await pg.raw("SELECT returned_at FROM acquiring_payment_attempt WHERE cart_id = ?", [
        checkout.cartId,
      ]);
      return String(rows[0].returned_at?.getTime());
    };
    stage().ledger.useClock(() => new Date("2039-01-01T00:00:00Z"));
    const first = await returned();
    stage().ledger.useClock(() => new Date("2039-01-01T00:00:00.500Z"));
    expect(await returned()).toBe(first);
    stage().ledger.useClock(() => new Date("2039-01-01T00:00:01Z"));
    expect(await returned()).not.toBe(first);
  });
});
