import { CARDS } from "../../integration-tests/support/shop";
import { operations } from "../budgets/budgets.json";
import type { Bench, Benchmark, Figure } from "../harness/benchmark";
import { flushes } from "../harness/flushes";
import { figureOf, ratioOf, sideOf } from "../harness/interleave";
import { samplesOf } from "../harness/samples";
import type { ShopStage } from "../harness/shop-stage";
import { msOf, withShop } from "../harness/shop-stage";

/**
 * What customers and staff wait for because of this plugin: between "Pay" and the answer without the gateway's time, and
 * for the payment on the order page. Both are compared with one flush of the WAL in the same run. What a cart's completion
 * adds is measured by `cart`.
 */
const COUNT = 60;

export const pay: Benchmark = {
  name: "pay",
  says: "our own time between Pay and the answer, and for the payment on the order page, against one flush of the WAL",
  run: (bench) => withShop(bench, (stage) => measure(bench, stage)),
};

async function measure(bench: Bench, stage: ShopStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 3 : (bench.count ?? COUNT);
  const flush = () => flushes(stage.pg, count);
  const payment = samplesOf(() => payments(stage, count), bench);
  const paid = await bench.interleave({ a: payment.play, b: flush });
  const orderId = await orderOf(stage);
  const page = samplesOf(() => orderPages(stage, orderId, count), bench);
  const shown = await bench.interleave({ a: page.play, b: flush });
  return [
    ratioOf(paid, "p50Ms", { name: "paying without the gateway, in flushes, p50", atMost: 3 }),
    sideOf(paid, "a", { key: "p50Ms", name: "paying without the gateway, p50", unit: "ms" }),
    payment.p99("paying without the gateway, p99"),
    figureOf(await processorTimes(stage, count), { name: "processor time of the store for a payment", unit: "ms" }),
    figureOf([operations["pay by card"].statements], { name: "statements of paying (budget)", unit: "" }),
    sideOf(paid, "b", { key: "p50Ms", name: "one flush, p50", unit: "ms" }),
    ratioOf(shown, "p50Ms", { name: "the order page's request, in flushes, p50" }),
    sideOf(shown, "a", { key: "p50Ms", name: "the order page's request, p50", unit: "ms" }),
    page.p99("the order page's request, p99"),
    figureOf([operations["order page"].statements], { name: "statements of the order page (budget)", unit: "" }),
  ];
}

async function payments({ shop, cart, gateway }: ShopStage, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const session = await shop.session((await cart()).collectionId);
    gateway.spentMs();
    const ms = await msOf(() => shop.pay({ session }, CARDS.approved).expect(200));
    const spent = gateway.spentMs();
    if (spent === 0) throw new Error("A payment did not reach the gateway.");
    times.push(ms - spent);
  }
  return times;
}

async function processorTimes({ shop, cart, cpuMs }: ShopStage, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const session = await shop.session((await cart()).collectionId);
    const before = await cpuMs();
    await shop.pay({ session }, CARDS.approved).expect(200);
    times.push((await cpuMs()) - before);
  }
  return times;
}

async function orderOf({ shop, cart }: ShopStage): Promise<string> {
  const { cartId, collectionId } = await cart();
  await shop.pay({ session: await shop.session(collectionId) }, CARDS.approved).expect(200);
  const { order } = await shop.complete({ cartId });
  if (!order) throw new Error("The cart was not completed.");
  return order.id;
}

async function orderPages({ admin }: ShopStage, orderId: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1)
    times.push(await msOf(() => admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200)));
  return times;
}
