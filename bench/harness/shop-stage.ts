import knex from "knex";
import type { Knex } from "knex";
import type { CopiedCart } from "../../integration-tests/faults/copy-cart";
import { copyCart } from "../../integration-tests/faults/copy-cart";
import { PASSWORD } from "../../integration-tests/support/boot";
import { Admin, Shop } from "../../integration-tests/support/shop";
import type { Bench } from "./benchmark";
import { storeTables } from "./databases";
import { ADMIN, startGateway, startStore } from "./store";
import type { TimedGateway } from "./timed-gateway";
import { timedGateway } from "./timed-gateway";

/** A shop in its own process with a simulator, its customers and its admin over HTTP, for benchmarks of a checkout. */
export interface ShopStage {
  readonly shop: Shop;
  readonly admin: Admin;
  readonly gateway: TimedGateway;
  readonly pg: Knex;
  /** Processor time of the store so far. */
  cpuMs(): Promise<number>;
  /** A copy of one cart, ready to be paid. */
  cart(): Promise<CopiedCart>;
  /** The same with a payment session of Medusa's own provider, which sends and stores nothing. */
  cartWithoutUs(): Promise<CopiedCart>;
}

/** All customers use one IP address, within seconds. */
const FREE = { max: 1_000, windowMs: 1_000 };
const OPTIONS = { cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } } };

export async function withShop<T>({ databaseUrl }: Bench, work: (stage: ShopStage) => Promise<T>): Promise<T> {
  await storeTables(databaseUrl);
  const simulator = await startGateway({ notifications: "off" });
  const gateway = await timedGateway(simulator.url);
  const start = { databaseUrl, gatewayUrl: gateway.url, mode: "server", seeds: true, options: OPTIONS } as const;
  const { child, port, seeded } = await startStore(start);
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    const base = `http://127.0.0.1:${String(port)}`;
    const shop = new Shop(base, seeded?.publishableKey ?? "", seeded?.regionId ?? "");
    const admin = await Admin.login(base, ADMIN, PASSWORD);
    const template = (await shop.checkout()).cartId;
    const cart = () => copyCart(pg, template);
    return await work({
      shop,
      admin,
      gateway,
      pg,
      cpuMs: child.cpuMs,
      cart,
      cartWithoutUs: () => withoutUs(shop, cart),
    });
  } finally {
    await pg.destroy();
    await child.stop();
    await gateway.close();
    await simulator.close();
  }
}

async function withoutUs(shop: Shop, cart: () => Promise<CopiedCart>): Promise<CopiedCart> {
  const made = await cart();
  const path = `/store/payment-collections/${made.collectionId}/payment-sessions`;
  await shop.post(path, { provider_id: "pp_system_default" }).expect(200);
  return made;
}

/** How long it takes, in ms. */
export async function msOf(work: () => PromiseLike<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
