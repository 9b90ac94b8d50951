import { addHistograms, emptyHistogram, percentile } from "./histogram";

/** Exchanges per minute as a time series: one point per step, including empty ones. Pure. */
export interface MinuteCount {
  readonly minute: Date;
  readonly requests: number;
  readonly failed: number;
  readonly histogram: readonly number[];
}

export interface TimeSeriesPoint {
  readonly at: Date;
  readonly requests: number;
  readonly failed: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Oldest first; the last step contains `now`. */
export function timeSeries(
  counts: readonly MinuteCount[],
  { now, steps, stepMs }: { readonly now: Date; readonly steps: number; readonly stepMs: number },
): TimeSeriesPoint[] {
  const last = now.getTime() - (now.getTime() % stepMs);
  const first = last - (steps - 1) * stepMs;
  const sums = Array.from({ length: steps }, () => ({ requests: 0, failed: 0, histogram: emptyHistogram() }));
  for (const { minute, requests, failed, histogram } of counts) {
    const sum = sums[Math.floor((minute.getTime() - first) / stepMs)];
    if (!sum) continue;
    sum.requests += requests;
    sum.failed += failed;
    sum.histogram = addHistograms(sum.histogram, histogram);
  }
  return sums.map(({ requests, failed, histogram }, index) => ({
    at: new Date(first + index * stepMs),
    requests,
    // A web page in place of a response counts as failed and as unreadable.
    failed: Math.min(failed, requests),
    p50: percentile(histogram, 0.5),
    p95: percentile(histogram, 0.95),
  }));
}
