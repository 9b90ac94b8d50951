import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import type { Knex } from "knex";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
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
import type { AccountKey } from "./setting";
import { ACCOUNTS, MERCHANTS, PLAIN, PROFILES, capturesInParts } from "./setting";
import type { Sent } from "./wire";
import { Wire } from "./wire";

/**
 * What the model tests stand on: the ledger's service as two processes over one
 * database, a simulator for each gateway account behind a wire that can be cut, one
 * clock for all, and a letter box where the gateway's notifications lie until they
 * are delivered. Both gateways give the same transaction numbers.
 * Medusa is not there: these tests are about the ledger and the gateway.
 */
const START = Date.parse("2026-11-21T10:00:00Z");

const NAMES = ["one", "two", "three"] as const;
export type ProcessName = (typeof NAMES)[number];

export interface Letter {
  readonly account: AccountKey;
  readonly contentType: string;
  readonly body: Buffer;
}

/** A gateway account: its simulator and the wire that leads there. */
export interface GatewaySide {
  readonly simulator: Simulator;
  readonly wire: Wire;
  readonly gateway: Gateway;
}

export interface Process {
  readonly name: ProcessName;
  readonly life: Life;
  readonly pool: MortalPool;
  readonly service: AcquiringModuleService;
}

/** What a bench begins with instead of empty records: another version's, for the upgrade tests. */
export interface BenchStart {
  readonly database?: OwnDatabase;
  readonly startMs?: number;
  /** The simulators' data, read when they start and written when they close. */
  readonly dataFile?: (account: AccountKey, letterBoxUrl: string) => string;
  /** Addresses that led to the accounts before. */
  readonly movedFrom?: Readonly<Record<AccountKey, readonly string[]>>;
  /** Further options of every process. */
  readonly options?: object;
}

export class Bench {
  readonly letters: Letter[] = [];
  #now: number;
  #processes = new Map<ProcessName, Process>();

  private constructor(
    private readonly database: OwnDatabase,
    /** The tests' own connections; they never die. */
    readonly pg: Knex,
    private readonly letterBox: Server,
    readonly sides: Readonly<Record<AccountKey, GatewaySide>>,
    private readonly start: BenchStart,
  ) {
    this.#now = start.startMs ?? START;
  }

  static async open(name: string, start: BenchStart = {}): Promise<Bench> {
    const database = start.database ?? (await ownDatabase(name, await allMigrations()));
    const clock = { read: (): Date => new Date(start.startMs ?? START) };
    const time = (): Date => clock.read();
    const letterBox = createServer();
    await new Promise<void>((resolve) => letterBox.listen(0, "127.0.0.1", resolve));
    const side = (account: AccountKey): Promise<GatewaySide> =>
      openSide(account, time, start.dataFile?.(account, urlOf(letterBox)));
    const sides = { main: await side("main"), second: await side("second") };
    const bench = new Bench(database, database.pool(4), letterBox, sides, start);
    clock.read = () => bench.now();
    letterBox.on("request", (req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const account = ACCOUNTS.find((key) => req.url?.endsWith(`/${key}`) === true) ?? "main";
        bench.letters.push({ account, contentType: req.headers["content-type"] ?? "", body: Buffer.concat(chunks) });
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

  /** Of the account `main`, as the stories with one account use it. */
  get wire(): Wire {
    return this.sides.main.wire;
  }

  get gateway(): Gateway {
    return this.sides.main.gateway;
  }

  /** What went over all wires; of one payment, in its order. */
  get sent(): Sent[] {
    return ACCOUNTS.flatMap((key) => this.sides[key].wire.sent);
  }

  notifyUrl(account: AccountKey): string {
    return `${urlOf(this.letterBox)}/acquiring/notify/${account}`;
  }

  /** The process of this name; a new one when the last has died. */
  async process(name: ProcessName): Promise<Process> {
    const present = this.#processes.get(name);
    if (present && !present.life.isDead) return present;
    if (present) await present.pool.kill();
    const life = new Life();
    const pool = mortalPool(this.pg, life);
    const options = {
      accounts: { main: this.accountFor("main", name, life), second: this.accountFor("second", name, life) },
      storefront: { origins: ["http://localhost:8000"] },
      notifyBaseUrl: "http://localhost:9000",
      ...this.start.options,
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

  /** Each process has an address of its own for each account, and all of them lead to the one account. */
  private accountFor(account: AccountKey, own: ProcessName, life: Life): object {
    const { wire } = this.sides[account];
    const { merchantId, accountId, signingKey } = MERCHANTS[account];
    return {
      merchantId,
      accountId,
      signingKeys: [signingKey],
      baseUrl: wire.addressFor(own, life),
      movedFrom: [
        ...NAMES.filter((name) => name !== own).map((name) => wire.address(name)),
        ...(this.start.movedFrom?.[account] ?? []),
      ],
      profile: PROFILES[account],
    };
  }

  /** Runs one action of a process that may die in it, at a crash point too; null when it did. */
  async act<T>(process: Process, action: () => Promise<T>): Promise<T | null> {
    armFailpoint((name) => process.life.pass(name));
    try {
      return await this.survive(process, action);
    } finally {
      armFailpoint(null);
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

  /** What the connections of each process are doing, and which locks they wait for. */
  async activity(): Promise<string[]> {
    const { rows } = await this.pg.raw<{ rows: { pid: number; line: string }[] }>(
      `SELECT pid, concat_ws(' ', state, wait_event_type, wait_event, 'blocked by ' || pg_blocking_pids(pid)::text, query) AS line
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const owner = new Map(
      [...this.#processes.values()].flatMap(({ name, life, pool }) =>
        pool.backends().map((pid) => [pid, `${name}${life.isDead ? " (dead)" : ""}`] as const),
      ),
    );
    return rows.map(({ pid, line }) => `${owner.get(pid) ?? "tests"} ${String(pid)}: ${line}`);
  }

  /** A clean bench for the next run: no rows, no books, new processes, the gateway up, the clock at its start. */
  async clear({ dialects } = PLAIN): Promise<void> {
    for (const key of ACCOUNTS) {
      const { wire, gateway } = this.sides[key];
      await wire.become("up");
      wire.forget();
      await gateway.control("reset");
      await gateway.control("settings", { dialect: dialects[key] });
    }
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
    for (const key of ACCOUNTS) await this.sides[key].wire.close();
    const closed = new Promise<void>((resolve) => this.letterBox.close(() => resolve()));
    this.letterBox.closeAllConnections();
    await closed;
    for (const key of ACCOUNTS) await this.sides[key].simulator.close();
    await this.database.close();
  }
}

function urlOf(letterBox: Server): string {
  const portOf = (address: AddressInfo | string | null): number =>
    typeof address === "object" && address !== null ? address.port : 0;
  return `http://127.0.0.1:${String(portOf(letterBox.address()))}`;
}

async function openSide(account: AccountKey, clock: () => Date, dataFile?: string): Promise<GatewaySide> {
  const { merchantId, accountId, signingKey } = MERCHANTS[account];
  const simulator = await startSimulator({
    merchantId,
    accountId,
    signingKeys: [signingKey],
    notifications: "off",
    multipleCaptures: capturesInParts(account),
    clock,
    ...(dataFile === undefined ? {} : { dataFile }),
  });
  const wire = new Wire(account, simulator.url);
  await wire.open();
  return { simulator, wire, gateway: new Gateway(simulator.url) };
}

/** A second caller looks every 50 ms whether the first is done; where that one is dead, 95 s need not be 1,900 looks. */
const PAUSES_PASS_FASTER = 100;

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
