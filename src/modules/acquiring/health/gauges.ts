import type { Attributes, BatchObservableResult, Meter, ObservableGauge } from "@medusajs/framework/opentelemetry/api";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import type { HealthFigures, LabelledCount } from "./figures";
import { readFigures } from "./figures";

/**
 * What alerts need, as gauges for stores with OpenTelemetry. Each collection runs one statement; without a reader of
 * metrics none. Every process reports the figures of the whole store, so they are not added up. A unit is part of the
 * name, so that every conversion for Prometheus gives the same one.
 */
export interface GaugeDependencies {
  readonly connection: Knex;
  readonly accounts: readonly string[];
  readonly now: () => Date;
  /** How far this server's clock is ahead of the database's, in ms; null: not known yet. */
  readonly skewMs: () => number | null;
  /** False: reconciliation is switched off. */
  readonly reconciles: boolean;
  readonly isStopping: () => boolean;
  readonly startTimer: StartTimer;
  readonly meter: Meter;
}

const GAUGES = {
  up: ["acquiring.database.up", "1: the database answers this process within 1.5 s and is writable; 0: it is not."],
  pool: ["acquiring.database.waiting", "Requests of this process that wait for a database connection."],
  skew: ["acquiring.clock.skew.seconds", "How far this server's clock is ahead of the database's."],
  lag: ["acquiring.worker.lag.seconds", "How long the oldest due background work has been due."],
  reconciled: ["acquiring.reconciliation.age.seconds", "Since the last complete reconciliation."],
  attention: ["acquiring.attention.open", "Open attention items, by kind."],
  attentionAge: ["acquiring.attention.age.seconds", "Since the oldest open attention item of a kind was raised."],
  unknown: ["acquiring.operations.unknown", "Operations whose result is unknown."],
  unknownAge: ["acquiring.operations.unknown.age.seconds", "Since the oldest of them was sent."],
  waiting: ["acquiring.notifications.waiting", "Stored gateway messages that are not processed yet."],
  waitingAge: ["acquiring.notifications.waiting.age.seconds", "Since the oldest of them was received."],
  recoveries: ["acquiring.recovery.open", "Open recoveries: nothing is sent."],
} as const;

type GaugeName = keyof typeof GAUGES;

/** As `Readiness`: a slower database counts as down, and so does a full pool. Our choice. */
const ANSWER_WITHIN_MS = 1_500;

export class Gauges {
  readonly #gauges = new Map<GaugeName, ObservableGauge>();
  /** Attributes reported before: an SDK repeats a value until there is a new one, so what is gone becomes 0. */
  readonly #known = new Map<string, { readonly name: GaugeName; readonly attributes: Attributes }>();
  #reading: Promise<HealthFigures> | null = null;

  constructor(private readonly deps: GaugeDependencies) {
    const { meter, accounts } = deps;
    for (const [name, [full, description]] of Object.entries(GAUGES) as [GaugeName, readonly [string, string]][]) {
      const unit = full.endsWith(".seconds") ? { unit: "s" } : {};
      this.#gauges.set(name, meter.createObservableGauge(full, { description, ...unit }));
    }
    for (const account of accounts)
      for (const name of ["waiting", "waitingAge", "recoveries"] as const) this.know(name, { account });
    meter.addBatchObservableCallback((result) => this.observe(result), [...this.#gauges.values()]);
  }

  private async observe(result: BatchObservableResult): Promise<void> {
    if (this.deps.isStopping()) return;
    const observe = (name: GaugeName, value: number, attributes: Attributes = {}): void => {
      const gauge = this.#gauges.get(name);
      if (gauge) result.observe(gauge, value, attributes);
    };
    observe("pool", waitingForConnections(this.deps.connection));
    const figures = await this.read();
    observe("up", figures ? 1 : 0);
    const skewMs = this.deps.skewMs();
    if (skewMs !== null) observe("skew", skewMs / 1_000);
    if (!figures) return;
    observe("lag", figures.lag);
    if (this.deps.reconciles && figures.reconciled !== null) observe("reconciled", figures.reconciled);
    const values = new Map(
      measuresOf(figures).map(({ name, attributes, value }) => [this.know(name, attributes), value]),
    );
    for (const [key, { name, attributes }] of this.#known) observe(name, values.get(key) ?? 0, attributes);
  }

  /** Null: no answer in time. While a statement waits for its answer, no other is started. */
  private async read(): Promise<HealthFigures | null> {
    this.#reading ??= readFigures(this.deps.connection, this.deps.now()).finally(() => (this.#reading = null));
    const reading = this.#reading;
    return new Promise((answer) => {
      const callOff = this.deps.startTimer(ANSWER_WITHIN_MS, () => answer(null));
      void reading.then(answer, () => answer(null)).finally(callOff);
    });
  }

  private know(name: GaugeName, attributes: Attributes): string {
    const key = JSON.stringify([name, attributes]);
    if (!this.#known.has(key)) this.#known.set(key, { name, attributes });
    return key;
  }
}

interface Measure {
  readonly name: GaugeName;
  readonly attributes: Attributes;
  readonly value: number;
}

function measuresOf({ attention, unknown, waiting, recoveries }: HealthFigures): readonly Measure[] {
  const both = (
    name: GaugeName,
    age: GaugeName,
    counts: readonly LabelledCount[],
    of: (each: LabelledCount) => Attributes,
  ): Measure[] =>
    counts.flatMap((each) => [
      { name, attributes: of(each), value: each.count },
      { name: age, attributes: of(each), value: each.seconds },
    ]);
  return [
    ...both("attention", "attentionAge", attention, ({ account, kind }) => ({ account, kind })),
    ...both("unknown", "unknownAge", unknown, ({ account, kind }) => ({ account, operation: kind })),
    ...both("waiting", "waitingAge", waiting, ({ account }) => ({ account })),
    ...recoveries.map(({ account, count }): Measure => ({ name: "recoveries", attributes: { account }, value: count })),
  ];
}

function waitingForConnections(connection: Knex): number {
  const pool: { numPendingAcquires?(): number } | undefined = connection.client.pool;
  return pool?.numPendingAcquires?.() ?? 0;
}
