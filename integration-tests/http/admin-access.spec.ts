import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { FlagRouter } from "@medusajs/framework/utils";
import { PayoutSetup, Permission } from "../../src/api-schema/admin";
import { payoutRoutes } from "../../src/api-schema/admin/payouts/payout-routes";
import { accessOf, requirePermission } from "../../src/application/access/admin-access";
import { projectAttempt } from "../../src/application/orders/project-attempt";
import { requireForCancelling } from "../../src/application/medusa-guards/medusa-button-permissions";
import { withStore } from "../support/boot";

/** Dashboard permissions: by Medusa's roles if they are on, by the plugin's lists otherwise. */
const LISTS = { refund: ["Admin@Example.test"], capture: ["user_other"], export: [] };

withStore(
  "access",
  (stage) => {
    const userId = async (): Promise<string> => (await stage().admin.get("/admin/users/me").expect(200)).body.user.id;

    test("a permission without a list is granted to all, an empty list grants it to none, and addresses ignore case", async () => {
      const { admin } = stage();
      const { body } = await admin.get("/admin/acquiring/access").expect(200);
      // Payout permissions always need a list.
      const without = ["capture", "export", "approve_payout", "reveal_bank_details"];
      expect(body).toEqual({
        user_id: await userId(),
        decided_by: "allow-list",
        permissions: Permission.options.filter((permission) => !without.includes(permission)),
      });
    });

    test("without payout options the routes do not exist, and the setup page names the missing options", async () => {
      const { admin } = stage();
      const { body } = await admin.get("/admin/acquiring/payout-setup").expect(200);
      expect(PayoutSetup.parse(body)).toEqual(body);
      expect([body.ready, body.missing.map(({ option }: { option: string }) => option)]).toEqual([
        false,
        ["payout.amountUnit", "payout.approvers", "payout.encryptionKeys", "payout.limits", "admin.permissions.payout"],
      ]);
      for (const { method, path } of payoutRoutes.filter(({ path: of }) => !of.endsWith("/payout-setup")))
        expect([path, (await admin[method](path.replace(":id", "none"))).status]).toEqual([path, 404]);
    });

    test("a refusal is a 403 that names the permission and the option", async () => {
      const { container } = stage();
      const who = { actor_id: await userId(), app_metadata: {} };
      await expect(requirePermission(container, who, "refund")).resolves.toBeUndefined();
      await expect(requirePermission(container, who, "capture")).rejects.toMatchObject({
        type: "forbidden",
        message:
          'You need the permission "capture" for this. The plugin\'s option admin.permissions.capture lists who has it.',
      });
      const other = { actor_id: "user_other", app_metadata: {} };
      await expect(requirePermission(container, other, "capture")).resolves.toBeUndefined();
      await expect(requirePermission(container, other, "refund")).rejects.toMatchObject({ type: "forbidden" });
    });

    test("Medusa's own buttons need the same permissions", async () => {
      const { admin, shop, gateway } = stage();
      const { orderId } = await shop.order();
      const { id } = await admin.payment(orderId);
      const { body } = await admin.post(`/admin/payments/${id}/capture`).expect(403);
      expect(body).toMatchObject({ type: "forbidden", message: expect.stringContaining('"capture"') });
      expect((await gateway.state()).effects).toMatchObject({ authorise: 1, capture: 0 });
      // Cancelling an authorised order is a void, which has no list.
      await admin.post(`/admin/orders/${orderId}/cancel`).expect(200);
      expect((await gateway.state()).effects).toMatchObject({ capture: 0, cancel: 1 });
    });

    test("cancelling an order that was captured needs what a refund needs", async () => {
      const { admin, container, shop, gateway, ledger } = stage();
      const { orderId, checkout } = await shop.order();
      const attempt = await ledger.attempts.attemptOfSession(checkout.session.id);
      const capture = { kind: "capture", amount: 10_000n, idempotencyKey: "captured_before", actor: "admin" } as const;
      await ledger.gate.run({ ...capture, attemptId: attempt?.id ?? "", actorId: null, recordedBy: "projection" });
      await projectAttempt(container, attempt?.id ?? "");
      const somebody = { actor_id: "user_other", app_metadata: {} };
      await expect(requireForCancelling(container, somebody, orderId)).rejects.toMatchObject({ type: "forbidden" });
      const { id } = await admin.payment(orderId);
      await admin.post(`/admin/payments/${id}/refund`, { amount: 10 }).expect(200);
      expect((await gateway.state()).effects).toMatchObject({ capture: 1, refund: 1 });
    });

    test("with Medusa's roles enabled the lists are ignored, and a user without a role may do nothing", async () => {
      const { container } = stage();
      const flags = container.resolve<FlagRouter>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER);
      flags.setFlag("rbac", true);
      try {
        const who = { actor_id: await userId(), app_metadata: {} };
        await expect(requirePermission(container, who, "read")).rejects.toMatchObject({
          type: "forbidden",
          message: 'You need the permission "read" for this. A role with the policy "acquiring_payment:read" gives it.',
        });
        expect(await accessOf(container, who)).toEqual({
          user_id: who.actor_id,
          decided_by: "rbac",
          permissions: [],
        });
      } finally {
        flags.setFlag("rbac", false);
      }
    });
  },
  {},
  { admin: { permissions: LISTS } },
);
