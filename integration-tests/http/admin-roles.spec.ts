import { ContainerRegistrationKeys, FeatureFlag, Modules } from "@medusajs/framework/utils";
import { createRbacRolesWorkflow } from "@medusajs/medusa/core-flows";
import type { Permission } from "../../src/api-schema/admin";
import { adminRoutes } from "../../src/api-schema/admin/routes";
import type { Stage } from "../support/boot";
import { PASSWORD, withStore } from "../support/boot";
import { PAYOUTS } from "../support/payer";
import { Admin } from "../support/shop";

/** Dashboard permissions in a store with Medusa's roles. */
// The store reads its configuration, which omits the roles module without the flag, before the flags.
process.env.MEDUSA_FF_RBAC = "true";
FeatureFlag.setFlag("rbac", true);
afterAll(() => {
  delete process.env.MEDUSA_FF_RBAC;
  FeatureFlag.setFlag("rbac", false);
});

withStore("admin_roles", rolesOn, {}, PAYOUTS);

function rolesOn(stage: () => Stage): void {
  /** Logs in again with a role of these policies: they are in the token. */
  const adminWith = async (permissions: readonly Permission[]): Promise<Admin> => {
    const { container, pg, base } = stage();
    const policies: { id: string }[] = await pg("rbac_policy")
      .where({ resource: "acquiring_payment" })
      .whereIn("operation", [...permissions])
      .select("id");
    expect(policies).toHaveLength(permissions.length);
    const roles = [{ name: `Role of ${permissions.join()}`, policy_ids: policies.map(({ id }) => id) }];
    const { result } = await createRbacRolesWorkflow(container).run({ input: { roles } });
    const user = await pg("user").where({ email: "admin@example.test" }).first("id");
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.USER]: { user_id: user.id },
      [Modules.RBAC]: { rbac_role_id: result[0]?.id },
    });
    return Admin.login(base, "admin@example.test", PASSWORD);
  };

  test("a user without a role is refused by every route before anything is read", async () => {
    const { admin } = stage();
    const asked = adminRoutes.filter(({ permission }) => permission !== null);
    expect(asked.length).toBeGreaterThan(15);
    for (const { method, path, permission } of asked) {
      const address = path.replace(/:\w+/, "none");
      const { status, body } = await admin[method](address);
      expect([method, path, status, body.message]).toEqual([
        method,
        path,
        403,
        `You need the permission "${permission ?? ""}" for this. A role with the policy "acquiring_payment:${permission ?? ""}" gives it.`,
      ]);
    }
    const { body } = await admin.get("/admin/acquiring/access").expect(200);
    expect(body).toMatchObject({ decided_by: "rbac", permissions: [] });
  });

  test("a role grants exactly its policies", async () => {
    const cashier = await adminWith(["read", "capture"]);
    const { body } = await cashier.get("/admin/acquiring/access").expect(200);
    expect(body).toMatchObject({ decided_by: "rbac", permissions: ["read", "capture"] });
    await cashier.get("/admin/acquiring/payments").expect(200);
    // A role alone does not make an approver, and neither does the option alone.
    const listed = await adminWith(["payout", "approve_payout", "reveal_bank_details"]);
    expect((await listed.get("/admin/acquiring/access").expect(200)).body.permissions).toEqual([
      ...["read", "capture", "payout", "approve_payout"],
    ]);
    const { shop, ledger } = stage();
    const { checkout } = await shop.order();
    const attempt = await ledger.attempts.attemptOfSession(checkout.session.id);
    const path = `/admin/acquiring/payments/${attempt?.id ?? ""}`;
    const request = { key: "a-key-of-the-cashier", amount: "100.00" };
    expect((await cashier.post(`${path}/refund`, request)).status).toBe(403);
    expect((await cashier.post(`${path}/capture`, request).expect(200)).body.outcome).toBe("done");
  });
}
