import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { IS_WRITABLE } from "./figures";

/**
 * May this process receive requests? Yes while the database responds and accepts writes, has every migration of this
 * version, and no shutdown was requested. Load balancers call it every second, so one check serves all callers for a moment, and
 * migrations found once are not checked again.
 */
export type Unready = "stopping" | "database" | "migrations";

export interface ReadinessDependencies {
  readonly connection: Knex;
  readonly migrations: readonly string[];
  readonly isStopping: () => boolean;
  readonly monotonicMs: () => number;
  readonly startTimer: StartTimer;
}

/** Load balancers usually give up after two seconds; a slower database counts as down. Our choice. */
const LOOK_WITHIN_MS = 1_500;
const GOOD_FOR_MS = 500;

export class Readiness {
  #isMigrated = false;
  #look: { readonly at: number; readonly found: Promise<Unready | null> } | null = null;

  constructor(private readonly deps: ReadinessDependencies) {}

  /** Null: ready. Never throws. */
  async look(): Promise<Unready | null> {
    if (this.deps.isStopping()) return "stopping";
    const now = this.deps.monotonicMs();
    if (this.#look === null || now - this.#look.at >= GOOD_FOR_MS) this.#look = { at: now, found: this.ask() };
    const found = await this.#look.found;
    return this.deps.isStopping() ? "stopping" : found;
  }

  /** Do all tables of this version exist? Queries the database only until they do, and never throws. */
  async isMigrated(): Promise<boolean> {
    return this.#isMigrated || (await this.look()) === null;
  }

  /** A query that waits in a full pool counts as a database that is down: requests would wait too. */
  private async ask(): Promise<Unready | null> {
    return new Promise((answer) => {
      const callOff = this.deps.startTimer(LOOK_WITHIN_MS, () => answer("database"));
      void this.askDatabase()
        .then(answer, () => answer("database"))
        .finally(callOff);
    });
  }

  private async askDatabase(): Promise<Unready | null> {
    const { rows } = await this.deps.connection.raw<{ rows: { writable: boolean; there: string | null }[] }>(
      `SELECT ${IS_WRITABLE} AS writable, to_regclass('mikro_orm_migrations')::text AS there`,
    );
    if (!rows[0]?.writable) return "database";
    if (this.#isMigrated) return null;
    if (!rows[0].there) return "migrations";
    const names: string[] = await this.deps
      .connection("mikro_orm_migrations")
      .whereIn("name", [...this.deps.migrations])
      .pluck("name");
    this.#isMigrated = new Set(names).size === this.deps.migrations.length;
    return this.#isMigrated ? null : "migrations";
  }
}

const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];

/** The migrations beside this file: those of every module of the package. */
export function shippedMigrations(): string[] {
  return MODULES.flatMap((name) => {
    const files = readdirSync(join(__dirname, "../..", name, "migrations"));
    return [...new Set(files.flatMap((file) => /^(Migration\d+)\.[jt]s$/.exec(file)?.[1] ?? []))];
  });
}
