import { MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";

/**
 * Identifies this database: the cluster, its timeline (new after a promotion or a restored archive) and the database's
 * OID (new for a restored dump). Values that this user or Postgres cannot read are null, and null equals everything.
 */
export interface DatabaseIdentity {
  readonly system_identifier: string | null;
  readonly timeline: string | null;
  readonly database_oid: string | null;
}

const TABLE = "acquiring_ledger_epoch";
const ROW = "ledger";

type Question = keyof DatabaseIdentity | "standby";

const QUESTIONS: Readonly<Record<Question, string>> = {
  standby: "SELECT pg_is_in_recovery()::text AS value",
  system_identifier: "SELECT system_identifier::text AS value FROM pg_control_system()",
  timeline: "SELECT substring(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS value",
  database_oid: "SELECT oid::text AS value FROM pg_database WHERE datname = current_database()",
};

export class IdentityReader {
  readonly #untold = new Set<Question>();

  constructor(private readonly pg: Knex) {}

  /** Rejects while Postgres is down or a standby, which may be promoted. */
  async read(): Promise<DatabaseIdentity> {
    if ((await this.ask("standby")) === "true")
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The database is a standby.");
    return {
      system_identifier: await this.ask("system_identifier"),
      timeline: await this.ask("timeline"),
      database_oid: await this.ask("database_oid"),
    };
  }

  private async ask(name: Question): Promise<string | null> {
    if (this.#untold.has(name)) return null;
    try {
      const { rows } = await this.pg.raw<{ rows: { value: string }[] }>(QUESTIONS[name]);
      return rows[0]?.value ?? null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#untold.add(name);
      return null;
    }
  }
}

/** Not allowed, or not supported by this Postgres (55000: a managed one); anything else means that the database is down. */
const isRefusal = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  ["42501", "42883", "0A000", "55000"].includes(String(error.code));

/** Stored the first time; afterwards returns the difference in words, or null. */
export async function compareIdentity(pg: Knex, now: DatabaseIdentity, at: Date): Promise<string | null> {
  const known = await pg<DatabaseIdentity & { id: string; deleted_at: null }>(TABLE)
    .where({ id: ROW, deleted_at: null })
    .first();
  if (known) return differenceOf(known, now);
  await pg(TABLE)
    .insert({ id: ROW, ...now, recorded_at: at })
    .onConflict("id")
    .ignore();
  return null;
}

export async function noteIdentity(pg: Knex, now: DatabaseIdentity, at: Date): Promise<void> {
  await pg(TABLE)
    .where({ id: ROW })
    .update({ ...now, recorded_at: at, updated_at: at });
}

const WORDS: Readonly<Record<keyof DatabaseIdentity, string>> = {
  system_identifier: "another Postgres cluster",
  timeline: "another timeline: a replica was promoted, or an archive was restored",
  database_oid: "another database of the same cluster, such as a restored dump",
};

function differenceOf(known: DatabaseIdentity, now: DatabaseIdentity): string | null {
  for (const name of ["system_identifier", "timeline", "database_oid"] as const) {
    if (known[name] !== null && now[name] !== null && known[name] !== now[name]) return WORDS[name];
  }
  return null;
}
