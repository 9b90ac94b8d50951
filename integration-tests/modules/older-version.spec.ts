import type { Bench } from "../model/bench";
import { workRound } from "../model/rest";
import { World } from "../model/world";
import { allMigrations } from "../support/all-migrations";
import { ownDatabase } from "../support/own-database";
import { payoutRequest } from "../support/payout-request";
import { catalogOf } from "../support/schema-of-models";
import { expandAllTables } from "../upgrade/expand";
import type { OlderStore } from "../upgrade/older-store";
import { fixture, migrate, MODULES, openOlderStore } from "../upgrade/older-store";
import { SETTING } from "../upgrade/open-states";

/**
 * The present code on what an older version left, with operations in every state: the rows of the fixture, migrated. The
 * same with both versions running, and Medusa, is `npm run upgrade`.
 */
/** Of 100.00 EUR. */
const HALF = 5_000n;

let store: OlderStore;
let bench: Bench;

beforeEach(async () => {
  store = await openOlderStore("older_version");
  bench = store.bench;
});
afterEach(() => store.close());

const columnsOf = (table: string, ...columns: string[]): Promise<Record<string, unknown>[]> =>
  bench
    .pg(table)
    .select(...columns)
    .orderBy("id");

/** New payments with everything that is done to them, beside the background work of both processes. */
async function load(world: World, first: number): Promise<void> {
  for (let number = 0; number < 4; number += 1) {
    const [buyer, worker] = number % 2 === 0 ? (["one", "two"] as const) : (["two", "one"] as const);
    const process = await bench.process(buyer);
    await Promise.all([payAndRefund(world, process, first + number), workRound(bench, worker)]);
    bench.advance(20_000);
  }
}

async function payAndRefund(
  world: World,
  process: Awaited<ReturnType<Bench["process"]>>,
  session: number,
): Promise<void> {
  const paid = await world.pay(process, { session, card: "approved" });
  const { attempt } = paid;
  if (!attempt) throw new Error("The new payment was not made.");
  const kinds = session % 3 === 0 ? (["void"] as const) : (["capture", "refund"] as const);
  for (const [key, kind] of kinds.entries())
    expect(await world.run(process, kind, { attempt, key, amount: kind === "void" ? null : HALF })).toMatch(
      /^(settled|pending)$/,
    );
}

/** A person decides what the older version held for review. */
async function decideReviews(): Promise<void> {
  const { service } = await bench.process("two");
  const held = await bench
    .pg("acquiring_payment_attempt")
    .whereNotNull("held_at")
    .whereNull("hold_decision")
    .pluck("id");
  expect(held.length).toBeGreaterThan(0);
  for (const attemptId of held) {
    const decision = {
      action: "approve",
      note: null,
      actorId: "user_1",
      idempotencyKey: `approve_${attemptId}`,
    } as const;
    expect(await service.reviews.review({ attemptId, ...decision })).toEqual({ kind: "decided", decision: "approved" });
  }
}

test("the fixture has payments and operations in every state", async () => {
  const found = await bench.pg("acquiring_operation").distinct("kind", "status");
  const states = new Set(found.map(({ kind, status }) => `${String(kind)} ${String(status)}`));
  const open = ["sending", "unknown"].flatMap((status) =>
    ["authorise", "capture", "void", "refund"].map((kind) => `${kind} ${status}`),
  );
  const more = ["authorise pending", "refund pending", "review sending", "cancel_subscription unknown"];
  const ended = ["capture declined", "capture not_sent", "refund declined", "refund not_sent", "refund settled"];
  expect([...open, ...more, ...ended].filter((state) => !states.has(state))).toEqual([]);
  const payments = await bench.pg("acquiring_payment_attempt").distinct("state").orderBy("state").pluck("state");
  expect(payments).toEqual([
    "action_required",
    "authorised",
    "captured",
    "created",
    "declined",
    "expired",
    "pending",
    "unknown",
    "voided",
  ]);
  for (const table of ["lease", "saved_card", "payout_send", "attention_item"])
    expect(await bench.pg(`acquiring_${table}`).first()).toBeDefined();
  expect(await bench.pg("acquiring_inbox_event").where({ source: "notify", status: "pending" })).not.toEqual([]);
});

test("the migrations bring an older version's tables to the present ones", async () => {
  const migrations = await Promise.all(MODULES.map((module) => allMigrations(module)));
  const present = await ownDatabase("older_present", migrations.flat());
  try {
    await migrate(bench.pg);
    // A released migration is never edited: add one, or until the first release make the fixture again (CONTRIBUTING.md).
    expect(await catalogOf(bench.pg)).toEqual(await catalogOf(present.pool(1)));
  } finally {
    await present.close();
  }
});

test("everything that an older version left ends correctly under load, also while a later version expands the tables", async () => {
  const journal = await columnsOf("acquiring_entry", "*");
  const operations = await columnsOf("acquiring_operation", "id", "kind", "idempotency_key", "amount");
  await migrate(bench.pg);
  const world = new World(bench, SETTING, new Set(await bench.pg("acquiring_entry").pluck<string[]>("id")));
  await load(world, 500);
  await world.look("under load");
  await Promise.all([load(world, 600), expandAllTables(bench.pg)]);
  await world.look("under load, on expanded tables");
  await decideReviews();
  await world.end();

  const { rows } = await bench.pg.raw(
    `SELECT operation.kind, operation.status FROM acquiring_operation AS operation
     WHERE status IN ('sending', 'unknown') AND NOT EXISTS (SELECT FROM acquiring_attention_item AS item
       WHERE item.attempt_id = operation.attempt_id AND item.cleared_at IS NULL)`,
  );
  expect(rows).toEqual([]);
  const keptJournal = await columnsOf("acquiring_entry", ...Object.keys(journal[0] ?? {}));
  expect(keptJournal).toEqual(expect.arrayContaining(journal));
  const kept = await columnsOf("acquiring_operation", "id", "kind", "idempotency_key", "amount");
  expect(kept).toEqual(expect.arrayContaining(operations));
  expect(await bench.pg("acquiring_inbox_event").where({ status: "pending" })).toEqual([]);
});

test("an older version's payouts are not sent again, its saved cards can be used, its dead leases expire", async () => {
  await migrate(bench.pg);
  const { service } = await bench.process("one");
  const sends = await bench.pg("acquiring_payout_send").orderBy("payout_id");
  expect(sends.map(({ status }) => status).sort()).toEqual(["pending", "unknown", "unknown"]);
  for (const { payout_id: payoutId, request_id: requestId } of sends) {
    const plain = { payoutId, requestId, currency: "EUR", minor: "1025", reference: "Invoice 7" };
    await service.payouts.send(payoutRequest(plain));
  }
  expect(bench.sent.filter(({ operation }) => operation === "payout")).toEqual([]);
  const [card] = fixture.rows.acquiring_saved_card ?? [];
  expect((await service.savedCards.usable("cus_1", String(card?.id)))?.token).toBe(card?.token);
  const lease = await service.leases.take("cart-completion", "cart_of_a_dead_process");
  expect(lease).not.toBeNull();
  await lease?.release();
});
