/** A point of a line: what was measured (y) after so much work (x). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How much y grows with each x, by least squares over all points: one outlier at the end is no trend. */
export function slopeOf(points: readonly Point[]): number {
  if (points.length < 2) throw new Error("A slope takes two points at least.");
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (spread === 0) throw new Error("A slope takes two different x at least.");
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}
