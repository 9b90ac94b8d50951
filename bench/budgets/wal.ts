import { z } from "@medusajs/framework/zod";
import { Client } from "pg";
import type { SqlCounter } from "./sql-counter";

/**
 * What Postgres wrote between two moments: commits and bytes from the WAL itself (`pg_walinspect`), and how often it was
 * flushed (`pg_stat_wal`). Only for a server on which nothing else works.
 */
export interface Written {
  readonly commits: number;
  readonly synced: number;
  readonly walBytes: number;
}

export interface Wal {
  /** Returns a function that reads what was written since. */
  mark(): Promise<() => Promise<Written>>;
  close(): Promise<void>;
}

/** Connections keep their counts for seconds unless they are asked for them. */
const REPORT = "SELECT pg_stat_force_next_flush(), current_setting('synchronous_commit') AS setting";
const Setting = z.object({ rows: z.tuple([z.object({ setting: z.literal("on") })]) });
const Position = z.object({ lsn: z.string(), synced: z.coerce.number() });
const Records = z.object({ commits: z.coerce.number(), bytes: z.coerce.number() });
const RECORDS = `
  SELECT count(*) FILTER (WHERE record_type = 'COMMIT') AS commits, coalesce(sum(record_length - fpi_length), 0) AS bytes
  FROM pg_get_wal_records_info($1, $2) WHERE resource_manager NOT IN ('Standby', 'XLOG')`;

export async function openWal(databaseUrl: string, counter: SqlCounter): Promise<Wal> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("CREATE EXTENSION pg_walinspect");
  await client.query("SET stats_fetch_consistency = none");
  const position = async (): Promise<z.infer<typeof Position>> => {
    for (const each of counter.clients()) Setting.parse(await each.query(REPORT));
    const now = "SELECT pg_current_wal_insert_lsn() AS lsn, wal_sync AS synced FROM pg_stat_wal";
    return Position.parse((await client.query(now)).rows[0]);
  };
  return {
    mark: async () => {
      const before = await position();
      return async () => {
        const after = await position();
        const synced = after.synced - before.synced;
        if (after.lsn === before.lsn) return { commits: 0, synced, walBytes: 0 };
        // Only what is on the disk can be read.
        await client.query("SELECT pg_logical_emit_message(true, 'budgets', '')");
        const { commits, bytes } = Records.parse((await client.query(RECORDS, [before.lsn, after.lsn])).rows[0]);
        return { commits, synced, walBytes: bytes };
      };
    },
    close: () => client.end(),
  };
}
