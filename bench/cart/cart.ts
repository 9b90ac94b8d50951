import { z } from "@medusajs/framework/zod";
import { CARDS } from "../../integration-tests/support/shop";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { ratioOf, sideOf } from "../harness/interleave";
import type { ShopStage } from "../harness/shop-stage";
import { msOf, withShop } from "../harness/shop-stage";
import { percentile } from "../harness/statistics";

/**
 * Completes carts over HTTP one after another: paid by card with this plugin, and the same cart with Medusa's own
 * provider, which sends and stores nothing. The payment itself comes before; its time, with a local gateway, is shown.
 */
const COUNT = 30;

export const cart: Benchmark = {
  name: "cart",
  says: "completing a cart that was paid with us, against the same cart with pp_system_default",
  run: (bench) => withShop(bench, (stage) => measure(bench, stage)),
};

async function measure(bench: Bench, stage: ShopStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 3 : COUNT;
  const played = await bench.interleave({
    a: () => completeOurs(stage, count),
    b: () => completeMedusas(stage, count),
  });
  return [
    ratioOf(played, "p50Ms", { name: "of pp_system_default, p50", atMost: 1.25 }),
    sideOf(played, "a", { key: "p50Ms", name: "completing, paid with us, p50", unit: "ms" }),
    sideOf(played, "b", { key: "p50Ms", name: "completing, pp_system_default, p50", unit: "ms" }),
    sideOf(played, "a", { key: "payMs", name: "paying by card before it, p50", unit: "ms" }),
  ];
}

const Completed = z.object({ type: z.literal("order") });

/** Carts paid with us; `payMs` is the payment before, with its gateway. */
export async function completeOurs({ shop, cart: copy }: ShopStage, count: number): Promise<Measured> {
  const [completing, paying]: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index += 1) {
    const { cartId, collectionId } = await copy();
    const session = await shop.session(collectionId);
    paying.push(await msOf(() => shop.pay({ session }, CARDS.approved).expect(200)));
    completing.push(await msOf(async () => Completed.parse(await shop.complete({ cartId }))));
  }
  return { p50Ms: percentile(completing, 50), p99Ms: percentile(completing, 99), payMs: percentile(paying, 50) };
}

export async function completeMedusas({ shop, cartWithoutUs }: ShopStage, count: number): Promise<Measured> {
  const completing: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const cartOfMedusa = await cartWithoutUs();
    completing.push(await msOf(async () => Completed.parse(await shop.complete(cartOfMedusa))));
  }
  return { p50Ms: percentile(completing, 50), p99Ms: percentile(completing, 99) };
}
