import fc from "fast-check";
import type { BatchPlace } from "../batcher";
import { Batcher } from "../batcher";

/** The batcher alone: when it sends, what stands in a request, and who hears which result. Time passes by hand. */
interface Item {
  readonly orderNo: string;
}
type Result = string;

function stage(maxItems = 50) {
  const sent: { account: string; numbers: string[] }[] = [];
  const timers = new Map<number, () => void>();
  let timer = 0;
  let answer = async (numbers: string[]): Promise<Result[]> => numbers.map((number) => `done ${number}`);
  const batcher = new Batcher<Item, Result>({
    limits: () => ({ maxItems, maxWaitMs: 250 }),
    send: async (account, items) => {
      const numbers = items.map(({ orderNo }) => orderNo);
      sent.push({ account, numbers });
      return answer(numbers);
    },
    startTimer: (ms, run) => {
      expect(ms).toBe(250);
      timer += 1;
      const own = timer;
      timers.set(own, run);
      return () => timers.delete(own);
    },
  });
  return {
    batcher,
    sent,
    timers,
    sizes: () => sent.map(({ numbers }) => numbers.length),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    expectMany: (count: number) => Array.from({ length: count }, () => batcher.expect()),
    pass: () => [...timers.values()].forEach((run) => run()),
  };
}

const arrive = (place: BatchPlace<Item, Result> | undefined, number: number | string, account = "main") => {
  if (!place) throw new Error("There is no such place.");
  return place.arrive(account, { orderNo: `acq_${String(number)}` });
};

test("a single item is sent at once, without a timer", async () => {
  const { batcher, sent, timers } = stage();
  const place = batcher.expect();
  const result = arrive(place, 1);
  expect(sent).toEqual([{ account: "main", numbers: ["acq_1"] }]);
  expect(timers.size).toBe(0);
  expect(await result).toBe("done acq_1");
});

test.each([0, 1, 49, 50, 51, 100, 1_000])(
  "%i that start together and arrive in any order take as few requests as possible",
  (count) => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(count).keys()], { minLength: count }), (order) => {
        const { expectMany, sizes } = stage();
        const places = expectMany(count);
        for (const index of order) void arrive(places[index], index);
        expect(sizes()).toHaveLength(Math.ceil(count / 50));
        expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(count);
      }),
      { numRuns: count > 100 ? 5 : 50 },
    );
  },
);

test("a batch waits for announced items, and is sent when the last of them withdraws", () => {
  const { expectMany, sizes } = stage();
  const [first, second, third] = expectMany(3);
  void arrive(first, 1);
  void arrive(second, 2);
  expect(sizes()).toEqual([]);
  third?.withdraw();
  expect(sizes()).toEqual([2]);
});

test("it does not wait for items announced after it was opened, but includes those that arrive in time", () => {
  const { batcher, expectMany, sizes } = stage();
  const [first, second] = expectMany(2);
  void arrive(first, 1);
  const quick = batcher.expect();
  batcher.expect();
  void arrive(quick, 3);
  expect(sizes()).toEqual([]);
  void arrive(second, 2);
  expect(sizes()).toEqual([3]);
});

test("it is sent after the maximum wait without an arrival; each arrival restarts the wait", async () => {
  const { expectMany, sizes, timers, pass } = stage();
  const [first, second, third] = expectMany(3);
  const one = arrive(first, 1);
  const [firstTimer] = timers.keys();
  void arrive(second, 2);
  expect([...timers.keys()]).not.toContain(firstTimer);
  pass();
  expect(sizes()).toEqual([2]);
  expect(await one).toBe("done acq_1");
  void arrive(third, 3);
  expect(sizes()).toEqual([2, 1]);
  expect(timers.size).toBe(0);
});

test("an order number occurs in a request once, and accounts are not mixed", async () => {
  const { expectMany, sent } = stage();
  const [first, second, third, fourth] = expectMany(4);
  const results = [arrive(first, 1), arrive(second, 1), arrive(third, 2), arrive(fourth, 1, "other")];
  expect(sent).toEqual([
    { account: "main", numbers: ["acq_1", "acq_2"] },
    { account: "main", numbers: ["acq_1"] },
    { account: "other", numbers: ["acq_1"] },
  ]);
  expect(await Promise.all(results)).toEqual(["done acq_1", "done acq_1", "done acq_2", "done acq_1"]);
});

test("items missing in the response resolve to undefined, and a failed send rejects the whole batch", async () => {
  const { expectMany, answerWith } = stage(2);
  const places = expectMany(4);
  answerWith(async (numbers) => (numbers.includes("acq_0") ? ["done"] : Promise.reject(new Error("a bug"))));
  const results = await Promise.allSettled(places.map((place, index) => arrive(place, index)));
  expect(results).toMatchObject([
    { status: "fulfilled", value: "done" },
    { status: "fulfilled", value: undefined },
    { status: "rejected", reason: { message: "a bug" } },
    { status: "rejected", reason: { message: "a bug" } },
  ]);
});

test("for any order of announcing, arriving, withdrawing and waiting each item is sent once, and its caller gets its own result", async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ do: "expect" as const }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("arrive" as const), whose: fc.nat(), order: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), whose: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant({ do: "pass" as const }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const { batcher, sent, pass, timers } = stage(5);
      const places: BatchPlace<Item, Result>[] = [];
      const arrived: { order: string; result: Promise<Result | undefined> }[] = [];
      for (const each of steps) {
        if (each.do === "expect") places.push(batcher.expect());
        else if (each.do === "pass") pass();
        else if (places.length > 0) {
          const [place] = places.splice(each.whose % places.length, 1);
          if (each.do === "withdraw") place?.withdraw();
          else arrived.push({ order: `acq_${String(each.order)}`, result: arrive(place, each.order) });
        }
      }
      for (const place of places) place.withdraw();
      expect(timers.size).toBe(0);
      const numbers = sent.flatMap((request) => request.numbers);
      expect([...numbers].sort()).toEqual(arrived.map(({ order }) => order).sort());
      for (const request of sent) {
        expect(request.numbers.length).toBeLessThanOrEqual(5);
        expect(new Set(request.numbers).size).toBe(request.numbers.length);
      }
      for (const { order, result } of arrived) expect(await result).toBe(`done ${order}`);
    }),
  );
});
