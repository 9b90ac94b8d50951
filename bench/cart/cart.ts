import knex from "knex";
import type { Knex } from "knex";
import { z } from "@medusajs/framework/zod";
import { copyCart } from "../../integration-tests/faults/copy-cart";
import { CARDS, Shop } from "../../integration-tests/support/shop";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { storeTables } from "../harness/databases";
import { ratioOf, sideOf } from "../harness/interleave";
import { percentile } from "../harness/statistics";
import { startGateway, startStore } from "../harness/store";

/**
 * Completes carts over HTTP one after another: paid by card with this plugin, and the same cart with Medusa's own
 * provider, which sends and stores nothing. The payment itself comes before; its time, with a local gateway, is shown.
 */
const COUNT = 30;

export const cart: Benchmark = {
  name: "cart",
  says: "completing a cart that was paid with us, against the same cart with pp_system_default",
  run: async (bench) => {
    await storeTables(bench.databaseUrl);
    const simulator = await startGateway({ notifications: "off" });
    const { child, port, seeded } = await startStore({
      databaseUrl: bench.databaseUrl,
      gatewayUrl: simulator.url,
      mode: "server",
      seeds: true,
      options: { cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } } },
    });
    const pg = knex({ client: "pg", connection: bench.databaseUrl, pool: { min: 0, max: 2 } });
    try {
      const base = `http://127.0.0.1:${String(port)}`;
      const shop = new Shop(base, seeded?.publishableKey ?? "", seeded?.regionId ?? "");
      return await measure(bench, new Till(shop, pg, (await shop.checkout()).cartId));
    } finally {
      await pg.destroy();
      await child.stop();
      await simulator.close();
    }
  },
};

/** All customers use one IP address, within seconds. */
const FREE = { max: 1_000, windowMs: 1_000 };

async function measure(bench: Bench, till: Till): Promise<readonly Figure[]> {
  const count = bench.isShort ? 3 : COUNT;
  const played = await bench.interleave({ a: () => till.ours(count), b: () => till.medusas(count) });
  return [
    ratioOf(played, "p50Ms", { name: "of pp_system_default, p50", atMost: 1.25 }),
    sideOf(played, "a", { key: "p50Ms", name: "completing, paid with us, p50", unit: "ms" }),
    sideOf(played, "b", { key: "p50Ms", name: "completing, pp_system_default, p50", unit: "ms" }),
    sideOf(played, "a", { key: "payMs", name: "paying by card before it, p50", unit: "ms" }),
  ];
}

const Completed = z.object({ type: z.literal("order") });

class Till {
  constructor(
    private readonly shop: Shop,
    private readonly pg: Knex,
    private readonly template: string,
  ) {}

  async ours(count: number): Promise<Measured> {
    const [completing, paying]: [number[], number[]] = [[], []];
    for (let index = 0; index < count; index += 1) {
      const { cartId, collectionId } = await copyCart(this.pg, this.template);
      const session = await this.shop.session(collectionId);
      paying.push(await msOf(() => this.shop.pay({ session }, CARDS.approved).expect(200)));
      completing.push(await this.complete(cartId));
    }
    return { p50Ms: percentile(completing, 50), payMs: percentile(paying, 50) };
  }

  async medusas(count: number): Promise<Measured> {
    const completing: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const { cartId, collectionId } = await copyCart(this.pg, this.template);
      const path = `/store/payment-collections/${collectionId}/payment-sessions`;
      await this.shop.post(path, { provider_id: "pp_system_default" }).expect(200);
      completing.push(await this.complete(cartId));
    }
    return { p50Ms: percentile(completing, 50) };
  }

  private complete(cartId: string): Promise<number> {
    return msOf(async () => Completed.parse(await this.shop.complete({ cartId })));
  }
}

async function msOf(work: () => PromiseLike<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
