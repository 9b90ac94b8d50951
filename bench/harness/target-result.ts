import type { Figure } from "./benchmark";

/** Compares a figure with its target. It only reports. */
export type TargetResult = "met" | "NOT MET" | "VOID" | "";

/** Two equal plays may differ this much; beyond that the machine was too busy, and a ratio is void. */
const GUARD = { atLeast: 0.95, atMost: 1.05 };

export function targetResultOf({ value, guard, target: { atLeast, atMost } }: Figure): TargetResult {
  if (guard !== null && !(guard >= GUARD.atLeast && guard <= GUARD.atMost)) return "VOID";
  if (atLeast === undefined && atMost === undefined) return "";
  return value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity) ? "met" : "NOT MET";
}

export const numberText = (value: number): string => {
  const digits = Math.abs(value) >= 1_000 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits });
};

export const targetText = ({ target: { atLeast, atMost } }: Figure): string =>
  [
    ...(atLeast === undefined ? [] : [`≥ ${numberText(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${numberText(atMost)}`]),
  ].join(" ");

/** A table of figures, one per line; `heading` names the benchmark. */
export function tableOf(
  results: readonly { readonly benchmark: string; readonly figures: readonly Figure[] }[],
): string {
  const head = ["benchmark", "figure", "value", "spread", "guard", "target", ""];
  const rows = results.flatMap(({ benchmark, figures }) =>
    figures.map((figure) => [
      benchmark,
      figure.name,
      `${numberText(figure.value)} ${figure.unit}`,
      `${numberText(figure.spread[0])} – ${numberText(figure.spread[1])}`,
      figure.guard === null ? "" : numberText(figure.guard),
      targetText(figure),
      targetResultOf(figure),
    ]),
  );
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
