import type { Server } from "node:http";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import loaders from "@medusajs/medusa/loaders/index";
import express from "express";
import type { Knex } from "knex";
import { copyCart } from "../../integration-tests/faults/copy-cart";
import type { Stage } from "../../integration-tests/support/boot";
import { PAYOUTS, userOf } from "../../integration-tests/support/payer";
import type { Checkout } from "../../integration-tests/support/shop";
import { Gateway, Shop } from "../../integration-tests/support/shop";
import { seedStore } from "../../scripts/seed-store";
import { ACQUIRING_MODULE } from "../../src/modules/acquiring";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { ROOT } from "../harness/databases";
import { startGateway, storeEnv } from "../harness/store";

/**
 * The root store in this process, in production mode as a server without jobs, with a small shop and a simulator that
 * sends nothing by itself. The ledger's clock is this process's, so that it does not ask Postgres for the time.
 */
export interface BudgetStore extends Pick<
  Stage,
  "shop" | "admin" | "gateway" | "base" | "container" | "ledger" | "pg"
> {
  /** A cart with its payment collection, and a session of our card form. */
  checkout(): Promise<Checkout>;
  /** The same with Medusa's own provider, which sends and stores nothing. */
  checkoutWithout(): Promise<Omit<Checkout, "session">>;
  close(): Promise<void>;
}

const FREE = { max: 1_000, windowMs: 1_000 };
const OPTIONS = {
  cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } },
  // Money without a cart is left alone.
  lateMoney: "hold",
  ...PAYOUTS,
};
/** A slow machine sends the same requests. */
const PROFILE = { batch: { maxWaitMs: 5_000 } };
const VASE = { handle: "tall-vase", title: "Tall vase", description: "", price: 100 };
const ADMIN = "admin@example.test";

export async function openBudgetStore(databaseUrl: string): Promise<BudgetStore> {
  const simulator = await startGateway({ notifications: "off" });
  const env = { ACQUIRING_PROFILE: JSON.stringify(PROFILE) };
  const start = { databaseUrl, mode: "server", gatewayUrl: simulator.url, options: OPTIONS, env } as const;
  Object.assign(process.env, storeEnv(start));
  const { container, base, close } = await openMedusa();
  const { publishableKey, regionId } = await seedStore(container, [VASE]);
  const ledger = container.resolve<AcquiringModuleService>(ACQUIRING_MODULE);
  ledger.useClock(() => new Date());
  const shop = new Shop(base, publishableKey, regionId);
  const pg: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  return {
    shop,
    base,
    container,
    ledger,
    pg,
    gateway: new Gateway(simulator.url),
    admin: await userOf({ container, base }, ADMIN),
    ...checkouts(shop, pg, (await shop.checkout()).cartId),
    close: async () => {
      await close();
      await simulator.close();
    },
  };
}

/** Copies of one cart: a storefront's requests are not measured. */
function checkouts(shop: Shop, pg: Knex, template: string): Pick<BudgetStore, "checkout" | "checkoutWithout"> {
  return {
    checkout: async () => {
      const cart = await copyCart(pg, template);
      return { ...cart, session: await shop.session(cart.collectionId) };
    },
    checkoutWithout: async () => {
      const cart = await copyCart(pg, template);
      const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`;
      await shop.post(path, { provider_id: "pp_system_default" }).expect(200);
      return cart;
    },
  };
}

interface Medusa {
  readonly container: MedusaContainer;
  readonly base: string;
  close(): Promise<void>;
}

async function openMedusa(): Promise<Medusa> {
  const app = express();
  const { container, shutdown } = await loaders({ directory: ROOT, expressApp: app });
  const http = await new Promise<Server>((listening, failed) => {
    const opened = app.listen(0, "127.0.0.1", () => listening(opened));
    opened.once("error", failed);
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The store listens at no port.");
  return {
    container,
    base: `http://127.0.0.1:${String(address.port)}`,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await shutdown();
    },
  };
}
