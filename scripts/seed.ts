import { writeFileSync } from "node:fs";
import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows";
import { putPlan } from "../src/application/subscriptions/plans";
import { seedStore } from "./seed-store";

/**
 * `medusa exec ./scripts/seed.ts`: fills the demo store once and writes the shop's settings to the file named by
 * DEMO_SEED_FILE. A second run changes nothing.
 */
const SUBSCRIBED = "piece-of-the-month";

const PRODUCTS = [
  {
    handle: "tall-vase",
    title: "Tall vase",
    description: "Thrown in one go, taller than it wanted to be. Iron-red glaze.",
    price: 100,
  },
  {
    handle: "stoneware-mug",
    title: "Stoneware mug",
    description: "Holds 30 cl and stays warm in the hand.",
    price: 24.5,
  },
  {
    handle: "serving-bowl",
    title: "Serving bowl",
    description: "For salads, soups, or the keys by the door.",
    price: 62,
  },
  {
    handle: "dinner-plate",
    title: "Dinner plate",
    description: "Flat, wide, forgiving. Goes into the dishwasher.",
    price: 34,
  },
  { handle: "teapot", title: "Teapot", description: "Pours without dripping. It took us two years.", price: 118 },
  {
    handle: "candle-holder",
    title: "Candle holder",
    description: "Black slip over coarse clay. Candle included.",
    price: 29,
  },
  {
    handle: SUBSCRIBED,
    title: "Piece of the month",
    description: "A small piece that is not in the shop, every month. Cancel whenever your shelf is full.",
    price: 32,
  },
];

export default async function seed({ container }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const file = process.env.DEMO_SEED_FILE;
  if (!file) throw new Error("DEMO_SEED_FILE is needed.");
  await person(container, "ADMIN", "Admin");
  await person(container, "APPROVER", "Approver");
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: keys } = await query.graph({ entity: "api_key", fields: ["token"], filters: { title: "Web shop" } });
  const known: unknown = keys[0]?.token;
  if (typeof known === "string") {
    writeFileSync(file, JSON.stringify({ publishableKey: known }));
    return;
  }
  const { publishableKey } = await seedStore(container, PRODUCTS);
  await subscribe(container);
  writeFileSync(file, JSON.stringify({ publishableKey }));
  logger.info("The demo store is filled.");
}

/** A dashboard user, unless the address exists. */
async function person(container: MedusaContainer, who: "ADMIN" | "APPROVER", last_name: string): Promise<void> {
  const email = process.env[`DEMO_${who}_EMAIL`];
  const password = process.env[`DEMO_${who}_PASSWORD`];
  if (!email || !password) throw new Error(`DEMO_${who}_EMAIL and DEMO_${who}_PASSWORD are needed.`);
  const [known] = await container.resolve(Modules.USER).listUsers({ email });
  if (known) return;
  const auth = container.resolve(Modules.AUTH);
  const registered = await auth.register("emailpass", { body: { email, password } });
  if (!registered.authIdentity) throw new Error(registered.error ?? `${email} could not be registered.`);
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId: registered.authIdentity.id, userData: { email, first_name: "Demo", last_name } },
  });
}

/** First and later charges have the same price here. */
async function subscribe(container: MedusaContainer): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "product_variant",
    fields: ["id"],
    filters: { sku: SUBSCRIBED.toUpperCase() },
  });
  const [variant] = data;
  if (!variant) throw new Error("The product of the subscription was not made.");
  await putPlan(container, variant.id, {
    name: "Piece of the month",
    amounts: { eur: "32" },
    interval: "month",
    interval_count: 1,
    billing_cycles: null,
    promotion_cycles: null,
    starts_on: null,
    ends_on: null,
    price_id: null,
  });
}
