import { createServer, request } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Knex } from "knex";
import { freePort } from "../../scripts/postgres.cjs";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { ageLeases } from "../support/age-leases";
import { ACCOUNTS } from "./account-change";
import type { Command } from "./commands";
import type { LaneDatabase } from "./lane-database";
import type { Heard } from "./store-child";
import type { Story } from "./story";
import { StoreChild } from "./store-child";

/** A wrong clock of a store process: offset to Postgres in ms, and drift per ms. */
export interface OwnClock {
  readonly skewMs: number;
  readonly drift: number;
}

/**
 * The environment of the stories: one database, one simulator on a virtual clock, one or two store processes, and a
 * public address that leads to a living one. It plays one story at a time, so that faults and time do not mix.
 */
export class Lane {
  #children: StoreChild[] = [];
  #turn = 0;
  /** Postgres' clock for the stores in ms since 1970, the same as the simulator's. */
  #nowMs = 0;
  #clocks: readonly OwnClock[] = [];
  #settings: object = {};
  /** The options of the last story that had its own; empty: none had. */
  #furnished = "";
  #isMultiple = false;
  #accounts: readonly [Account, Account] = ACCOUNTS;

  /** Gateways of the current account and of the former one. */
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
   * Configures another account under the key and restarts every process. Both stay listed, so that payments of earlier
   * stories are queried at the right one.
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

  /** Restarts the processes if the story needs other options than the one before. */
  async furnish({ fulfilment }: Pick<Story, "fulfilment">): Promise<void> {
    const wanted = JSON.stringify(fulfilment ? { ...OPTIONS, refunds: { automatic: { EUR: "10000.00" } } } : OPTIONS);
    const profile = JSON.stringify(
      fulfilment ? { ...PROFILE, capture: { multiple: fulfilment.isMultiple, authorisationValidDays: 7 } } : PROFILE,
    );
    this.#isMultiple = fulfilment?.isMultiple ?? false;
    if (this.#furnished === wanted + profile || (this.#furnished === "" && !fulfilment)) return;
    this.#furnished = wanted + profile;
    this.env = { ...this.env, ACQUIRING_OPTIONS: wanted, ACQUIRING_PROFILE: profile };
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

  /** Whether a process is paused at its failpoint. */
  get isStopped(): boolean {
    return this.#children.some(({ isStopped }) => isStopped);
  }

  /** Resumes paused processes. */
  resume(): void {
    for (const child of this.#children) if (child.isStopped) child.resume();
  }

  /** Index of a process that is not paused, or null. */
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

  /** Restarts dead processes. */
  async revive(): Promise<void> {
    for (const [index, child] of this.#children.entries()) if (!child.isAlive) await this.add(index);
  }

  ask(process: number, command: Command): Promise<Heard> {
    const child = this.#children[process % this.#children.length];
    return child ? child.ask(command) : Promise.resolve({ kind: "died" });
  }

  /** To every process that is neither dead nor paused. */
  async tellAll(command: Command): Promise<void> {
    await Promise.all(this.#awake.map((child) => child.ask(command)));
  }

  /** Calls the control API of every simulator, or returns the first successful answer; null if all refuse. */
  async control(call: string, body: object = {}, method = "POST"): Promise<Record<string, unknown> | null> {
    const [current, ...others] = this.#simulators;
    let first = await callAt(current, call, body, method);
    for (const other of others) {
      // A payment belongs to one gateway only.
      if (first !== null && !FOR_ALL.has(call)) break;
      const answer = await callAt(other, call, body, method);
      first ??= answer;
    }
    return first;
  }

  /** Sends a message to the notification route; the answer is ignored. */
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

  /** Resets the gateway for the next story and sets all clocks. */
  async reset({ clocks = [], dialect = "off" }: Pick<Story, "clocks" | "dialect">): Promise<void> {
    this.#clocks = clocks;
    await this.control("reset");
    // Its clock stands at the current time, so that Medusa's own timestamps are not in the future.
    await this.control("settings", { clock: "system" });
    this.#settings = { clock: "virtual", notifications: "on", dialect, multipleCaptures: this.#isMultiple };
    await this.control("settings", this.#settings);
    await this.readClock();
    await this.tellAll({ name: "arm", point: null, times: 0 });
  }

  /** The gateway answers in this dialect from now on. */
  async speak(dialect = "off"): Promise<void> {
    this.#settings = { ...this.#settings, dialect };
    await this.control("settings", { dialect });
  }

  private async readClock(): Promise<void> {
    const state = await this.control("state?order_no=none", {}, "GET");
    this.setClock(Date.parse(String(state?.now)));
    await Promise.all(this.#children.map((child, index) => child.ask({ name: "clock", ...this.clockOf(index) })));
  }

  /**
   * Moves the stores' clock first, then the gateway's, whose notifications arrive meanwhile. A task's lease ages as much,
   * so that a dead or paused process loses it. That of a completion does not: see ADR 16 for a process that pauses.
   */
  async advance(ms: number): Promise<void> {
    this.setClock(this.#nowMs + ms);
    await ageLeases(this.pg, "subscription-task", ms);
    await this.control("clock", { ms });
    await this.tellAll({ name: "settle" });
  }

  /** Atomically: a concurrent reader sees the old or the new value. */
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

/** Calls that go to every gateway. */
const FOR_ALL = new Set(["reset", "settings", "clock", "tape"]);

async function callAt(
  { url }: Simulator,
  call: string,
  body: object = {},
  method = "POST",
): Promise<Record<string, unknown> | null> {
  // The simulator may close a kept-alive connection just as a call that must not be repeated is sent.
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
