import type { ExecArgs } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { seedStore } from "../../scripts/seed-store";

/**
 * The shop of the stories: one product and one subscription product, without inventory management. Run by `medusa
 * exec`.
 */
export default async function seed({ container }: ExecArgs): Promise<void> {
  await seedStore(container, [
    { handle: "vase", title: "Vase", description: "", price: 24.5 },
    { handle: "monthly-vase", title: "Vase of the month", description: "", price: 24.5 },
  ]);
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)("product_variant")
    .update({ manage_inventory: false });
}
