import type { Costs, Difference } from "./budget";
import { FIGURES } from "./budget";

/** Tables for the terminal. */
const HEADS: Readonly<Record<(typeof FIGURES)[number], string>> = {
  statements: "statements",
  ours: "on our tables",
  roundTrips: "round trips",
  transactions: "transactions",
  commits: "commits",
  flushes: "flushes",
  walBytes: "WAL bytes",
  requests: "requests",
};

export function costTable(costs: Costs): string {
  const rows = Object.entries(costs).map(([name, cost]) => [name, ...FIGURES.map((figure) => String(cost[figure]))]);
  return table([["operation", ...FIGURES.map((figure) => HEADS[figure])], ...rows]);
}

export function differenceTable(differences: readonly Difference[]): string {
  const text = (value: number | null): string => (value === null ? "none" : String(value));
  const rows = differences.map(({ operation, figure, budget, measured }) => [
    operation,
    HEADS[figure],
    text(budget),
    text(measured),
  ]);
  return table([["operation", "figure", "budget", "measured"], ...rows]);
}

/** The first column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join("  ")).join("\n");
}
