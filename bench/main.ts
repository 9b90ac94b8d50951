import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Benchmark, Figure } from "./harness/benchmark";
import { addressOf, dropDatabase, makeDatabase } from "./harness/databases";
import { interleave } from "./harness/interleave";
import type { Recorded } from "./harness/recorded";
import { labelOf, labelsOf, record, withFigures } from "./harness/recorded";
import { readSettings } from "./harness/settings";
import { tableOf, targetResultOf } from "./harness/target-result";
import { benchmarks } from "./list";

/**
 * Runs benchmarks one after the other, each on its own database, and prints one table. A missed target is only marked
 * in it; a benchmark that cannot run, or loses something, is a failure. Started by `scripts/bench.cjs`, which starts
 * Postgres.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    count: { type: "string" },
    json: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    // Carried out by scripts/bench.cjs.
    "flush-ms": { type: "string" },
  },
});

const whole = (name: string, text: string, least: number): number => {
  const value = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : -1;
  if (value < least) throw new Error(`--${name} is a whole number from ${String(least)} on.`);
  return value;
};

interface Result {
  readonly benchmark: string;
  readonly says: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  readonly failed: string | null;
}

function chosen(): readonly Benchmark[] {
  if (positionals.length === 0) return benchmarks.filter(({ isLong }) => values.short || isLong !== true);
  return positionals.map((name) => {
    const found = benchmarks.find((each) => each.name === name);
    if (!found)
      throw new Error(`There is no benchmark "${name}". There are: ${benchmarks.map((each) => each.name).join(", ")}.`);
    return found;
  });
}

async function runOne(benchmark: Benchmark, server: string, rounds: number): Promise<Result> {
  const { name, says } = benchmark;
  const databaseUrl = addressOf(server, `acquiring_bench_${name.replaceAll("-", "_")}`);
  const progress = (words: string): void => console.error(`  ${name}: ${words}`);
  const bench: Bench = {
    rounds,
    isShort: values.short,
    databaseUrl,
    count: values.count === undefined ? null : whole("count", values.count, 1),
    progress,
    interleave: (sides) => interleave(sides, { rounds, warmsUp: !values.short, progress }),
  };
  const started = performance.now();
  const end = (figures: readonly Figure[], failed: string | null): Result => {
    return { benchmark: name, says, seconds: Math.round((performance.now() - started) / 1_000), figures, failed };
  };
  console.error(`${name}: ${says}`);
  try {
    await makeDatabase(databaseUrl);
    return end(await benchmark.run(bench), null);
  } catch (error) {
    return end([], error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await dropDatabase(databaseUrl);
  }
}

async function main(): Promise<boolean> {
  if (values.list) {
    for (const { name, says, isLong } of benchmarks)
      console.log(`${name.padEnd(20)} ${isLong ? "(long) " : ""}${says}`);
    return true;
  }
  if (values.record && values.short) throw new Error("--record keeps figures; a --short run measures none.");
  const rounds = values.short ? 1 : whole("rounds", values.rounds, 5);
  const server = process.env.BENCH_DATABASE_URL ?? "";
  const settings = await readSettings(server, rounds);
  console.error(
    Object.entries(settings)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
  );
  const results: Result[] = [];
  for (const benchmark of chosen()) results.push(await runOne(benchmark, server, rounds));
  if (values.json)
    console.log(JSON.stringify({ settings, short: values.short, results: results.map(judged) }, null, 2));
  else console.log(`\n${tableOf(results)}`);
  if (values.record) keep(results, settings);
  for (const { benchmark, failed } of results) if (failed !== null) console.error(`\n${benchmark} FAILED: ${failed}`);
  if (values.short) console.error("\nShort run: it shows that the benchmarks run; the figures mean nothing.");
  return results.every(({ failed }) => failed === null);
}

const FIGURES = join(__dirname, "figures.json");
const PAGE = join(__dirname, "../docs/benchmarks.md");

/** Only valid figures; see `record`. */
function keep(results: readonly Result[], settings: Readonly<Record<string, string>>): void {
  const before: Recorded = JSON.parse(readFileSync(FIGURES, "utf8"));
  const { cores, node, server_version: postgres } = settings;
  const machine = `${cores ?? ""}, Node ${node ?? ""}, Postgres ${postgres ?? ""}`;
  const measuredOn = new Date().toISOString().slice(0, 10);
  const flushMs = values["flush-ms"];
  const measured = results.map(({ benchmark, figures }) => ({ benchmark: labelOf(benchmark, flushMs), figures }));
  const names = benchmarks
    .map(({ name }) => name)
    .flatMap((name) => labelsOf(name, [...Object.keys(before), ...measured.map(({ benchmark }) => benchmark)]));
  const { recorded, rejected } = record(before, measured, { measuredOn, machine, names });
  writeFileSync(FIGURES, `${JSON.stringify(recorded, null, 2)}\n`);
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, "utf8"), recorded));
  for (const each of rejected) console.error(`Not recorded, because the machine was not idle: ${each}`);
}

const judged = (result: Result): object => ({
  ...result,
  figures: result.figures.map((figure) => ({ ...figure, result: targetResultOf(figure) })),
});

main().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
