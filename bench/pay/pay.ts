import type { Knex } from "knex";
import { CARDS } from "../../integration-tests/support/shop";
import { operations } from "../budgets/budgets.json";
import { completeMedusas, completeOurs } from "../cart/cart";
import type { Bench, Benchmark, Figure, Interleaved, Measured } from "../harness/benchmark";
import { differenceOf, figureOf, ratioOf, sideOf } from "../harness/interleave";
import type { ShopStage } from "../harness/shop-stage";
import { msOf, withShop } from "../harness/shop-stage";
import { median, percentile } from "../harness/statistics";

/**
 * What customers and staff wait for because of this plugin: between "Pay" and the answer without the gateway's time,
 * while a cart is completed, and for the payment on the order page. The unit is one flush of the WAL in the same run.
 */
const COUNT = 60;

export const pay: Benchmark = {
  name: "pay",
  says: "our own time between Pay and the answer, in completing a cart and on the order page, against one flush of the WAL",
  run: (bench) => withShop(bench, (stage) => measure(bench, stage)),
};

async function measure(bench: Bench, stage: ShopStage): Promise<readonly Figure[]> {
  const count = bench.isShort ? 3 : (bench.count ?? COUNT);
  const flush = (): Promise<Measured> => flushes(stage.pg, count);
  const paid = await bench.interleave({ a: () => payments(stage, count), b: flush });
  const completed = await bench.interleave({
    a: () => completeOurs(stage, count),
    b: () => completeMedusas(stage, count),
  });
  const orderId = await orderOf(stage);
  const shown = await bench.interleave({ a: () => orderPages(stage, orderId, count), b: flush });
  const more = differenceOf(completed, "p50Ms", { name: "completing, more than pp_system_default, p50", unit: "ms" });
  return [
    ratioOf(paid, "p50Ms", { name: "paying without the gateway, in flushes, p50", atMost: 3 }),
    ...waits(paid, "paying without the gateway"),
    figureOf([operations["pay by card"].statements], { name: "statements of paying (budget)", unit: "" }),
    sideOf(paid, "b", { key: "p50Ms", name: "one flush, p50", unit: "ms" }),
    more,
    figureOf([more.value / flushOf(paid)], { name: "the same in flushes", unit: "×" }),
    ...waits(completed, "completing"),
    ratioOf(shown, "p50Ms", { name: "the order page's request, in flushes, p50" }),
    ...waits(shown, "the order page's request"),
  ];
}

const waits = (played: Interleaved, name: string): readonly Figure[] => [
  sideOf(played, "a", { key: "p50Ms", name: `${name}, p50`, unit: "ms" }),
  sideOf(played, "a", { key: "p99Ms", name: `${name}, p99`, unit: "ms" }),
];

const flushOf = ({ rounds }: Interleaved): number => median(rounds.map(({ b }) => b.p50Ms ?? Number.NaN));

const percentiles = (times: readonly number[]): Measured => ({
  p50Ms: percentile(times, 50),
  p99Ms: percentile(times, 99),
});

async function payments({ shop, cart, gateway }: ShopStage, count: number): Promise<Measured> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const session = await shop.session((await cart()).collectionId);
    gateway.spentMs();
    const ms = await msOf(() => shop.pay({ session }, CARDS.approved).expect(200));
    const spent = gateway.spentMs();
    if (spent === 0) throw new Error("A payment did not reach the gateway.");
    times.push(ms - spent);
  }
  return percentiles(times);
}

async function orderOf({ shop, cart }: ShopStage): Promise<string> {
  const { cartId, collectionId } = await cart();
  await shop.pay({ session: await shop.session(collectionId) }, CARDS.approved).expect(200);
  const { order } = await shop.complete({ cartId });
  if (!order) throw new Error("The cart was not completed.");
  return order.id;
}

async function orderPages({ admin }: ShopStage, orderId: string, count: number): Promise<Measured> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1)
    times.push(await msOf(() => admin.get(`/admin/acquiring/orders/${orderId}/payments`).expect(200)));
  return percentiles(times);
}

/** The same small record with and without waiting for the disk: the difference is a flush. */
async function flushes(pg: Knex, count: number): Promise<Measured> {
  const record = (isDurable: boolean) =>
    msOf(() => pg.raw("SELECT pg_logical_emit_message(?, 'bench', '')", [isDurable]));
  const [flushed, unflushed]: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index += 1) {
    unflushed.push(await record(false));
    flushed.push(await record(true));
  }
  return { p50Ms: percentile(flushed, 50) - percentile(unflushed, 50) };
}
