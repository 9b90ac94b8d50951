/** Medians, percentiles and spreads. An empty list throws. */
const sorted = (values: readonly number[]): number[] => {
  if (values.length === 0) throw new Error("There is no statistic of no numbers.");
  return [...values].sort((one, other) => one - other);
};

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

/** The middle value; the mean of the two middle ones for an even number. */
export function median(values: readonly number[]): number {
  const ordered = sorted(values);
  const middle = Math.floor(ordered.length / 2);
  return ordered.length % 2 === 1 ? at(ordered, middle) : (at(ordered, middle - 1) + at(ordered, middle)) / 2;
}

/** The smallest value that this percentage of all values does not exceed (nearest rank), 0 < `percent` <= 100. */
export function percentile(values: readonly number[], percent: number): number {
  if (!(percent > 0 && percent <= 100)) throw new Error(`There is no percentile ${String(percent)}.`);
  const ordered = sorted(values);
  return at(ordered, Math.ceil((percent / 100) * ordered.length) - 1);
}

/** The smallest and the largest. */
export function spread(values: readonly number[]): readonly [number, number] {
  const ordered = sorted(values);
  return [at(ordered, 0), at(ordered, ordered.length - 1)];
}

/** Growth of y per x: least squares. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / sorted(values).length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const above = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const below = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (below === 0) throw new Error("There is no slope without two different places.");
  return above / below;
}
