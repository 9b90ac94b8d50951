import type { CapturePolicyRule } from "../../src/api-schema/admin";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { withStore } from "../support/boot";
import type { PlacedOrder } from "../support/capture-rules";
import { captureRules } from "../support/capture-rules";
import { allBooks, threeBooks } from "../support/three-books";

/** What the policy does shortly before an authorisation expires. Authorisations are valid for seven days. */
withStore(
  "capture_expiry",
  (stage) => {
    const on = captureRules(stage);
    const HOUR = 3_600_000;
    const later = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));

    beforeEach(() => stage().gateway.control("settings", { multipleCaptures: true }));

    const expire = async (changes: Partial<CapturePolicyRule>, ms = 145 * HOUR) => {
      await on.save(changes);
      const placed = await on.order();
      await stage().work();
      later(143 * HOUR);
      await stage().work();
      expect(await on.items(placed)).toEqual([]);
      later(ms);
      await stage().work();
      return placed;
    };
    const told = async (): Promise<number> =>
      (await stage().pg("acquiring_entry").where({ kind: "authorisation_expiring" })).length;

    test("remind raises an item and an event, once", async () => {
      const placed = await expire({});
      later(146 * HOUR);
      await on.look();
      expect([await on.items(placed), await told(), await on.captured(placed)]).toEqual([
        ["expiring_authorisation"],
        1,
        0,
      ]);
    });

    test("capture captures what is left", async () => {
      const placed = await expire({ capture: "before_expiry", at_expiry: "capture" });
      expect([await on.captures(placed), await on.items(placed), await told()]).toEqual([["100.00"], [], 1]);
      expect(await threeBooks(stage(), placed.orderId)).toEqual(allBooks(10_000, 0));
    });

    test("void voids it, and staff are told that the order has no payment", async () => {
      const placed = await expire({ at_expiry: "void" });
      await stage().hurry();
      later(146 * HOUR);
      await stage().hurry();
      expect((await on.attempt(placed)).state).toBe("voided");
      expect(await on.items(placed)).toEqual(["external_void"]);
      expect((await on.read()).activity).toMatchObject({ voided: 1 });
    });

    test("what was fulfilled is not voided", async () => {
      await on.save({ at_expiry: "void" });
      const placed = await on.order();
      await on.fulfil(placed);
      later(145 * HOUR);
      await on.look();
      expect([(await on.attempt(placed)).state, await on.items(placed)]).toEqual([
        "authorised",
        ["expiring_authorisation"],
      ]);
    });

    test("what is left after a partial capture is told", async () => {
      await on.save({ capture: "on_fulfilment" });
      const placed = await on.order(2);
      await on.fulfil(placed);
      await on.look();
      later(145 * HOUR);
      await on.look();
      await on.look();
      expect([await on.captured(placed), await on.items(placed), await told()]).toEqual([10_000, ["capture_due"], 1]);
    });

    test("without a policy, what is left after a partial capture is told once, unless its order owes nothing", async () => {
      const { admin, container, pg, work } = stage();
      const captureOne = async (quantity: number) => {
        const placed = await on.order(2);
        if (quantity === 1) {
          await admin.post("/admin/order-edits", { order_id: placed.orderId }).expect(200);
          const item = `/admin/order-edits/${placed.orderId}/items/item/${await on.itemOf(placed.orderId)}`;
          await admin.post(item, { quantity }).expect(200);
          await admin.post(`/admin/order-edits/${placed.orderId}/confirm`).expect(200);
        }
        const { id } = await admin.payment(placed.orderId);
        await admin.post(`/admin/payments/${id}/capture`, { amount: 100 }).expect(200);
        await work();
        return placed;
      };
      const [owes, paid] = [await captureOne(2), await captureOne(1)];
      later(143 * HOUR);
      await watchAttention(container);
      expect([await on.items(owes), await told()]).toEqual([[], 0]);
      later(145 * HOUR);
      await watchAttention(container);
      await watchAttention(container);
      expect([await on.items(owes), await on.items(paid), await told()]).toEqual([["capture_due"], [], 1]);
      const [entry] = await pg("acquiring_entry").where({ kind: "authorisation_expiring" });
      expect([entry.attempt_id, Number(entry.amount)]).toEqual([owes.attemptId, 10_000]);
      const item = await pg("acquiring_attention_item").where({ kind: "capture_due" }).first();
      expect([item.message, item.count]).toEqual([expect.stringContaining("100.00 EUR of the order"), 1]);
      await admin.post(`/admin/acquiring/attention/${item.id}/dismiss`, { note: "Not shipped." }).expect(200);
      await watchAttention(container);
      expect(await on.items(owes)).toEqual([]);
    });

    describe("without a policy, what is left", () => {
      const capture = async ({ orderId }: PlacedOrder, amount: number): Promise<void> => {
        const { id } = await stage().admin.payment(orderId);
        await stage().admin.post(`/admin/payments/${id}/capture`, { amount }).expect(200);
        await stage().work();
      };
      const edit = async ({ orderId }: PlacedOrder, changes: object): Promise<void> => {
        const { admin } = stage();
        await admin.post("/admin/order-edits", { order_id: orderId }).expect(200);
        await admin.post(`/admin/order-edits/${orderId}/items/item/${await on.itemOf(orderId)}`, changes).expect(200);
        await admin.post(`/admin/order-edits/${orderId}/confirm`).expect(200);
      };
      const watch = (): Promise<void> => watchAttention(stage().container);

      test("is told although the whole payment was told before", async () => {
        const placed = await on.order(2);
        await stage().work();
        later(145 * HOUR);
        await watch();
        expect(await on.items(placed)).toEqual(["expiring_authorisation"]);
        await capture(placed, 100);
        later(146 * HOUR);
        await watch();
        await watch();
        expect([await on.items(placed), await told()]).toEqual([["capture_due"], 1]);
      });

      test("is what the order owes at most, and is closed once it owes nothing", async () => {
        const placed = await on.order(2);
        await edit(placed, { quantity: 1 });
        await capture(placed, 80);
        later(145 * HOUR);
        await watch();
        const item = () => stage().pg("acquiring_attention_item").where({ attempt_id: placed.attemptId }).first();
        expect((await item()).message).toMatch(
          /^20\.00 EUR of the order are authorised and not captured, and 80\.00 EUR are/,
        );
        await watch();
        expect(await on.items(placed)).toEqual(["capture_due"]);
        await edit(placed, { quantity: 1, unit_price: 80 });
        await watch();
        expect(await item()).toMatchObject({ kind: "capture_due", cleared_reason: "solved" });
        await watch();
        expect(await on.items(placed)).toEqual([]);
      });
    });

    test("a worker that was away finds what has expired, and the list of payments says when", async () => {
      const { body } = await stage().admin.get("/admin/acquiring/payments").expect(200);
      expect(body.payments).toEqual([]);
      const placed = await expire({}, 200 * HOUR);
      expect(await on.items(placed)).toEqual(["expiring_authorisation"]);
      const list = await stage().admin.get("/admin/acquiring/payments").expect(200);
      const { created_at: created, expires_at: expires } = list.body.payments[0];
      expect(Date.parse(expires) - Date.parse(created)).toBeGreaterThan(167 * HOUR);
    });
  },
  { capture: { multiple: true } },
);
