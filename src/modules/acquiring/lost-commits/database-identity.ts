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

const STANDBY = "standby";

const QUESTIONS: Readonly<Record<keyof DatabaseIdentity, string>> = {
  system_identifier: "SELECT system_identifier::text AS value FROM pg_control_system()",
  // In one statement: another one may reach another server, and a standby refuses the function as Postgres without it does.
  timeline: `SELECT CASE WHEN pg_is_in_recovery() THEN '${STANDBY}'
    ELSE substring(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS value`,
  database_oid: "SELECT oid::text AS value FROM pg_database WHERE datname = current_database()",
};

export class IdentityReader {
  readonly #untold = new Set<keyof DatabaseIdentity>();

  constructor(private readonly pg: Knex) {}

  /** Rejects while Postgres is down or a standby, which may be promoted. */
  async read(): Promise<DatabaseIdentity> {
    const timeline = await this.ask("timeline");
    if (timeline === STANDBY) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The database is a standby.");
    return {
      timeline,
      system_identifier: await this.ask("system_identifier"),
      database_oid: await this.ask("database_oid"),
    };
  }

  private async ask(name: keyof DatabaseIdentity): Promise<string | null> {
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

/** Stored the first time, or once it can be read; afterwards returns the difference in words, or null. */
export async function compareIdentity(pg: Knex, now: DatabaseIdentity, at: Date): Promise<string | null> {
  const known = await pg<DatabaseIdentity & { id: string; deleted_at: null }>(TABLE)
    .where({ id: ROW, deleted_at: null })
    .first();
  if (known) {
    const difference = differenceOf(known, now);
    const unread = NAMES.filter((name) => known[name] === null && now[name] !== null);
    if (difference === null && unread.length > 0)
      await pg(TABLE)
        .where({ id: ROW })
        .update(Object.fromEntries(unread.map((name) => [name, now[name]])));
    return difference;
  }
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

const NAMES = ["system_identifier", "timeline", "database_oid"] as const;

const WORDS: Readonly<Record<keyof DatabaseIdentity, string>> = {
  system_identifier: "another Postgres cluster",
  timeline: "another timeline: a replica was promoted, or an archive was restored",
  database_oid: "another database of the same cluster, such as a restored dump",
};

function differenceOf(known: DatabaseIdentity, now: DatabaseIdentity): string | null {
  for (const name of NAMES) {
    if (known[name] !== null && now[name] !== null && known[name] !== now[name]) return WORDS[name];
  }
  return null;
}
