import { z } from "@medusajs/framework/zod";
import { CARDS } from "../../integration-tests/support/shop";
import { operations } from "../budgets/budgets.json";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import { differenceOf, figureOf, ratioOf, sideOf } from "../harness/interleave";
import { samplesOf } from "../harness/samples";
import type { ShopStage } from "../harness/shop-stage";
import { msOf, withShop } from "../harness/shop-stage";

/**
 * Completes carts over HTTP one after another: paid by card with this plugin, and the same cart with Medusa's own
 * provider, which sends and stores nothing. The payment itself comes before and is measured by `pay`.
 */
const COUNT = 30;

export const cart: Benchmark = {
  name: "cart",
  says: "completing a cart that was paid with us, against the same cart with pp_system_default",
  run: (bench) => withShop(bench, (stage) => measure(bench, stage)),
};

async function measure(bench: Bench, stage: ShopStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 3 : (bench.count ?? COUNT);
  const ours = samplesOf(() => completeOurs(stage, count), bench);
  const medusas = samplesOf(() => completeMedusas(stage, count), bench);
  const played = await bench.interleave({ a: ours.play, b: medusas.play });
  const more =
    operations["complete the cart"].statements - operations["complete the cart, pp_system_default"].statements;
  return [
    ratioOf(played, "p50Ms", { name: "of pp_system_default, p50", atMost: 1.25 }),
    differenceOf(played, "p50Ms", { name: "more than pp_system_default, p50", unit: "ms" }),
    figureOf([more], { name: "more statements (budget)", unit: "" }),
    sideOf(played, "a", { key: "p50Ms", name: "completing, paid with us, p50", unit: "ms" }),
    ours.p99("completing, paid with us, p99"),
    sideOf(played, "b", { key: "p50Ms", name: "completing, pp_system_default, p50", unit: "ms" }),
    medusas.p99("completing, pp_system_default, p99"),
  ];
}

const Completed = z.object({ type: z.literal("order") });

async function completeOurs({ shop, cart: copy }: ShopStage, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { cartId, collectionId } = await copy();
    await shop.pay({ session: await shop.session(collectionId) }, CARDS.approved).expect(200);
    times.push(await msOf(async () => Completed.parse(await shop.complete({ cartId }))));
  }
  return times;
}

async function completeMedusas({ shop, cartWithoutUs }: ShopStage, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await cartWithoutUs();
    times.push(await msOf(async () => Completed.parse(await shop.complete(made))));
  }
  return times;
}
