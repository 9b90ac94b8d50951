import type { Knex } from "knex";
import { CardTestingOptions } from "../../src/options/card-testing-options";
import { DeclineRateMonitor } from "../../src/modules/acquiring/card-testing/decline-rate-monitor";
import type { OwnDatabase } from "../support/own-database";
import { ledgerDatabase } from "../support/ledger-database";

/** The watch over the decline rate, against a real Postgres with the ledger's tables. */
const MINUTE = 60_000;
const START = Date.parse("2026-11-21T10:00:00Z");
const at = (minutes: number): Date => new Date(START + minutes * MINUTE);
/** At least 20 payments and 60 % of them declined, within 15 minutes. */
const RATE = CardTestingOptions.parse({}).declineRate;

let database: OwnDatabase;
let pg: Knex;
let watch: DeclineRateMonitor;

beforeEach(async () => {
  database = await ledgerDatabase("decline_watch");
  pg = database.pool(5);
  watch = new DeclineRateMonitor(pg, RATE);
});
afterEach(() => database.close());

interface Payments {
  readonly state: "declined" | "authorised" | "unknown";
  readonly minute?: number;
  readonly account?: string;
  /** False: it never reached the gateway. */
  readonly sent?: boolean;
}

let ids = 0;
async function pay(count: number, { state, minute = 0, account = "main", sent = true }: Payments): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    ids += 1;
    const id = String(ids);
    const stamps = { created_at: at(minute), updated_at: at(minute) };
    const zero = { value: "0", precision: 20 };
    await pg("acquiring_payment_attempt").insert({
      ...{ id, account, provider_id: "pp_acquiring-card_main", mode: "card", session_id: id, order_no: id, state },
      ...{ currency: "EUR", requested: 0, authorised: 0, captured: 0, refunded: 0, refund_pending: 0 },
      ...{
        raw_requested: zero,
        raw_authorised: zero,
        raw_captured: zero,
        raw_refunded: zero,
        raw_refund_pending: zero,
      },
      ...{ version: 1, projected_version: 0, project_failures: 0, checks: 0, ...stamps },
    });
    const status = sent ? "settled" : "not_sent";
    await pg("acquiring_operation").insert({
      ...{ id, attempt_id: id, kind: "authorise", sequence: 1, idempotency_key: id, amount: 0, raw_amount: zero },
      ...{ currency: "EUR", status, actor: "customer", sent_at: at(minute), recorded_in_medusa: false, ...stamps },
    });
  }
}

const open = (): Promise<{ kind: string; account: string; subject: string; message: string }[]> =>
  pg("acquiring_attention_item").where({ cleared_at: null }).orderBy("subject");

test("at the percentage and the minimum an item is raised, with the numbers and what to do", async () => {
  await pay(12, { state: "declined" });
  await pay(8, { state: "authorised" });
  await watch.watch(at(1));
  expect(await open()).toMatchObject([{ kind: "decline_rate", account: "main", subject: "main", attempt_id: null }]);
  const [item] = await open();
  expect(item?.message).toContain("12 of the 20 card payments of the last 15 minutes were declined.");
  expect(item?.message).toContain("cardTesting.verifyCaptcha");
});

test.each([
  ["one payment below the minimum", 19, 0],
  ["one decline below the percentage", 11, 9],
])("with %s no item is raised", async (_name, declined, authorised) => {
  await pay(declined, { state: "declined" });
  await pay(authorised, { state: "authorised" });
  await watch.watch(at(1));
  expect(await open()).toEqual([]);
});

test("an undecided payment counts, and counts as not declined", async () => {
  await pay(12, { state: "declined" });
  await pay(9, { state: "unknown" });
  await watch.watch(at(1));
  expect(await open()).toEqual([]);
});

test("payments that never reached the gateway are no declines: an outage is not card testing", async () => {
  await pay(100, { state: "declined", sent: false });
  await watch.watch(at(1));
  expect(await open()).toEqual([]);
});

test("only the last window counts, exactly to its limit", async () => {
  await pay(20, { state: "declined" });
  await watch.watch(at(15));
  expect(await open()).toEqual([]);
  await watch.watch(new Date(at(15).getTime() - 1));
  expect(await open()).toHaveLength(1);
});

test("each account has its own rate and its own item", async () => {
  await pay(20, { state: "declined", account: "main" });
  await pay(20, { state: "authorised", account: "second" });
  await pay(20, { state: "declined", account: "third" });
  await watch.watch(at(1));
  expect((await open()).map(({ subject }) => subject)).toEqual(["main", "third"]);
});

test("there is one item while the rate is high, and it is closed after a whole window below", async () => {
  await pay(20, { state: "declined" });
  await watch.watch(at(1));
  await watch.watch(at(14));
  expect(await open()).toMatchObject([{ count: 2 }]);
  await watch.watch(at(16));
  await watch.watch(new Date(at(29).getTime() - 1));
  expect(await open()).toHaveLength(1);
  await watch.watch(at(29));
  expect(await open()).toEqual([]);
  await pay(20, { state: "declined", minute: 40 });
  await watch.watch(at(41));
  expect(await open()).toMatchObject([{ count: 1 }]);
});

test("items of other kinds are unchanged", async () => {
  const old = { created_at: at(0), updated_at: at(0), raised_at: at(0) };
  const item = { id: "x", account: "main", kind: "query_refused", subject: "main", message: "x", count: 1, ...old };
  await pg("acquiring_attention_item").insert(item);
  await watch.watch(at(600));
  expect(await open()).toMatchObject([{ kind: "query_refused" }]);
});
