import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { FlagRouter } from "@medusajs/framework/utils";
import { Permission } from "../../src/contract/admin";
import { accessOf, requirePermission } from "../../src/workflows/admin-access";
import { withStore } from "../support/boot";

/** Who may do what in the dashboard: Medusa's roles when they are on, the plugin's own lists when they are off. */
const LISTS = { refund: ["Admin@Example.test"], capture: ["user_other"], export: [] };

withStore(
  "access",
  (stage) => {
    const userId = async (): Promise<string> => (await stage().admin.get("/admin/users/me").expect(200)).body.user.id;

    test("a permission without a list is everybody's, an empty list is nobody's, an address counts in any case", async () => {
      const { admin } = stage();
      const { body } = await admin.get("/admin/acquiring/access").expect(200);
      const without = ["capture", "export"];
      expect(body).toEqual({
        user_id: await userId(),
        decided_by: "allow-list",
        permissions: Permission.options.filter((permission) => !without.includes(permission)),
      });
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

    test("with Medusa's roles on the lists are not read, and who has no role has nothing", async () => {
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
