import type { Knex } from "knex";
import type { OpenItem } from "../../src/modules/acquiring/attention/load-evidence";
import { CapturePolicies } from "../../src/modules/acquiring/capture-policy/capture-policies";
import { requestStatusChecks } from "../../src/modules/acquiring/attention/request-status-checks";
import { raiseUnconfirmedCaptures } from "../../src/modules/acquiring/attention/unconfirmed-captures";
import { isHeldCart } from "../../src/modules/acquiring/ledger/rows/review-hold";
import { NEXT_TASK, Tasks } from "../../src/modules/acquiring_subscription/store/tasks";
import { abandonedBulkRuns } from "../../src/modules/acquiring/ledger/bulk-capture-rows";
import type { InboxConclusion } from "../../src/modules/acquiring/ledger/conclude-inbox";
import { concludeInbox } from "../../src/modules/acquiring/ledger/conclude-inbox";
import { readInboxRows, takePending } from "../../src/modules/acquiring/ledger/inbox";
import { nextDue } from "../../src/modules/acquiring/ledger/rows/next-due";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { renewalsOf } from "../../src/modules/acquiring/subscriptions/subscription-rows";
import { clearAttention } from "../../src/modules/acquiring/ledger/attention-rows";
import { unappliedKeys } from "../../src/modules/acquiring/ledger/reversals";
import { linePages } from "../../src/modules/acquiring/reconciliation/ledger-lines";
import { readAttempts } from "../../src/modules/acquiring/reconciliation/pages";
import { reportOfCart } from "../../src/modules/acquiring/reports/report";
import { allMigrations } from "../support/all-migrations";
import { attemptRow } from "../support/attempt-row";
import { createMoneyTables } from "../support/medusa-money-tables";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";
import { planOf, statementsOf } from "../support/plans";

/** The ledger's questions are answered from indexes, however many payments there are: each statement's plan is looked at. */
const AT = new Date("2026-11-21T10:00:00Z");
const RANGE = { accounts: ["main"], from: new Date(0), to: new Date("2100-01-01T00:00:00Z") };
const PAGE = { size: 20, now: AT, graceMs: 0, unknownFinalAfterMs: 0 };
const REFUSED: OpenItem = {
  id: "acqatn_1",
  account: "main",
  kind: "query_refused",
  attempt_id: null,
  count: 1,
  raised_at: new Date(0),
  updated_at: new Date(0),
  queried_at: null,
};
const CONCLUSION: InboxConclusion = {
  row: {
    ...{ id: "acqin_1", account: "main", source: "notify", content_type: null, body: null, digest: "d1", tries: 0 },
    ...{ signature: "matched", order_no: "acq_1", status: "pending", result: null, received_at: AT },
  },
  status: "refused",
  result: "unknown",
  raise: { account: "main", kind: "order_mismatch", subject: "acq_1", attemptId: null, message: "unknown" },
  token: null,
  now: AT,
};
let database: OwnDatabase;
let pg: Knex;

beforeAll(async () => {
  database = await ownDatabase("indexes", [
    ...(await allMigrations()),
    ...(await allMigrations("acquiring_subscription")),
  ]);
  // One connection: what is switched off below is switched off for all of it.
  pg = database.pool(1);
  await pg.raw("SET enable_seqscan = off");
  await createMoneyTables(pg);
  await pg("acquiring_payment_attempt").insert(attemptRow("acqatt_1", "captured"));
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
  ["subscriptions to synchronise", () => ledger().due("subscription", AT, 50)],
  ["an attempt by the gateway's number", () => ledger().attemptsByGatewayId("main", "17")],
  ["attempts by their order numbers", () => ledger().attemptsByOrderNos(["acq_1", "acq_2"])],
  [
    "attempts by the gateway's numbers",
    () => ledger().attemptsByGatewayIds([{ account: "main", gatewayPaymentId: "17" }]),
  ],
  ["notifications to process", () => readInboxRows(pg, ["acqin_1", "acqin_2"])],
  ["notifications that are processed", () => concludeInbox(pg, [CONCLUSION])],
  ["an attempt by its subscription", () => ledger().attemptsBySubscription("main", "S1")],
  ["the renewals of an attempt", () => renewalsOf(ledger(), "acqatt_1")],
  ["reminders that are due", () => ledger().due("remind", AT, 50)],
  ["notifications that wait", () => takePending(pg, AT, 50)],
  ["when the next work is due", () => nextDue(pg, [NEXT_TASK])],
  ["bulk captures to take up", () => abandonedBulkRuns(pg)],
  ["tasks of subscriptions that are due", () => new Tasks(pg, () => AT).due(50)],
  ["a cart that is held", () => isHeldCart(pg, "cart_1", ["paycol_1"])],
  ["what the order page shows", () => reportOfCart(pg, "cart_1")],
  ["a page of the reconciliation", () => linePages(pg, RANGE, PAGE).next()],
  ["payments as they are now", () => readAttempts(pg, ["acqatt_1", "acqatt_2"])],
  ["requests that never arrived", () => unappliedKeys(ledger(), "acqatt_1", "refund")],
  [
    "a payment to ask an account about",
    () => requestStatusChecks(pg, [REFUSED], { now: AT, isConfigured: () => true }),
  ],
  ["captures that nothing confirms", () => raiseUnconfirmedCaptures(pg, () => [], AT)],
  ["payments that the capture policy looks at", () => new CapturePolicies(pg, () => AT).claim(50)],
  ["an item that is solved", () => clearAttention(pg, "unknown_outcome", "acqatt_1", AT)],
])("%s", async (_what, ask) => {
  const statements = await statementsOf(pg, ask);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements)
    expect([statement.sql, /Seq Scan on acquiring/.test(await planOf(pg, statement))]).toEqual([statement.sql, false]);
});
