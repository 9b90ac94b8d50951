import { mapWithConcurrency } from "../map-with-concurrency";

/** Work whose items end when the test decides. */
function stage(count: number, atOnce: number) {
  const begun: number[] = [];
  const failed: unknown[] = [];
  const ends = new Map<number, { done: () => void; fail: (error: Error) => void }>();
  const items = [...Array(count).keys()];
  const finished = mapWithConcurrency(items, atOnce, {
    work: (item) =>
      new Promise<void>((resolve, reject) => {
        begun.push(item);
        ends.set(item, { done: resolve, fail: reject });
      }),
    onError: (item, error) => failed.push([item, error]),
  });
  return { begun, failed, ends, finished };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("only the given number run at a time, in order, and the next starts when one ends", async () => {
  const { begun, ends, finished } = stage(4, 2);
  expect(begun).toEqual([0, 1]);
  ends.get(1)?.done();
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends.get(0)?.done();
  ends.get(2)?.done();
  await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends.get(3)?.done();
  await finished;
});

test("a failure is reported and does not stop the others", async () => {
  const { begun, failed, ends, finished } = stage(3, 1);
  const error = new Error("broken");
  ends.get(0)?.fail(error);
  await turn();
  ends.get(1)?.done();
  await turn();
  ends.get(2)?.done();
  await finished;
  expect(begun).toEqual([0, 1, 2]);
  expect(failed).toEqual([[0, error]]);
});

test("without items it resolves immediately", async () => {
  const { begun, finished } = stage(0, 8);
  await finished;
  expect(begun).toEqual([]);
});
