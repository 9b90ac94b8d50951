import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import knex from "knex";
import { startPostgres } from "../../scripts/postgres.cjs";

/**
 * A replica of the whole Postgres server, made from a base backup: it has everything committed until then and receives
 * nothing more, like one with a broken link. Once promoted, it continues on its own timeline.
 */
export class Replica {
  private constructor(
    private readonly server: Awaited<ReturnType<typeof startPostgres>>,
    private readonly folder: string,
  ) {}

  /** `primaryUrl`: a database of the server to copy. Throws if its data folder is on another machine. */
  static async take(primaryUrl: string): Promise<Replica> {
    const folder = mkdtempSync(join(tmpdir(), "acquiring-replica-"));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "data");
    // A backup must end on the connection that started it.
    const primary = knex({ client: "pg", connection: primaryUrl, pool: { min: 1, max: 1 } });
    try {
      const { rows: settings } = await primary.raw<{ rows: { data_directory: string }[] }>("SHOW data_directory");
      const from = settings[0]?.data_directory ?? "";
      await primary.raw("SELECT pg_backup_start('replica', true)");
      execFileSync("mkdir", ["-m", "700", dataDir]);
      const isCopied = (name: string): boolean => !["pg_wal", "postmaster.pid", "postmaster.opts"].includes(name);
      const parts = readdirSync(from).filter(isCopied);
      execFileSync("cp", ["-a", ...parts.map((name) => join(from, name)), dataDir]);
      const { rows } = await primary.raw<{ rows: { labelfile: string }[] }>(
        "SELECT labelfile FROM pg_backup_stop(false)",
      );
      execFileSync("cp", ["-a", join(from, "pg_wal"), dataDir]);
      writeFileSync(join(dataDir, "backup_label"), rows[0]?.labelfile ?? "");
      writeFileSync(join(dataDir, "standby.signal"), "");
      // Same owner as the primary's files.
      if (process.getuid?.() === 0) execFileSync("chown", ["-R", `--reference=${from}`, dataDir]);
    } finally {
      await primary.destroy();
    }
    return new Replica(await startPostgres({ dataDir, durable: false }), folder);
  }

  get port(): number {
    return this.server.port;
  }

  url(database: string): string {
    return this.server.url(database);
  }

  async promote(): Promise<void> {
    const admin = knex({ client: "pg", connection: this.url("postgres"), pool: { min: 0, max: 1 } });
    await admin.raw("SELECT pg_promote()");
    await admin.destroy();
  }

  async remove(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
