import type { AttentionEntry, AttentionPage } from "../../src/api-schema/admin";
import { countItems, listItems } from "../../src/modules/acquiring/attention/list";
import { withStore } from "../support/boot";
import { quickest } from "../support/many-attempts";
import { plansOf } from "../support/plans";

/** The attention page: list, badge, and dismissing an item. */
const HELD = "4000000000009243";
const LIST = "/admin/acquiring/attention";

withStore("desk_attention", (stage) => {
  const page = async (query = ""): Promise<AttentionPage> => {
    const { body } = await stage().admin.get(`${LIST}${query}`).expect(200);
    return body;
  };
  const badge = async (): Promise<number> => (await stage().admin.get(`${LIST}/count`).expect(200)).body.open;

  /** An order whose payment is under review. */
  async function heldOrder(): Promise<{ orderId: string; item: AttentionEntry }> {
    const { shop } = stage();
    const checkout = await shop.checkout();
    await shop.pay(checkout, HELD).expect(200);
    const { order } = await shop.complete(checkout);
    const [item] = (await page()).items;
    if (!order || !item) throw new Error("There is no held order.");
    return { orderId: order.id, item };
  }

  test("an item names its payment, its order and the recommended action, and is counted", async () => {
    expect([await badge(), await page()]).toEqual([0, { items: [], count: 0, limit: 20, offset: 0, open: [] }]);
    const { orderId, item } = await heldOrder();
    expect(item).toMatchObject({
      account: "main",
      kind: "held_review",
      action: "review",
      level: "customer",
      count: 1,
      payment: { amount: "100.00", currency: "EUR", order: { id: orderId } },
      closed: null,
    });
    expect(await badge()).toBe(1);
    expect(await page()).toMatchObject({ count: 1, open: [{ kind: "held_review", count: 1 }] });
    expect(await page("?status=closed")).toMatchObject({ items: [], count: 0, open: [{ count: 1 }] });
  });

  test("items can be filtered by one or several kinds", async () => {
    await heldOrder();
    expect((await page("?kind=held_review")).count).toBe(1);
    expect((await page("?kind=drift&kind=held_review")).count).toBe(1);
    expect(await page("?kind=drift")).toMatchObject({ items: [], count: 0, open: [{ kind: "held_review" }] });
    expect((await page("?offset=1&limit=1")).items).toEqual([]);
  });

  test.each([
    ["?kind=no_such_kind", "kind"],
    ["?limit=101", "limit"],
    ["?offset=-1", "offset"],
    ["?colour=red", "colour"],
  ])("the query %s is answered with 400 and the name of the field", async (query, field) => {
    const { status, body } = await stage().admin.get(`${LIST}${query}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(body.message).toContain(field);
  });

  test("a dismissed item says who dismissed it and why, and can be dismissed once", async () => {
    const { admin, pg } = stage();
    const { item } = await heldOrder();
    const url = `${LIST}/${item.id}/dismiss`;
    expect((await admin.post(url, { note: " " })).status).toBe(400);
    expect((await admin.post(url, { note: "4111 1111 1111 1111" })).status).toBe(400);
    await admin.post(url, { note: "Called the customer." }).expect(200, { id: item.id });
    expect((await admin.post(url, { note: "Once more." })).status).toBe(404);
    expect(await badge()).toBe(0);
    const [closed] = (await page("?status=closed")).items;
    expect(closed?.closed).toMatchObject({
      reason: "dismissed",
      by: "admin@example.test",
      note: "Called the customer.",
    });
    const audit = await pg("acquiring_audit_record").where({ action: "attention_dismissed" });
    expect(audit).toMatchObject([{ actor: "admin", details: { item: item.id, note: "Called the customer." } }]);
  });

  test("an unknown item cannot be dismissed", async () => {
    const { status } = await stage().admin.post(`${LIST}/acqatn_none/dismiss`, { note: "Looked at it." });
    expect(status).toBe(404);
  });

  test("among 100,000 items each page is read from an index and answered in under 300 ms", async () => {
    const { pg } = stage();
    await pg.raw(
      `INSERT INTO acquiring_attention_item (id, account, kind, subject, message, count, raised_at, cleared_at, cleared_reason, created_at, updated_at)
       SELECT 'acqatn_many_' || n, 'main', (ARRAY['drift','dispute','refund_failed','unmapped_code'])[1 + n % 4], 'subject_' || n, 'm', 1,
         now() - n * interval '1 minute', CASE WHEN n % 5 = 0 THEN NULL ELSE now() - n * interval '1 second' END, NULL, now(), now()
       FROM generate_series(1, 100000) AS n`,
    );
    await pg.raw("ANALYZE acquiring_attention_item");
    expect(await badge()).toBe(10_001);
    for (const query of ["", "?status=closed", "?kind=dispute&offset=4000", "?status=closed&kind=drift&offset=9000"]) {
      const full = async (): Promise<void> => expect((await page(query)).items).toHaveLength(20);
      expect(await quickest(300, full)).toBeLessThan(300);
    }
    for (const status of ["open", "closed"] as const) {
      expect(await plansOf(pg, () => listItems(pg, { status, kinds: undefined }, { limit: 20, offset: 0 }))).toMatch(
        /Index Scan/,
      );
      expect(await plansOf(pg, () => countItems(pg, { status, kinds: ["late_or_duplicate_payment"] }))).not.toMatch(
        /Seq Scan/,
      );
    }
  }, 60_000);
});
