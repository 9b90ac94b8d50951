import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** Many open questions in few queries, against the simulator and a real Postgres. */
const PATIENT = { batch: { maxWaitMs: 5_000 } };
const LATER_MS = 600_000;

let stage: OwnLedger;
beforeAll(async () => {
  stage = await ownLedger("asked_together");
});
afterAll(() => stage.close());
beforeEach(() => stage.gateway.anew());

type Service = ReturnType<OwnLedger["service"]>;
const WIRE = { capture: "capture", refund: "refund" } as const;

/** Runs these with the answers lost, ten minutes before the service's time. */
async function lose(service: Service, kind: keyof typeof WIRE, ids: readonly string[]): Promise<void> {
  await stage.gateway.fault(WIRE[kind], "drop-after-apply", Math.ceil(ids.length / 50));
  service.useClock(() => new Date());
  const results = await Promise.all(ids.map((id) => run(service, kind, id)));
  expect(results.map((result) => result.kind)).toEqual(ids.map(() => "unknown"));
  service.useClock(() => new Date(Date.now() + LATER_MS));
}

const run = (service: Service, kind: keyof typeof WIRE, attemptId: string) =>
  service.gate.run({
    attemptId,
    kind,
    amount: 4_000n,
    idempotencyKey: `${kind}_${attemptId}`,
    actor: "admin",
    actorId: null,
  });

const asked = (operation: string): Promise<number> => stage.gateway.sent(operation);

const statuses = async (ids: readonly string[], kind: string): Promise<Record<string, number>> => {
  const rows = await stage.pg("acquiring_operation").whereIn("attempt_id", ids).where({ kind });
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test("a batch whose response is lost is unknown as a whole, and one query resolves all of it", async () => {
  const service = stage.service(undefined, PATIENT);
  const ids = await stage.authorised(32);
  await lose(service, "capture", ids);
  expect(await statuses(ids, "capture")).toEqual({ unknown: 32 });
  expect(await service.checkAttempts(ids)).toEqual([]);
  expect(await statuses(ids, "capture")).toEqual({ settled: 32 });
  expect(await asked("retrievalTrans")).toBe(1);
  expect(await asked("capture")).toBe(1);
});

test("a lost batch of refunds takes one more search", async () => {
  const service = stage.service(undefined, PATIENT);
  const ids = await stage.authorised(32);
  await Promise.all(ids.map((id) => run(service, "capture", id)));
  await lose(service, "refund", ids);
  expect(await service.checkAttempts(ids)).toEqual([]);
  expect(await statuses(ids, "refund")).toEqual({ pending: 32 });
  expect(await asked("retrievalTrans")).toBe(1);
  expect(await asked("retrievalRefund")).toBe(1);
});

test("1,000 unknown captures take 32 queries: a selector has 1,000 characters, and an order number 30", async () => {
  const service = stage.service(undefined, PATIENT);
  const ids = await stage.authorised(1_000);
  await lose(service, "capture", ids);
  expect(await service.checkAttempts(ids)).toEqual([]);
  expect(await statuses(ids, "capture")).toEqual({ settled: 1_000 });
  expect(await asked("retrievalTrans")).toBe(32);
}, 600_000);

test("a gateway that accepts fewer orders in a query than the profile says is queried in halves", async () => {
  const service = stage.service(undefined, { ...PATIENT, queries: { maxCharacters: 10_000 } });
  const ids = await stage.authorised(60);
  await lose(service, "capture", ids);
  expect(await service.checkAttempts(ids)).toEqual([]);
  expect(await statuses(ids, "capture")).toEqual({ settled: 60 });
  expect(await asked("retrievalTrans")).toBe(3);
});

test("a failed query changes nothing, and a gateway that answers none of three queries is not queried for the rest", async () => {
  const service = stage.service(undefined, PATIENT);
  const ids = await stage.authorised(150);
  await lose(service, "capture", ids);
  await stage.gateway.fault("retrievalTrans", "drop-before", 1_000);
  expect(await service.checkAttempts(ids)).toEqual([]);
  expect(await statuses(ids, "capture")).toEqual({ unknown: 150 });
  expect(await asked("retrievalTrans")).toBe(3);
  // 96 wait their turn again; the others are still due, and are the first to be asked about next.
  const due = await service.due("check", 1_000);
  expect(due.filter((id) => ids.includes(id))).toHaveLength(54);
});
