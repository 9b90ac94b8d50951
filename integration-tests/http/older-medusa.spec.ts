import { Modules } from "@medusajs/framework/utils";
import { refuseDisabledProvider } from "../../src/application/medusa-guards/refuse-disabled-provider";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { withStore } from "../support/boot";
import type { Stage } from "../support/boot";
import { allBooks, threeBooks } from "../support/three-books";

/**
 * Differences of an older Medusa, made here in the installed one: before 2.21 core names who captured `captured_by`, which
 * its table does not have; before 2.20 it does not ask whether a provider is enabled in the region. `npm run matrix` runs
 * the older versions themselves.
 */
interface Captures {
  create(data: Record<string, unknown>, ...rest: unknown[]): unknown;
}

withStore("older_medusa", (stage) => {
  describe("a Medusa that loses who captured", () => {
    let restore: () => void;

    beforeEach(() => {
      const { captureService_: captures } = stage().container.resolve(Modules.PAYMENT) as unknown as {
        captureService_: Captures;
      };
      const { create } = captures;
      captures.create = ({ created_by: by, ...data }, ...rest) =>
        create.call(captures, { captured_by: by, ...data }, ...rest);
      restore = () => {
        captures.create = create;
      };
    });
    afterEach(() => {
      restore();
      armFailpoint(null);
    });

    const creators = async ({ pg }: Stage): Promise<(string | null)[]> => {
      const { rows } = await pg.raw("SELECT created_by FROM capture WHERE deleted_at IS NULL ORDER BY created_at");
      return rows.map(({ created_by: by }: { created_by: string | null }) => by);
    };

    test("a capture with Medusa's button knows its user", async () => {
      const { shop, admin } = stage();
      const { id } = await admin.payment((await shop.order()).orderId);
      await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(200);
      expect(await creators(stage())).toEqual([expect.stringMatching(/^user_/)]);
    });

    test("a capture whose response was lost is recorded once, although the process died after recording it", async () => {
      const { shop, admin, gateway, hurry, pg } = stage();
      await gateway.control("settings", { multipleCaptures: true });
      const { orderId } = await shop.order();
      const { id } = await admin.payment(orderId);
      await gateway.fault("capture", "drop-after-apply");
      await admin.post(`/admin/payments/${id}/capture`, { amount: 40 }).expect(400);
      let deaths = 0;
      armFailpoint((name) => {
        if (name !== "project:after-recording" || deaths > 0) return;
        deaths += 1;
        throw new Error("The process died.");
      });
      await hurry();
      expect(deaths).toBe(1);
      await hurry();
      const { rows } = await pg.raw("SELECT id FROM acquiring_operation WHERE kind = 'capture'");
      expect(await creators(stage())).toEqual([rows[0].id]);
      expect(await threeBooks(stage(), orderId)).toEqual(allBooks(4_000, 0));
    });
  });

  test("a session of a provider that the region does not have is refused, others are not", async () => {
    const { container, shop } = stage();
    const { collectionId } = await shop.checkout();
    const ask = (providerId: string) => refuseDisabledProvider(container, { collectionId, providerId });
    await expect(ask("pp_acquiring-card_other")).rejects.toThrow(/not enabled in the cart's region reg_/);
    await expect(ask("pp_acquiring-card_main")).resolves.toBeUndefined();
    await expect(ask("pp_someone-else")).resolves.toBeUndefined();
  });
});
