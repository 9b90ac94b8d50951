import knex from "knex";
import type { Knex } from "knex";

export const copyOf = (name: string): string => `${name}_copy`;

/** The database of a lane: it can be kept as it is, and become that again. Every connection breaks both times, as by a restored backup. */
export class LaneDatabase {
  readonly pg: Knex;

  constructor(
    private readonly server: Knex,
    readonly url: string,
  ) {
    this.pg = knex({ client: "pg", connection: url, pool: { min: 0, max: 4 } });
  }

  async keep(): Promise<void> {
    await this.server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [copyOf(this.name)]);
    await this.without(async () => {
      await this.server.raw("CREATE DATABASE ?? TEMPLATE ??", [copyOf(this.name), this.name]);
      await this.server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS true", [this.name]);
    });
  }

  async lose(): Promise<void> {
    await this.without(async () => {
      await this.server.raw("DROP DATABASE ??", [this.name]);
      await this.server.raw("ALTER DATABASE ?? RENAME TO ??", [copyOf(this.name), this.name]);
    });
  }

  private async without(work: () => Promise<void>): Promise<void> {
    await this.server.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS false", [this.name]);
    await this.server.raw("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ?", [
      this.name,
    ]);
    await work();
  }

  private get name(): string {
    return new URL(this.url).pathname.slice(1);
  }
}
