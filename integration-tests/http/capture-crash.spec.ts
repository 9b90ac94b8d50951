import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { acquiringResolveOperationWorkflow } from "../../src/workflows";
import { wrongInBooks } from "../support/books";
import { withStore } from "../support/boot";
import type { PlacedOrder } from "../support/capture-rules";
import { captureRules } from "../support/capture-rules";
import { MonthStores } from "../support/month-stores";
import { later } from "../support/other-process";

/**
 * The worker that captures by policy is killed by SIGKILL at each point of its round. Another worker continues: every payment is captured
 * once, with what was shipped.
 */
withStore(
  "capture_crash",
  (stage) => {
    const on = captureRules(stage);
    let stores: MonthStores;

    beforeAll(async () => {
      stores = await MonthStores.start(stage(), 1);
    });

    afterAll(() => stores.stop());

    /** Two orders of two vases of 100.00 each, of which one was shipped. */
    async function shipped(): Promise<PlacedOrder[]> {
      await stage().gateway.control("settings", { multipleCaptures: true });
      await on.save({ capture: "on_shipment" });
      const orders = [await on.order(2), await on.order(2)];
      for (const order of orders) await on.ship(order);
      return orders;
    }

    async function die(point: FailpointName, times: number): Promise<void> {
      const before = stores.deaths;
      await stores.setClocks();
      await stores.work({ point, times });
      expect(stores.deaths).toBe(before + 1);
    }

    const capturesOf = async (orders: readonly PlacedOrder[]): Promise<string[][]> =>
      Promise.all(orders.map((order) => on.captures(order)));

    const expectWholeBooks = async (): Promise<void> => {
      const { pg, gateway } = stage();
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    };

    test.each<[FailpointName, number, string]>([
      ["capture:before-commit", 2, "one of two rows was not yet recorded"],
      ["capture:before-send", 1, "the rows were recorded, and nothing was sent"],
      ["capture:after-send", 1, "the gateway has captured, and its answer is lost"],
      ["capture:after-conclude", 1, "the first of two results is recorded"],
      ["project:after-recording", 1, "Medusa has recorded the first capture"],
    ])("killed at %s (%i): %s", async (point, times) => {
      const orders = await shipped();
      await die(point, times);
      await later(stage());
      await on.look();
      await later(stage());
      expect(await capturesOf(orders)).toEqual([["100.00"], ["100.00"]]);
      for (const order of orders) expect(await on.captured(order)).toBe(10_000);
      await expectWholeBooks();
    });

    test("killed after a second capture was sent: staff decide, because a query cannot tell two captures apart", async () => {
      const { container, pg } = stage();
      const [order] = await shipped();
      if (!order) throw new Error("There is no order.");
      await stage().work();
      await on.ship(order);
      await die("capture:after-send", 1);
      await later(stage());
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00", "100.00"]);
      expect([await on.captured(order), await on.items(order)]).toEqual([10_000, ["unknown_outcome"]]);
      const { id: operationId } = await pg("acquiring_operation").where({ status: "unknown" }).first("id");
      const decision = { attemptId: order.attemptId, operationId, resolution: "happened", actorId: "user_1" } as const;
      await acquiringResolveOperationWorkflow(container).run({ input: { ...decision, note: "Seen in the portal." } });
      await later(stage());
      expect(await on.captured(order)).toBe(20_000);
      expect(await on.captures(order)).toEqual(["100.00", "100.00"]);
      await expectWholeBooks();
    });
  },
  { capture: { multiple: true } },
);
