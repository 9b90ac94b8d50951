import type { ExecArgs } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows";
import { seedStore } from "../../scripts/seed-store";

/** The cluster's shop: one product without inventory management, and an admin. Run by `medusa exec`. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  await seedStore(container, [{ handle: "vase", title: "Vase", description: "", price: 24.5 }]);
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)("product_variant")
    .update({ manage_inventory: false });
  const [email, password] = [process.env.CLUSTER_ADMIN_EMAIL ?? "", process.env.CLUSTER_ADMIN_PASSWORD ?? ""];
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password } });
  if (!authIdentity) throw new Error(error ?? "The admin could not be registered.");
  await createUserAccountWorkflow(container).run({ input: { authIdentityId: authIdentity.id, userData: { email } } });
}
