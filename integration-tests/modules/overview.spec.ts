import type { Knex } from "knex";
import { deliverEvents } from "../../src/modules/acquiring/events/outbox";
import { foldOverview, overviewDifferences, rebuildOverview } from "../../src/modules/acquiring/overview/fold";
import type { OverviewGroup } from "../../src/modules/acquiring/overview/read-overview";
import { overviewGroups, overviewState } from "../../src/modules/acquiring/overview/read-overview";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { CARDS } from "../support/shop";

/** The overview's figures against the ledger, with the service, the simulator and a real Postgres. */
const DAY_MS = 86_400_000;
const now = (): Date => new Date();
const PERIOD = { from: new Date(0), until: new Date("2100-01-01T00:00:00Z") };

let stage: OwnLedger;
let pg: Knex;
let service: AcquiringModuleService;
beforeAll(async () => {
  stage = await ownLedger("overview");
  pg = stage.pg;
  service = stage.service();
});
afterAll(() => stage.close());

const fold = (): Promise<number> => foldOverview(pg, { now, isStopping: () => false });
const differences = async (): Promise<number | undefined> => (await overviewDifferences(pg, now))?.length;
const deliver = (): Promise<number> => deliverEvents(pg, 100, () => Promise.resolve());
/** What is kept, without computing anything. */
async function all(): Promise<OverviewGroup["figures"] | undefined> {
  return (await overviewGroups(pg, PERIOD, "EUR")).find(({ by }) => by === "all")?.figures;
}
const write = async (attemptId: string, kind: "capture" | "refund" | "void", amount: bigint): Promise<void> => {
  const actor = { actor: "admin", actorId: null } as const;
  await service.gate.run({ attemptId, kind, amount, idempotencyKey: `${kind} ${attemptId}`, ...actor });
};

test("every change is in the figures, delivered or not, and none twice", async () => {
  const [captured = "", voided = ""] = await stage.authorised(3);
  expect(await all()).toBeUndefined();
  await fold();
  expect(await all()).toMatchObject({ payments: 3, authorised_payments: 3, authorised: 30_000n, captured: 0n });
  await write(captured, "capture", 4_000n);
  // An event that waits is enough.
  await fold();
  expect(await all()).toMatchObject({ captured: 4_000n, captures: 1 });
  await write(captured, "refund", 1_000n);
  await deliver();
  await fold();
  const given = await all();
  expect([given?.refunded_payments, (given?.refunded ?? 0n) + (given?.refund_pending ?? 0n)]).toEqual([1, 1_000n]);
  await write(voided, "void", 10_000n);
  await deliver();
  await fold();
  await fold();
  expect(await all()).toMatchObject({ payments: 3, authorised_payments: 3, authorised: 30_000n, captured: 4_000n });
  expect([await differences(), (await overviewState(pg)).due]).toEqual([0, 0]);
});

test("declined payments are counted by the code of their decline, challenged ones by how they ended", async () => {
  await service.pay(cardPayment("declined_1", "cart_declined_1", { card: CARDS.declined }));
  await fold();
  const codes = (await overviewGroups(pg, PERIOD, "EUR")).filter(
    ({ by, figures }) => by === "code" && figures.declined,
  );
  expect(codes).toHaveLength(1);
  const { result_code: code } = await pg("acquiring_payment_attempt").where({ state: "declined" }).first();
  expect([codes[0]?.code, codes[0]?.figures.declined]).toEqual([code, 1]);
});

test("a payment that ends without an event is counted: the day of an open payment is computed again", async () => {
  await service.pay(cardPayment("challenged_1", "cart_challenged_1", { card: "4000000000003063" }));
  await fold();
  expect(await all()).toMatchObject({ open: 1, challenged: 1 });
  await pg("acquiring_payment_attempt").where({ state: "action_required" }).update({ state: "expired" });
  await fold();
  expect(await all()).toMatchObject({ open: 0, expired: 1, challenged: 1, challenges_abandoned: 1 });
  expect(await differences()).toBe(0);
});

test("a figure that was changed by hand is found, and put right by a rebuild", async () => {
  await deliver();
  await fold();
  await pg.raw("UPDATE acquiring_overview_day SET figures[1] = figures[1] + 1");
  const stray = new Date(Date.UTC(2020, 1, 29));
  const row = { id: "stray", account: "main", currency: "EUR", mode: "card", state: "captured", sales_channel_id: "" };
  await pg("acquiring_overview_day").insert({ ...row, day: stray, figures: Array.from({ length: 16 }, () => 1) });
  expect(await differences()).toBe(2);
  await rebuildOverview(pg);
  expect((await overviewState(pg)).due).toBe(2);
  await fold();
  expect([await differences(), (await overviewState(pg)).due]).toEqual([0, 0]);
});

test("one process computes at a time; the other does nothing and does not wait", async () => {
  await rebuildOverview(pg);
  const other = await pg.transaction();
  await other.raw("SELECT pg_advisory_xact_lock(hashtextextended('acquiring-overview', 0))");
  expect([await fold(), await overviewDifferences(pg, now)]).toEqual([0, null]);
  await other.rollback();
  expect(await fold()).toBeGreaterThan(0);
});

test("a day begins at midnight UTC, whatever time zone the database has", async () => {
  const [id = ""] = await stage.authorised(1);
  const midnight = new Date(Date.UTC(2026, 2, 29));
  const moved = async (at: Date): Promise<string | undefined> => {
    await pg("acquiring_payment_attempt").where({ id }).update({ created_at: at });
    await rebuildOverview(pg);
    await pg.transaction(async (trx) => {
      await trx.raw("SET LOCAL TIME ZONE 'Europe/Warsaw'");
      await foldOverview(trx, { now, isStopping: () => false });
    });
    const days = await overviewGroups(pg, { from: new Date(midnight.getTime() - DAY_MS), until: new Date() }, "EUR");
    return days.filter(({ by }) => by === "day").map(({ day }) => day?.toISOString())[0];
  };
  expect(await moved(midnight)).toBe("2026-03-29T00:00:00.000Z");
  expect(await moved(new Date(midnight.getTime() - 1))).toBe("2026-03-28T00:00:00.000Z");
  expect(await differences()).toBe(0);
});
