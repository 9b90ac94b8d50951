import type { Knex } from "knex";
import { isHeldCart } from "../../src/modules/acquiring/ledger/hold-rule";
import { takePending } from "../../src/modules/acquiring/ledger/inbox";
import { nextDue } from "../../src/modules/acquiring/ledger/next-due";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { renewalsOf } from "../../src/modules/acquiring/ledger/contracts";
import { clearAttention } from "../../src/modules/acquiring/ledger/attention";
import { reportOfCart } from "../../src/modules/acquiring/ledger/report";
import { ledgerDatabase } from "../support/ledger-database";
import type { OwnDatabase } from "../support/own-database";

/** The ledger's questions are answered from indexes, however many payments there are: each statement's plan is looked at. */
const AT = new Date("2026-11-21T10:00:00Z");
let database: OwnDatabase;
let pg: Knex;

beforeAll(async () => {
  database = await ledgerDatabase("indexes");
  // One connection: what is switched off below is switched off for all of it.
  pg = database.pool(1);
  await pg.raw("SET enable_seqscan = off");
});
afterAll(() => database.close());

const ledger = (): Ledger => new Ledger(pg);

test.each<readonly [string, () => Promise<unknown>]>([
  ["an attempt by its order number", () => ledger().attemptByOrderNo("acq_1")],
  ["the attempt of a session", () => ledger().attemptOfSession("payses_1")],
  ["the payments of a session, counted", () => ledger().countOfSession("payses_1")],
  ["what is undecided of a cart", () => ledger().undecidedOfCart("cart_1", "payses_1")],
  ["the operations of an attempt", () => ledger().operations("acqatt_1")],
  ["an operation by its key", () => ledger().operationByKey("refund", "ref_1")],
  ["questions that are due", () => ledger().due("check", AT, 50)],
  ["projections that are due", () => ledger().due("project", AT, 50)],
  ["reversals that are due", () => ledger().due("reverse", AT, 50)],
  ["contracts that are to follow", () => ledger().due("subscription", AT, 50)],
  ["an attempt by the gateway's number", () => ledger().attemptByGatewayId("main", "17")],
  ["an attempt by its contract", () => ledger().attemptByContract("main", "S1")],
  ["the renewals of an attempt", () => renewalsOf(ledger(), "acqatt_1")],
  ["reminders that are due", () => ledger().due("remind", AT, 50)],
  ["notifications that wait", () => takePending(pg, AT, 50)],
  ["when the next work is due", () => nextDue(pg, [])],
  ["a cart that is held", () => isHeldCart(pg, "cart_1")],
  ["what the order page shows", () => reportOfCart(pg, "cart_1")],
  ["an item that is solved", () => clearAttention(pg, "unknown_outcome", "acqatt_1", AT)],
])("%s", async (_what, ask) => {
  const statements = await statementsOf(ask);
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, bindings } of statements) {
    const { rows } = await pg.raw(`EXPLAIN ${inline(sql, bindings)}`);
    const plan = rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
    expect([sql, /Seq Scan on acquiring/.test(plan)]).toEqual([sql, false]);
  }
});

interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const note = ({ sql, bindings }: Statement): void => void seen.push({ sql, bindings });
  pg.on("query", note);
  await ask();
  pg.removeListener("query", note);
  return seen.filter(({ sql }) => !/^(begin|commit|rollback)/i.test(sql));
}

/** The statement as text: a plan is asked for without parameters. */
const inline = (sql: string, bindings: readonly unknown[]): string =>
  sql.replace(/\$(\d+)/g, (_whole, number: string) =>
    pg.raw("?", [value(bindings[parseInt(number, 10) - 1])]).toString(),
  );

const value = (given: unknown): string | number =>
  given instanceof Date ? given.toISOString() : typeof given === "number" ? given : String(given);
