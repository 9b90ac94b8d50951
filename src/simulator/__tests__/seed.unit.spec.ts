import { SeededRandom } from "../faults/seeded-random";
import { drawn } from "../faults/fault-script-draw";
import type { Merchant } from "./harness";
import { closeAll, start } from "./harness";

afterEach(closeAll);

interface Entries {
  readonly entries: { fault: string; operation: string; order_no?: string }[];
}

const draw = async (merchant: Merchant, random: object = {}): Promise<Entries["entries"]> => {
  await fetch(`${merchant.url}/_control/tape`, { method: "DELETE" });
  const { entries } = await merchant.control<Entries>("tape", { random: { length: 300, rate: 0.5, ...random } });
  return entries.map((entry) => ({ ...entry, id: 0 }));
};

it("the same seed generates the same fault scripts, one after the other; another seed others", async () => {
  const one = await start({ seed: "story-7" });
  const two = await start({ seed: "story-7" });
  const other = await start({ seed: "story-8" });

  const first = [await draw(one), await draw(one)];

  expect([await draw(two), await draw(two)]).toEqual(first);
  expect(first[1]).not.toEqual(first[0]);
  expect(await draw(other)).not.toEqual(first[0]);
});

it("a seed starts again when it is set, and at a reset", async () => {
  const merchant = await start();
  await merchant.control("seed", { seed: 42 });
  const first = await draw(merchant);
  await merchant.control("seed", { seed: "42" });
  const again = await draw(merchant);
  await merchant.control("reset");
  expect([again, await draw(merchant)]).toEqual([first, first]);
  expect(await merchant.state()).toMatchObject({ seed: "42" });
});

it("retries do not change what is generated", async () => {
  const retried = new SeededRandom("seed", "pauses");
  expect([retried.next(), retried.next()]).not.toEqual([new SeededRandom("seed", "tape").next(), expect.anything()]);
  const merchant = await start({ seed: 1 });
  const first = await draw(merchant);
  await merchant.control("seed", { seed: 1 });
  await merchant.pay({ notify_url: "http://127.0.0.1:9/nobody" });
  while ((await merchant.transaction()).notifications.length < 3) await merchant.control("clock", { ms: 0 });
  expect(await draw(merchant)).toEqual(first);
});

it("the rate determines the share of faulty requests, and every fault that can be generated is", async () => {
  const merchant = await start({ seed: "rates" });
  const all = await draw(merchant, { length: 5_000, rate: 1 });
  const half = await draw(merchant, { length: 5_000, rate: 0.5 });
  const none = await draw(merchant, { rate: 0 });
  const struck = half.filter(({ fault }) => fault !== "none").length;
  expect(new Set(all.map(({ fault }) => fault))).toEqual(new Set(drawn));
  expect([struck > 2_300, struck < 2_700]).toEqual([true, true]);
  expect(new Set(none.map(({ fault }) => fault))).toEqual(new Set(["none"]));
});

it("a generated fault script can be restricted to an operation and an order number", async () => {
  const merchant = await start({ seed: "bound" });
  const entries = await draw(merchant, { length: 3, operation: "refund", order_no: "order-1" });
  expect(entries).toMatchObject(Array.from({ length: 3 }, () => ({ operation: "refund", order_no: "order-1" })));
});

it("random integers are evenly distributed, including both limits", () => {
  const dice = new SeededRandom("even", "test");
  const counts = new Map<number, number>();
  for (let throws = 0; throws < 6_000; throws += 1) {
    const fallen = dice.between(1, 6);
    counts.set(fallen, (counts.get(fallen) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) expect([count > 850, count < 1_150]).toEqual([true, true]);
});
