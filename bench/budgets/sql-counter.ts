import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../harness/databases";
import type { Client, Connection, Driver } from "./pg-driver";
import { isDriver } from "./pg-driver";

/**
 * Counts what this process asks Postgres, where the driver reads the protocol. It must be installed before the first
 * connection is opened.
 */
export interface SqlCounts {
  readonly statements: number;
  readonly ours: number;
  readonly roundTrips: number;
  readonly transactions: number;
  /** Transactions that do not wait for the disk. */
  readonly lazy: number;
}

/** Of one connection. */
interface Talk {
  text: string;
  readonly prepared: Map<string, string>;
  isAnswered: boolean;
  isLazy: boolean;
}

const ZERO: SqlCounts = { statements: 0, ours: 0, roundTrips: 0, transactions: 0, lazy: 0 };
/** Preparing counts as little: it happens once on each connection. */
const CONTROL = /^\s*(?:begin|start transaction|commit|rollback|savepoint|release|prepare)\b/i;
/** `PREPARE` and `EXECUTE` in a message of several statements: it ends with `EXECUTE` and `COMMIT`. */
const PREPARE = /\bPREPARE (\w+) \([^)]*\) AS ([^]*?);EXECUTE /;
const EXECUTE = /\bEXECUTE (\w+)\(/;
/** What knex asks a new connection. */
const GREETING = /^\s*select version\(\)/i;
const OURS = /\bacquiring_/;
const LAZY = /synchronous_commit.{0,20}\b(?:off|local)\b/is;
const BETWEEN_MS = 10;

export class SqlCounter {
  #counts = { ...ZERO };
  #statements: string[] = [];
  #lastAt = 0;
  #open = 0;
  readonly #clients = new Set<Client>();
  readonly #talks = new WeakMap<Connection, Talk>();

  /** Starts from zero. */
  begin(): void {
    this.#counts = { ...ZERO };
    this.#statements = [];
  }

  counts(): SqlCounts {
    return { ...this.#counts };
  }

  /** The statements since `begin`, in the order of their answers. */
  statements(): readonly string[] {
    return [...this.#statements];
  }

  /** Open clients, for questions of the measurement itself. */
  clients(): readonly Client[] {
    return [...this.#clients];
  }

  /** Resolves once nothing has been asked for that many ms. */
  async quiet(ms: number): Promise<void> {
    this.#lastAt = performance.now();
    while (this.#open > 0 || performance.now() - this.#lastAt < ms)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }

  opened(client: Client): void {
    this.#clients.add(client);
  }

  ended(client: Client): void {
    this.#clients.delete(client);
  }

  prepared(connection: Connection, name: string, text: string): void {
    this.#talkOf(connection).prepared.set(name, text);
  }

  /** `name`: of a statement that was prepared before; without it the text just parsed is meant. */
  bound(connection: Connection, name = ""): void {
    const { prepared, text } = this.#talkOf(connection);
    this.asked(connection, prepared.get(name) ?? text);
  }

  /** A message as text. What it executes counts as if it were sent. */
  told(connection: Connection, text: string): void {
    const { prepared } = this.#talkOf(connection);
    const [, name, sql] = PREPARE.exec(text) ?? [];
    if (name !== undefined && sql !== undefined) prepared.set(name, sql);
    const executed = prepared.get(EXECUTE.exec(text)?.[1] ?? "");
    this.asked(connection, executed ?? text);
  }

  asked(connection: Connection, text: string): void {
    const talk = this.#talkOf(connection);
    talk.text = text;
    if (LAZY.test(text)) talk.isLazy = true;
    if (talk.isAnswered) this.#open += 1;
    talk.isAnswered = false;
    this.#lastAt = performance.now();
  }

  /** One statement is done; a simple query may hold several. */
  completed(connection: Connection, tag: string): void {
    const { text } = this.#talkOf(connection);
    if (CONTROL.test(tag) || GREETING.test(text)) return;
    this.#counts = {
      ...this.#counts,
      statements: this.#counts.statements + 1,
      ours: this.#counts.ours + (OURS.test(text) ? 1 : 0),
    };
    this.#statements.push(text);
  }

  /** Status I: no transaction is open any more. */
  ready(connection: Connection, status: string): void {
    const talk = this.#talkOf(connection);
    if (talk.isAnswered) return;
    this.gone(connection);
    this.#lastAt = performance.now();
    if (GREETING.test(talk.text)) return;
    const isOver = status === "I";
    this.#counts = {
      ...this.#counts,
      roundTrips: this.#counts.roundTrips + 1,
      transactions: this.#counts.transactions + (isOver ? 1 : 0),
      lazy: this.#counts.lazy + (isOver && talk.isLazy ? 1 : 0),
    };
    if (isOver) talk.isLazy = false;
  }

  /** Nothing more is answered on this connection. */
  gone(connection: Connection): void {
    const talk = this.#talkOf(connection);
    if (!talk.isAnswered) this.#open -= 1;
    talk.isAnswered = true;
  }

  #talkOf(connection: Connection): Talk {
    const known = this.#talks.get(connection);
    if (known) return known;
    const talk = { text: "", prepared: new Map<string, string>(), isAnswered: true, isLazy: false };
    this.#talks.set(connection, talk);
    return talk;
  }
}

/** Packages of the store that use the driver; they may share one copy of it. */
const USERS = [
  "package.json",
  "node_modules/@mikro-orm/knex/package.json",
  "node_modules/@mikro-orm/postgresql/package.json",
];

export function installSqlCounter(): SqlCounter {
  const counter = new SqlCounter();
  const drivers = new Set(USERS.map((user): unknown => createRequire(join(ROOT, user))("pg")));
  for (const driver of drivers) {
    if (!isDriver(driver)) throw new Error("The driver pg has no Client and Connection any more.");
    watch(driver, counter);
  }
  return counter;
}

function watch({ Client: { prototype: ofClient }, Connection: { prototype } }: Driver, counter: SqlCounter): void {
  const { emit, query, parse, bind } = prototype;
  prototype.emit = function (name, message) {
    if (name === "commandComplete") counter.completed(this, message?.text ?? "");
    else if (name === "readyForQuery") counter.ready(this, message?.status ?? "");
    else if (name === "end") counter.gone(this);
    return emit.call(this, name, message);
  };
  prototype.query = function (text) {
    counter.told(this, text);
    query.call(this, text);
  };
  prototype.parse = function (statement) {
    if (statement.name) counter.prepared(this, statement.name, statement.text);
    counter.asked(this, statement.text);
    parse.call(this, statement);
  };
  prototype.bind = function (config) {
    counter.bound(this, config.statement);
    bind.call(this, config);
  };
  const { connect } = ofClient;
  ofClient.connect = function (...input) {
    counter.opened(this);
    this.once("end", () => counter.ended(this));
    return connect.call(this, ...input);
  };
}
