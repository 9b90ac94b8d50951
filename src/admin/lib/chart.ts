import type { AccountHealth } from "../../api-schema/admin";

export type Point = AccountHealth["traffic"]["points"][number];

export interface Bar {
  readonly point: Point;
  readonly x: number;
  readonly width: number;
  /** From the bottom, in pixels: all requests, and the failed ones among them. */
  readonly height: number;
  readonly failed: number;
}

export function barsOf(points: readonly Point[], width: number, height: number): Bar[] {
  const most = Math.max(1, ...points.map(({ requests }) => requests));
  const step = width / Math.max(1, points.length);
  return points.map((point, index) => ({
    point,
    x: index * step + step * 0.1,
    width: step * 0.8,
    height: (height * point.requests) / most,
    failed: (height * Math.min(point.failed, point.requests)) / most,
  }));
}

export const slowestOf = (points: readonly Point[]): number =>
  Math.max(0, ...points.map(({ p95, p50 }) => p95 ?? p50 ?? 0));

/** An SVG path with gaps where nothing was measured. A single value is a dash: a line of one point is invisible. */
export function lineOf(points: readonly Point[], of: "p50" | "p95", width: number, height: number): string {
  const most = Math.max(1, slowestOf(points));
  const step = width / Math.max(1, points.length);
  const place = (number: number): string => String(Math.round(number * 10) / 10);
  const isMeasured = (index: number): boolean => (points[index]?.[of] ?? null) !== null;
  return points
    .flatMap((point, index) => {
      const value = point[of];
      if (value === null) return [];
      const x = index * step + step / 2;
      const y = place(height - (height * value) / most);
      if (isMeasured(index - 1)) return [`L${place(x)} ${y}`];
      return [isMeasured(index + 1) ? `M${place(x)} ${y}` : `M${place(x - step * 0.4)} ${y}h${place(step * 0.8)}`];
    })
    .join(" ");
}

export const totalOf = (points: readonly Point[], of: "requests" | "failed"): number =>
  points.reduce((sum, point) => sum + point[of], 0);
