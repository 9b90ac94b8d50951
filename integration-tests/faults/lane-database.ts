import knex from "knex";
import type { Knex } from "knex";
import { DatabaseAddress } from "./database-address";
import type { Loss } from "./loss";
import { Replica } from "./replica";

export const copyOf = (name: string): string => `${name}_copy`;

/**
 * The database of a lane. It can be saved and later restored, as from a backup or by promoting a lagging replica. All
 * connections break then; the address stays the same.
 */
export class LaneDatabase {
  readonly url: string;
  #pg: Knex;
  #admin: Knex;
  /** URL of the server that currently hosts the database. */
  #serverUrl: string;
  #replica: Replica | null = null;
  #promoted: Replica | null = null;

  private constructor(
    serverUrl: string,
    private readonly name: string,
    private readonly address: DatabaseAddress,
  ) {
    this.#serverUrl = serverUrl;
    this.#admin = adminOf(serverUrl);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    url.hostname = "127.0.0.1";
    url.port = String(address.port);
    this.url = url.href;
    this.#pg = poolOf(this.url);
  }

  /** `serverUrl`: the server's own database. */
  static async open(serverUrl: string, name: string): Promise<LaneDatabase> {
    return new LaneDatabase(serverUrl, name, await DatabaseAddress.open(portOf(serverUrl)));
  }

  get pg(): Knex {
    return this.#pg;
  }

  async keep(how: Loss["how"]): Promise<void> {
    // The data files of an external Postgres are not accessible, so it is restored instead.
    if (how === "promoted" && process.env.ACQUIRING_POSTGRES === "embedded") {
      this.#replica = await Replica.take(this.#serverUrl);
      return;
    }
    await this.#admin.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [copyOf(this.name)]);
    await this.without(async () => {
      await this.#admin.raw("CREATE DATABASE ?? TEMPLATE ??", [copyOf(this.name), this.name]);
      await this.#admin.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS true", [this.name]);
    });
  }

  async lose(): Promise<void> {
    if (this.#replica) return this.failOver(this.#replica);
    await this.without(async () => {
      await this.#admin.raw("DROP DATABASE ??", [this.name]);
      await this.#admin.raw("ALTER DATABASE ?? RENAME TO ??", [copyOf(this.name), this.name]);
    });
  }

  async close(): Promise<void> {
    await this.#pg.destroy();
    await this.#admin.destroy();
    await this.address.close();
    await this.#replica?.remove();
    await this.#promoted?.remove();
  }

  private async failOver(replica: Replica): Promise<void> {
    const before = this.#promoted;
    await replica.promote();
    this.address.leadTo(replica.port);
    // External connections are closed, too.
    await this.#pg.destroy();
    this.#pg = poolOf(this.url);
    this.#serverUrl = replica.url("postgres");
    await this.#admin.destroy();
    this.#admin = adminOf(this.#serverUrl);
    this.#promoted = replica;
    this.#replica = null;
    await before?.remove();
  }

  private async without(work: () => Promise<void>): Promise<void> {
    await this.#admin.raw("ALTER DATABASE ?? ALLOW_CONNECTIONS false", [this.name]);
    await this.#admin.raw("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ?", [
      this.name,
    ]);
    await work();
  }
}

const adminOf = (url: string): Knex => knex({ client: "pg", connection: url, pool: { min: 0, max: 2 } });
const poolOf = (url: string): Knex => knex({ client: "pg", connection: url, pool: { min: 0, max: 4 } });
const portOf = (url: string): number => Number.parseInt(new URL(url).port || "5432", 10);
