import { availableParallelism, cpus, loadavg } from "node:os";
import { withClient } from "./databases";

/** Settings that the figures depend on, printed with them; and the two settings required for valid figures. */
const NAMES = [
  "server_version",
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "wal_sync_method",
  "shared_buffers",
];

export async function readSettings(databaseUrl: string, rounds: number): Promise<Readonly<Record<string, string>>> {
  const rows = await withClient(databaseUrl, async (client) => {
    const answer = await client.query<{ name: string; setting: string; unit: string | null }>(
      "SELECT name, setting, unit FROM pg_settings WHERE name = ANY($1)",
      [NAMES],
    );
    return answer.rows;
  });
  const ofPostgres = new Map(
    rows.map(({ name, setting, unit }) => [name, `${setting}${unit === null ? "" : ` × ${unit}`}`]),
  );
  for (const name of ["fsync", "synchronous_commit"])
    if (ofPostgres.get(name) !== "on")
      throw new Error(`Postgres has ${name} off, which makes the figures invalid. Nothing was run.`);
  return {
    node: process.version,
    cores: `${String(availableParallelism())} × ${cpus()[0]?.model ?? "unknown"}`,
    "load before": loadavg()
      .map((load) => load.toLocaleString("en-GB", { maximumFractionDigits: 2 }))
      .join(" "),
    rounds: String(rounds),
    ...Object.fromEntries(NAMES.map((name) => [name, ofPostgres.get(name) ?? "unknown"])),
  };
}
