import { addHistograms, bucketOf, BUCKETS, emptyHistogram, percentile } from "../histogram";

const of = (...times: number[]): number[] => {
  const histogram = emptyHistogram();
  for (const ms of times) histogram[bucketOf(ms)] = (histogram[bucketOf(ms)] ?? 0) + 1;
  return histogram;
};

test.each([
  [0, 0],
  [4.9, 0],
  [5, 1],
  [7.5, 2],
  [36_000, 22],
  [60_000, BUCKETS - 1],
  [Infinity, BUCKETS - 1],
])("%d ms are in bucket %d", (ms, bucket) => {
  expect(bucketOf(ms)).toBe(bucket);
});

test("without an exchange there is no percentile", () => {
  expect(percentile(emptyHistogram(), 0.5)).toBeNull();
});

test("the error of a percentile is at most the width of its bucket", () => {
  const times = Array.from({ length: 1_000 }, (_, index) => index + 1);
  for (const [part, truth] of [
    [0.5, 500],
    [0.95, 950],
  ] as const) {
    const read = percentile(of(...times), part) ?? 0;
    expect(read).toBeGreaterThan(truth / 1.5);
    expect(read).toBeLessThan(truth * 1.5);
  }
});

test("one slow exchange in a hundred moves only the highest percentile", () => {
  const histogram = of(...Array.from({ length: 99 }, () => 20), 9_000);
  expect(percentile(histogram, 0.5)).toBeLessThan(26);
  expect(percentile(histogram, 0.95)).toBeLessThan(26);
  expect(percentile(histogram, 1)).toBeGreaterThan(6_000);
});

test("counts of two processes add up", () => {
  const sum = addHistograms(of(1, 20, 20), of(20, 40_000));
  expect(sum).toEqual(of(1, 20, 20, 20, 40_000));
});

test("what took longer than all buckets is reported as the last limit", () => {
  expect(percentile(of(90_000), 0.5)).toBe(37_409);
});
