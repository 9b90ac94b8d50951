/** Counts of durations in buckets that grow by half each, from below 5 ms to above 37 s; counts can be added. */
export const BUCKETS = 24;
const FIRST_MS = 5;
const GROWTH = 1.5;

/** The upper end of each bucket but the last, which has none. */
const ENDS: readonly number[] = Array.from({ length: BUCKETS - 1 }, (_, index) => FIRST_MS * GROWTH ** index);

export function bucketOf(ms: number): number {
  const index = ENDS.findIndex((end) => ms < end);
  return index === -1 ? BUCKETS - 1 : index;
}

export const emptyHistogram = (): number[] => Array.from({ length: BUCKETS }, () => 0);

export const addHistograms = (a: readonly number[], b: readonly number[]): number[] =>
  emptyHistogram().map((_, index) => (a[index] ?? 0) + (b[index] ?? 0));

/** The duration in ms of that percentile (0 to 1), within its bucket's width; null without exchanges. */
export function percentile(histogram: readonly number[], part: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = part * total;
  let seen = 0;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && seen + count >= wanted) {
      const from = index === 0 ? 0 : (ENDS[index - 1] ?? 0);
      const to = ENDS[index] ?? from;
      return Math.round(from + ((to - from) * (wanted - seen)) / count);
    }
    seen += count;
  }
  return Math.round(ENDS[BUCKETS - 2] ?? 0);
}
