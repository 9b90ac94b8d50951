import { createServer, request } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Knex } from "knex";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { freePort } from "../support/shop";
import { ACCOUNTS } from "./account-change";
import type { Command } from "./commands";
import type { LaneDatabase } from "./lane-database";
import type { Heard } from "./store-child";
import type { Story } from "./story";
import { StoreChild } from "./store-child";

/** How a store process's own clock is wrong: ms ahead of Postgres', and ms more with each ms that passes. */
export interface OwnClock {
  readonly skewMs: number;
  readonly drift: number;
}

/**
 * The stage of the stories: one database, one simulator on a virtual clock, one or two
 * store processes, and the address that the gateway and shoppers know, which leads to
 * whichever process lives. One story at a time plays here, so that its faults and its
 * time are its own.
 */
export class Lane {
  #children: StoreChild[] = [];
  #turn = 0;
  /** Postgres' clock for the stores, in ms since 1970: the simulator's. */
  #nowMs = 0;
  #clocks: readonly OwnClock[] = [];
  #settings: object = {};
  #accounts: readonly [Account, Account] = ACCOUNTS;

  /** The gateway of the account that new payments go to, and that of the former one. */
  #simulators: readonly [Simulator, ...Simulator[]];

  private constructor(
    readonly database: LaneDatabase,
    simulator: Simulator,
    private readonly front: Server,
    private env: Readonly<Record<string, string>>,
    private readonly clockFile: string,
  ) {
    this.#simulators = [simulator];
  }

  static async open(database: LaneDatabase, processes: number): Promise<Lane> {
    const [account] = ACCOUNTS;
    const simulator = await startSimulator({ ...account, clock: "virtual", seed: "faults" });
    const clockFile = join(mkdtempSync(join(tmpdir(), "acquiring-faults-")), "clock");
    writeFileSync(clockFile, "");
    let lane: Lane | null = null;
    const front = createServer((req, res) => {
      const port = lane?.nextPort();
      if (port === undefined) return void res.destroy();
      const { method = "GET", url: path = "/", headers } = req;
      const through = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      through.once("error", () => res.destroy());
      req.pipe(through);
    });
    await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
    const env = {
      DATABASE_URL: database.url,
      DISABLE_MEDUSA_ADMIN: "true",
      MEDUSA_WORKER_MODE: "server",
      LOG_LEVEL: "error",
      TZ: "UTC",
      ACQUIRING_SIGNING_KEY: account.signingKeys[0],
      ACQUIRING_MERCHANT_ID: account.merchantId,
      ACQUIRING_ACCOUNT_ID: account.accountId,
      ACQUIRING_BASE_URL: simulator.url,
      ACQUIRING_NOTIFY_BASE_URL: `http://127.0.0.1:${String((front.address() as AddressInfo).port)}`,
      ACQUIRING_PROFILE: JSON.stringify(PROFILE),
      ACQUIRING_OPTIONS: JSON.stringify(OPTIONS),
      FAULTS_CLOCK: clockFile,
    };
    lane = new Lane(database, simulator, front, env, clockFile);
    for (let index = 0; index < processes; index += 1) await lane.add();
    return lane;
  }

  private async add(at = this.#children.length): Promise<void> {
    const child = await StoreChild.start(await freePort(), this.env);
    this.#children[at] = child;
    await child.ask({ name: "clock", ...this.clockOf(at) });
  }

  /**
   * Another account is configured under the key, and every process is started anew. Once there are two they stay listed,
   * so that stories that are over are asked about where they belong.
   */
  async changeAccount(): Promise<void> {
    const [current, former] = this.#simulators;
    this.#accounts = [this.#accounts[1], this.#accounts[0]];
    const [main, earlier] = this.#accounts;
    const other = former ?? (await startSimulator({ ...main, clock: "virtual", seed: "faults" }));
    this.#simulators = [other, current];
    if (!former) {
      await this.control("settings", this.#settings);
      const { now } = (await callAt(other, "state?order_no=none", {}, "GET")) ?? {};
      await callAt(other, "clock", { ms: Math.max(0, this.#nowMs - Date.parse(String(now))) });
    }
    const configured = {
      ...main,
      baseUrl: other.url,
      profile: PROFILE,
      former: [{ ...earlier, baseUrl: current.url, profile: PROFILE }],
    };
    const options = { ...OPTIONS, accounts: { main: configured } };
    this.env = { ...this.env, ACQUIRING_OPTIONS: JSON.stringify(options) };
    await Promise.all(this.#children.map((child) => child.stop()));
    await this.revive();
  }

  get gatewayUrls(): readonly [string, ...string[]] {
    const [current, ...others] = this.#simulators;
    return [current.url, ...others.map(({ url }) => url)];
  }

  private nextPort(): number | undefined {
    const alive = this.#awake;
    this.#turn += 1;
    return alive[this.#turn % alive.length]?.port;
  }

  get #awake(): readonly StoreChild[] {
    return this.#children.filter(({ isAlive, isStopped }) => isAlive && !isStopped);
  }

  /** Does a process stand still where it was told to? */
  get isStopped(): boolean {
    return this.#children.some(({ isStopped }) => isStopped);
  }

  /** Whoever stands still goes on. */
  resume(): void {
    for (const child of this.#children) if (child.isStopped) child.resume();
  }

  /** Is there one that does not stand still, and which is it? */
  get awake(): number | null {
    const index = this.#children.findIndex((child) => this.#awake.includes(child));
    return index === -1 ? null : index;
  }

  get pg(): Knex {
    return this.database.pg;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get isWhole(): boolean {
    return this.#children.every(({ isAlive }) => isAlive);
  }

  /** Starts anew whatever died. */
  async revive(): Promise<void> {
    for (const [index, child] of this.#children.entries()) if (!child.isAlive) await this.add(index);
  }

  ask(process: number, command: Command): Promise<Heard> {
    const child = this.#children[process % this.#children.length];
    return child ? child.ask(command) : Promise.resolve({ kind: "died" });
  }

  /** Every process; whoever is dead or stands still is left out. */
  async tellAll(command: Command): Promise<void> {
    await Promise.all(this.#awake.map((child) => child.ask(command)));
  }

  /** A call of the control API of every simulator, or of the first that does not refuse it; null when all do. */
  async control(call: string, body: object = {}, method = "POST"): Promise<Record<string, unknown> | null> {
    const [current, ...others] = this.#simulators;
    let first = await callAt(current, call, body, method);
    for (const other of others) {
      // What names a payment is for the gateway that has it.
      if (first !== null && !FOR_ALL.has(call)) break;
      const answer = await callAt(other, call, body, method);
      first ??= answer;
    }
    return first;
  }

  /** A message to the notification route from who knows where; what is answered does not matter. */
  async notify(body: string): Promise<void> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await fetch(this.notifyUrl, { method: "POST", headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  }

  private get notifyUrl(): string {
    return `http://127.0.0.1:${String((this.front.address() as AddressInfo).port)}/acquiring/notify/main`;
  }

  /** A clean gateway for the next story, and everybody's clock at its time. */
  async reset({ clocks = [], dialect = "off" }: Pick<Story, "clocks" | "dialect">): Promise<void> {
    this.#clocks = clocks;
    await this.control("reset");
    // Its clock stands still at what is now: rows that Medusa stamps by itself are not in the future.
    await this.control("settings", { clock: "system" });
    this.#settings = { clock: "virtual", notifications: "on", dialect };
    await this.control("settings", this.#settings);
    await this.readClock();
    await this.tellAll({ name: "arm", point: null, times: 0 });
  }

  private async readClock(): Promise<void> {
    const state = await this.control("state?order_no=none", {}, "GET");
    this.setClock(Date.parse(String(state?.now)));
    await Promise.all(this.#children.map((child, index) => child.ask({ name: "clock", ...this.clockOf(index) })));
  }

  /** Time passes for the stores first, then for the gateway, whose notifications of that time arrive meanwhile. */
  async advance(ms: number): Promise<void> {
    this.setClock(this.#nowMs + ms);
    await this.control("clock", { ms });
    await this.tellAll({ name: "settle" });
  }

  /** In one step: whoever reads it meanwhile reads the one or the other. */
  private setClock(nowMs: number): void {
    this.#nowMs = nowMs;
    writeFileSync(`${this.clockFile}.next`, String(nowMs));
    renameSync(`${this.clockFile}.next`, this.clockFile);
  }

  private clockOf(index: number): OwnClock {
    return this.#clocks[index] ?? { skewMs: 0, drift: 0 };
  }

  get outputs(): string {
    return this.#children.map(({ output }) => output).join("\n");
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.stop()));
    this.#children = [];
    this.front.closeAllConnections();
    await new Promise<void>((closed) => this.front.close(() => closed()));
    await Promise.all(this.#simulators.map((simulator) => simulator.close()));
    await this.database.close();
    rmSync(dirname(this.clockFile), { recursive: true, force: true });
  }
}

type Account = (typeof ACCOUNTS)[number];

/** Calls that every gateway is told. */
const FOR_ALL = new Set(["reset", "settings", "clock", "tape"]);

async function callAt(
  { url }: Simulator,
  call: string,
  body: object = {},
  method = "POST",
): Promise<Record<string, unknown> | null> {
  // A kept connection may be closed by the simulator just as a call that must not be repeated leaves.
  const answer = await fetch(`${url}/_control/${call}`, {
    method,
    headers: { connection: "close", "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  return answer.ok ? value : null;
}

const PROFILE = {
  timeouts: { connectMs: 5_000, authoriseMs: 5_000, otherMs: 5_000 },
  review: { rejectFlag: "0" },
};
const FREE = { max: 1_000, windowMs: 1_000 };
const OPTIONS = {
  cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } },
  subscription: { guests: true },
};
