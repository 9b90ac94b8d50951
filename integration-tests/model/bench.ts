import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import type { Knex } from "knex";
import { armCrashpoint } from "../../src/modules/acquiring/crashpoint";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";
import { Gateway } from "../support/shop";
import { Life } from "./life";
import { allMigrations } from "../support/all-migrations";
import type { MortalPool } from "./mortal-pool";
import { mortalPool } from "./mortal-pool";
import { Wire } from "./wire";

/**
 * What the model tests stand on: the ledger's service as two processes over one
 * database, the simulator behind a wire that can be cut, one clock for all, and
 * a letter box where the gateway's notifications lie until they are delivered.
 * Medusa is not there: these tests are about the ledger and the gateway.
 */
export const KEY = "golden-key-0123456789";
export const MERCHANT = { merchantId: "100001", accountId: "100001001" };
const START = Date.parse("2026-11-21T10:00:00Z");

const NAMES = ["one", "two", "three"] as const;
export type ProcessName = (typeof NAMES)[number];

export interface Letter {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Process {
  readonly name: ProcessName;
  readonly life: Life;
  readonly pool: MortalPool;
  readonly service: AcquiringModuleService;
}

export class Bench {
  readonly letters: Letter[] = [];
  #now = START;
  #processes = new Map<ProcessName, Process>();

  private constructor(
    private readonly database: OwnDatabase,
    /** The tests' own connections; they never die. */
    readonly pg: Knex,
    private readonly simulator: Simulator,
    private readonly letterBox: Server,
    readonly wire: Wire,
    readonly gateway: Gateway,
  ) {}

  static async open(name: string): Promise<Bench> {
    const database = await ownDatabase(name, await allMigrations());
    const clock = { read: (): Date => new Date(START) };
    const simulator = await startSimulator({
      ...MERCHANT,
      signingKeys: [KEY],
      notifications: "off",
      clock: () => clock.read(),
    });
    const wire = new Wire(simulator.url);
    await wire.open();
    const letterBox = createServer();
    await new Promise<void>((resolve) => letterBox.listen(0, "127.0.0.1", resolve));
    const gateway = new Gateway(simulator.url);
    const bench = new Bench(database, database.pool(4), simulator, letterBox, wire, gateway);
    clock.read = () => bench.now();
    letterBox.on("request", (req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        bench.letters.push({ contentType: req.headers["content-type"] ?? "", body: Buffer.concat(chunks) });
        res.end("success");
      });
    });
    return bench;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  get notifyUrl(): string {
    const address = this.letterBox.address();
    const port = (value: AddressInfo | string | null): number =>
      typeof value === "object" && value !== null ? value.port : 0;
    return `http://127.0.0.1:${String(port(address))}/acquiring/notify/main`;
  }

  /** The process of this name; a new one when the last has died. */
  async process(name: ProcessName): Promise<Process> {
    const present = this.#processes.get(name);
    if (present && !present.life.isDead) return present;
    if (present) await present.pool.kill();
    const life = new Life();
    const pool = mortalPool(this.pg, life);
    const baseUrl = this.wire.addressFor(name, life);
    const options = {
      // Each process has an address of its own, and all of them lead to one account.
      accounts: { main: { ...MERCHANT, baseUrl, signingKeys: [KEY], movedFrom: this.addressesBeside(name) } },
      storefront: { origins: ["http://localhost:8000"] },
      notifyBaseUrl: "http://localhost:9000",
    };
    // @ts-expect-error -- a logger with the methods that the service uses
    const service = new AcquiringModuleService({ __pg_connection__: pool.pg, logger: QUIET }, options);
    service.useClock(
      () => this.now(),
      async (ms) => {
        await life.step("pause");
        this.advance(ms * PAUSES_PASS_FASTER);
      },
    );
    const born = { name, life, pool, service };
    this.#processes.set(name, born);
    return born;
  }

  private addressesBeside(own: ProcessName): string[] {
    return NAMES.filter((name) => name !== own).map((name) => this.wire.address(name));
  }

  /** Runs one action of a process that may die in it, at a crash point too; null when it did. */
  async act<T>(process: Process, action: () => Promise<T>): Promise<T | null> {
    armCrashpoint((name) => process.life.pass(name));
    try {
      return await this.survive(process, action);
    } finally {
      armCrashpoint(null);
      process.life.spare();
    }
  }

  /** The same without crash points, which all processes of the test share. What a death leaves open Postgres rolls back. */
  async survive<T>({ life, pool }: Process, action: () => Promise<T>): Promise<T | null> {
    try {
      return await action();
    } catch (error) {
      if (!life.isDead) throw error;
      await pool.kill();
      return null;
    }
  }

  /** A clean bench for the next run: no rows, no books, new processes, the gateway up, the clock at its start. */
  async clear(): Promise<void> {
    await this.wire.become("up");
    this.wire.forget();
    await this.gateway.control("reset");
    this.letters.length = 0;
    await this.pg.transaction(async (trx) => {
      // The journal refuses to be emptied; only the tests' own superuser may look away.
      await trx.raw("SET LOCAL session_replication_role = replica");
      const { rows } = await trx.raw<{ rows: { name: string }[] }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'acquiring%'",
      );
      await trx.raw(`TRUNCATE ${rows.map(({ name }) => `"${name}"`).join(", ")}`);
    });
    for (const { pool } of this.#processes.values()) await pool.kill();
    this.#processes.clear();
    this.#now = START;
  }

  async close(): Promise<void> {
    for (const { pool } of this.#processes.values()) await pool.kill();
    await this.wire.close();
    const closed = new Promise<void>((resolve) => this.letterBox.close(() => resolve()));
    this.letterBox.closeAllConnections();
    await closed;
    await this.simulator.close();
    await this.database.close();
  }
}

/** A second caller looks every 50 ms whether the first is done; where that one is dead, 95 s need not be 1,900 looks. */
const PAUSES_PASS_FASTER = 100;

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
