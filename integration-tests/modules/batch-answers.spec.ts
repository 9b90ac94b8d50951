import type { BatchGateway, Row } from "../support/batch-gateway";
import { batchGateway } from "../support/batch-gateway";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * Promise 15 through the gate: five payments captured, voided or refunded in one
 * request, and an answer that leaves out, adds, doubles, mixes up or overfills.
 * Every payment is booked by its own row of the answer, or by none.
 */
const WIRE = { capture: "capture", void: "cancel", refund: "refund" } as const;
type Kind = keyof typeof WIRE;
const KINDS = ["capture", "void", "refund"] as const;

let stage: OwnLedger;
let scripted: BatchGateway;
let service: ReturnType<OwnLedger["service"]>;

beforeAll(async () => {
  stage = await ownLedger("batch_answers");
  scripted = await batchGateway();
  service = stage.service(scripted.url, { batch: { maxWaitMs: 5_000 } });
});
afterAll(async () => {
  await stage.close();
  await scripted.close();
});

async function paid(kind: Kind): Promise<string[]> {
  const ids = await stage.authorised(5);
  scripted.answer((rows) => rows);
  if (kind === "refund") await Promise.all(ids.map((id) => run("capture", id)));
  const rows = await stage.pg("acquiring_payment_attempt").select("id", "order_no").whereIn("id", ids);
  const orderNos = new Map(rows.map((row) => [row.id, row.order_no]));
  // By order number, so that a script can speak of the first and the last.
  return ids.sort((a, b) => String(orderNos.get(a)).localeCompare(String(orderNos.get(b))));
}

const run = (kind: Kind, attemptId: string) =>
  service.gate.run({
    attemptId,
    kind,
    amount: kind === "void" ? null : 4_000n,
    idempotencyKey: `${kind}_${attemptId}`,
    actor: "admin",
    actorId: null,
  });

const sorted = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.order_no ?? "").localeCompare(b.order_no ?? ""));
const foreign = (row: Row | undefined, index = 0): Row => ({
  ...row,
  order_no: `acq_foreign${String(index)}`,
  transaction_id: `9${String(index)}`,
});
const all = (kind: string): string[] => Array.from({ length: 5 }, () => kind);
const but = (index: number, kind: string): string[] => all("settled").map((each, at) => (at === index ? kind : each));

const ANSWERS: readonly (readonly [string, (rows: Row[], kind: Kind) => readonly Row[] | null, readonly string[]])[] = [
  ["all items", (rows) => rows, all("settled")],
  ["the items in another order", (rows) => [...rows].reverse(), all("settled")],
  ["one item missing", (rows) => rows.slice(1), but(0, "unknown")],
  ["no item", () => [], all("unknown")],
  ["an item that was not asked for", (rows) => [foreign(rows[0]), ...rows], all("settled")],
  [
    "51 items, 46 of them not asked for",
    (rows) => [...rows, ...Array.from({ length: 46 }, (_, at) => foreign(rows[0], at))],
    all("settled"),
  ],
  ["an item twice, alike", (rows) => [...rows, ...rows.slice(4)], but(4, "unknown")],
  [
    "an item twice, done and refused",
    (rows, kind) => [...rows, { ...rows[2], [`${WIRE[kind]}_status`]: "0", error_message: "R0001:no" }],
    but(2, "unknown"),
  ],
  [
    "an item of another transaction",
    (rows) => rows.map((row, at) => (at === 1 ? { ...row, transaction_id: "99" } : row)),
    but(1, "unknown"),
  ],
  [
    "one item refused",
    (rows, kind) =>
      rows.map((row, at) => (at === 3 ? { ...row, [`${WIRE[kind]}_status`]: "0", error_message: "R0001:no" } : row)),
    but(3, "declined"),
  ],
  ["nothing: the connection ends", () => null, all("unknown")],
];

describe.each(KINDS)("a batch of %ss", (kind) => {
  test.each(ANSWERS)("15 with the response %s is recorded item by item", async (_name, script, expected) => {
    const ids = await paid(kind);
    scripted.answer((rows) => script(sorted(rows), kind));
    const results = await Promise.all(ids.map((id) => run(kind, id)));
    expect(scripted.received).toEqual([5]);
    expect(results.map((result) => result.kind)).toEqual(expected);
    const rows = await stage.pg("acquiring_operation").whereIn("attempt_id", ids).where({ kind });
    const status = new Map(rows.map((row) => [row.attempt_id, row.status]));
    const booked = kind === "refund" ? "pending" : "settled";
    expect(ids.map((id) => status.get(id))).toEqual(expected.map((each) => (each === "settled" ? booked : each)));

    // Nobody's intention is sent a second time, whatever became of it.
    scripted.answer((again) => again);
    await Promise.all(ids.map((id) => run(kind, id)));
    expect(scripted.received).toEqual([]);
  });
});
