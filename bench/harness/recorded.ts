import type { Figure } from "./benchmark";
import { numberText, targetResultOf, targetText } from "./target-result";

/**
 * The newest valid figures, `bench/figures.json`, and the table of them in docs/benchmarks.md. `npm run bench -- --record`
 * writes both; a unit test compares them.
 */
export interface RecordedFigure extends Figure {
  /** Day, YYYY-MM-DD. */
  readonly measuredOn: string;
  /** Cores, Node and Postgres. */
  readonly machine: string;
}

/** By benchmark, in the order of the table. */
export type Recorded = Readonly<Record<string, readonly RecordedFigure[]>>;

export interface Measurement {
  readonly benchmark: string;
  readonly figures: readonly Figure[];
}

export interface Recording extends Pick<RecordedFigure, "measuredOn" | "machine"> {
  /** Of all benchmarks, in the order of the table. */
  readonly names: readonly string[];
}

/** A benchmark with a slower disk keeps its figures beside those without: `capture, flush of 3 ms`. */
export const labelOf = (benchmark: string, flushMs: string | undefined): string =>
  flushMs === undefined ? benchmark : `${benchmark}${SLOWER}${flushMs} ms`;

/** The labels of one benchmark, its own first. */
export const labelsOf = (benchmark: string, labels: readonly string[]): readonly string[] => [
  benchmark,
  ...[...new Set(labels)].filter((label) => label.startsWith(benchmark + SLOWER)).sort(),
];

const SLOWER = ", flush of ";

/** A void figure is not recorded: the earlier one stays, if the benchmark still measures it. */
export function record(
  before: Recorded,
  measured: readonly Measurement[],
  { names, ...when }: Recording,
): { readonly recorded: Recorded; readonly rejected: readonly string[] } {
  const rejected: string[] = [];
  const changed = measured
    .filter(({ figures }) => figures.length > 0)
    .map(({ benchmark, figures }) => {
      const kept = figures.flatMap((figure): RecordedFigure[] => {
        if (targetResultOf(figure) !== "VOID") return [{ ...figure, ...when }];
        rejected.push(`${benchmark}: ${figure.name}`);
        return (before[benchmark] ?? []).filter(({ name }) => name === figure.name);
      });
      return [benchmark, kept] as const;
    });
  const all = new Map([...Object.entries(before), ...changed]);
  return { recorded: Object.fromEntries(names.map((name) => [name, all.get(name) ?? []])), rejected };
}

const BEGIN = "<!-- Written by `npm run bench -- --record`. -->";
const END = "<!-- End of the figures. -->";

/** The page with the table of `recorded`. */
export function withFigures(page: string, recorded: Recorded): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/benchmarks.md has no lines "${BEGIN}" and "${END}".`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tables(recorded)}\n\n${page.slice(end)}`;
}

/** One table per machine. */
function tables(recorded: Recorded): string {
  const all = Object.entries(recorded).flatMap(([benchmark, figures]) =>
    figures.map((figure) => ({ benchmark, figure })),
  );
  const machines = [...new Set(all.map(({ figure }) => figure.machine))];
  return machines
    .map((machine) => {
      const rows = all
        .filter(({ figure }) => figure.machine === machine)
        .map(({ benchmark, figure }, index, own) =>
          rowOf(figure, own[index - 1]?.benchmark === benchmark ? "" : benchmark),
        );
      return `${machine}:\n\n${markdown([HEAD, ...rows])}`;
    })
    .join("\n\n");
}

const HEAD = ["benchmark", "figure", "median (lowest to highest)", "target", "", "measured on"];

function rowOf(figure: RecordedFigure, benchmark: string): readonly string[] {
  const [low, high] = figure.spread;
  const unit = figure.unit === "" ? "" : ` ${figure.unit}`;
  const spread = low === high ? "" : ` (${numberText(low)} to ${numberText(high)})`;
  return [
    benchmark === "" ? "" : `\`${benchmark}\``,
    figure.name,
    `${numberText(figure.value)}${unit}${spread}`,
    targetText(figure),
    targetResultOf(figure).toLowerCase(),
    figure.measuredOn,
  ];
}

function markdown(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = HEAD, ...others] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}
