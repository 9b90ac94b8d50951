import type { Knex } from "knex";
import { ERASABLE } from "../../src/modules/acquiring/retention/erasable";
import { eraseField, erasureProblems, findCardData } from "../../src/application/erasure/erase-card-data";
import { allMigrations } from "../support/all-migrations";
import { cardsInDatabase } from "../support/find-cards";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** Card numbers that were stored by an earlier version are erased, and the database proves that nothing else changed. */
const CARD = "4012888888881881";
const by = { actor: "user_ada", reason: "Read out by a customer." };
const AT = new Date("2026-11-24T10:00:00Z");

let database: OwnDatabase;
let pg: Knex;
beforeEach(async () => {
  const migrations = [
    ...(await allMigrations()),
    ...(await allMigrations("acquiring_payout")),
    ...(await allMigrations("acquiring_subscription")),
  ];
  database = await ownDatabase("erasure", migrations);
  pg = database.pool(5);
});
afterEach(() => database.close());

const audit = (id: string, note: string): Promise<unknown> =>
  pg("acquiring_audit_record").insert({
    ...{ id, actor: "admin", actor_id: "user_1", action: "refund_sent", at: AT },
    details: JSON.stringify({ source: "request", note, code: null }),
  });
const payoutAudit = (id: string, note: string): Promise<unknown> =>
  pg("acquiring_payout_audit").insert({
    id,
    kind: "rejected",
    version: 1,
    actor: "admin",
    actor_id: "user_1",
    note,
    at: AT,
  });
const notification = (id: string, body: string, status = "applied"): Promise<unknown> =>
  pg("acquiring_inbox_event").insert({
    ...{ id, account: "main", source: "notify", digest: id, signature: "matched", status, tries: 0, deliveries: 1 },
    ...{ body: Buffer.from(body).toString("base64"), received_at: AT },
  });
const bodyOf = async (id: string): Promise<string> =>
  Buffer.from((await pg("acquiring_inbox_event").where({ id }).first("body")).body, "base64").toString();

async function places(): Promise<string[]> {
  const found: string[] = [];
  for await (const { table, row, field } of findCardData(pg)) found.push(`${table} ${row} ${field}`);
  return found;
}

async function eraseAll(): Promise<number[]> {
  const digits: number[] = [];
  for await (const place of findCardData(pg)) digits.push(await eraseField(pg, place, by));
  return digits;
}

test("20 what is found is erased: digits become asterisks, the rest stays, and the record of it contains no digits", async () => {
  await audit("acqaud_1", `Card ${CARD}, refund 12.00 of order 77.`);
  await audit("acqaud_2", "Refund of order 4711.");
  await payoutAudit("acqpau_1", "4012 8888 8888 1881");
  await notification("acqin_1", `order_no=A1&card=${CARD}&amount=10.00`);
  await notification("acqin_2", `{"order_no":"A1","security_code":"737"}`);
  await notification("acqin_3", `card=${CARD}`, "pending");
  expect(await places()).toEqual([
    "acquiring_audit_record acqaud_1 details",
    "acquiring_payout_audit acqpau_1 note",
    "acquiring_inbox_event acqin_1 body",
    "acquiring_inbox_event acqin_2 body",
  ]);
  expect(await eraseAll()).toEqual([6, 6, 6, 4]);
  expect(await places()).toEqual([]);
  expect((await pg("acquiring_audit_record").where({ id: "acqaud_1" }).first()).details).toEqual({
    source: "request",
    note: "Card 401288******1881, refund 12.00 of order 77.",
    code: null,
  });
  expect((await pg("acquiring_payout_audit").first("note")).note).toBe("4012 88** **** 1881");
  expect(await bodyOf("acqin_1")).toBe("order_no=A1&card=401288******1881&amount=10.00");
  // A message that still waits is read first.
  await pg("acquiring_inbox_event").where({ id: "acqin_3" }).update({ status: "applied" });
  expect(await eraseAll()).toEqual([6]);
  expect(await cardsInDatabase(pg, [CARD])).toEqual([]);
  expect(
    await pg("acquiring_erasure").orderBy("row_id").select("table_name", "actor", "reason", "digits"),
  ).toMatchObject([
    { table_name: "acquiring_audit_record", ...by, digits: 6 },
    ...[1, 2, 3].map(() => ({ table_name: "acquiring_inbox_event", ...by })),
    { table_name: "acquiring_payout_audit", ...by, digits: 6 },
  ]);
  expect(await erasureProblems(pg)).toEqual([]);
});

test("20 a text selected by a person loses every digit, also if no card number is recognised", async () => {
  await audit("acqaud_1", "Code 737, month 12.");
  const place = { table: "acquiring_audit_record", row: "acqaud_1", field: "details" };
  expect(await eraseField(pg, place, by)).toBe(0);
  expect(await eraseField(pg, place, { ...by, whole: true })).toBe(5);
  expect((await pg("acquiring_audit_record").first("details")).details.note).toBe("Code ***, month **.");
});

test("23 the database refuses every other change of an append-only row, with a record of an erasure or without", async () => {
  await audit("acqaud_1", `Card ${CARD}`);
  const erase = (field: string, value: string): Promise<unknown> =>
    pg.raw("SELECT acquiring_erase('acqera_x', 'acquiring_audit_record', 'acqaud_1', ?, ?, 'x', 'y')", [field, value]);
  const details = (note: string): string => JSON.stringify({ source: "request", note, code: null });
  for (const note of [`Card ${CARD}!`, "Card 4012", `card ${CARD}`, `Card 5${CARD.slice(1)}`, `Card ${CARD}`])
    await expect(erase("details", details(note))).rejects.toThrow("asterisks");
  await expect(erase("actor_id", "user_*")).rejects.toThrow("cannot be erased");
  await expect(erase("action", "x")).rejects.toThrow("cannot be erased");
  await expect(pg("acquiring_audit_record").update({ details: details("Card ****************") })).rejects.toThrow(
    "append-only",
  );
  // A record that somebody wrote by hand allows digits to become asterisks in its own transaction, and nothing else.
  const record = { id: "acqera_y", table_name: "acquiring_audit_record", row_id: "acqaud_1", field: "details" };
  const byHand = (change: object): Promise<unknown> =>
    pg.transaction(async (trx) => {
      const transaction = trx.raw("txid_current()::text");
      await trx("acquiring_erasure").insert({
        ...record,
        digits: 1,
        actor: "x",
        reason: "y",
        txid: transaction,
        at: AT,
      });
      await trx("acquiring_audit_record").update(change);
    });
  for (const change of [
    { details: details("x") },
    { actor_id: null },
    { details: details("Card ****************"), action: "z" },
  ])
    await expect(byHand(change)).rejects.toThrow("append-only");
  await expect(pg("acquiring_audit_record").delete()).rejects.toThrow("append-only");
  expect(await pg("acquiring_erasure")).toEqual([]);
  // What was erased stays known.
  await eraseAll();
  for (const change of [pg("acquiring_erasure").update({ actor: "somebody" }), pg("acquiring_erasure").delete()])
    await expect(change).rejects.toThrow("append-only");
  await expect(pg.raw("TRUNCATE acquiring_erasure")).rejects.toThrow("append-only");
});

test("23 a row that was changed outside the plugin, and a disabled trigger, are found by the verification", async () => {
  await audit("acqaud_1", `Card ${CARD}`);
  await eraseAll();
  expect(await erasureProblems(pg)).toEqual([]);
  await pg.raw("ALTER TABLE acquiring_audit_record DISABLE TRIGGER acquiring_append_only");
  expect(await erasureProblems(pg)).toEqual([expect.stringContaining("trigger")]);
  await pg("acquiring_audit_record").update({ actor_id: "user_2" });
  await pg.raw("ALTER TABLE acquiring_audit_record ENABLE TRIGGER acquiring_append_only");
  expect(await erasureProblems(pg)).toEqual([expect.stringContaining("acqaud_1 is not as the erasure")]);
  // A column that a later version adds is no change of what was there.
  await pg.raw("ALTER TABLE acquiring_audit_record DISABLE TRIGGER acquiring_append_only");
  await pg("acquiring_audit_record").update({ actor_id: "user_1" });
  await pg.raw("ALTER TABLE acquiring_audit_record ENABLE TRIGGER acquiring_append_only");
  await pg.raw("ALTER TABLE acquiring_audit_record ADD COLUMN later text NOT NULL DEFAULT 'x'");
  expect(await erasureProblems(pg)).toEqual([]);
});

test("every field that can be erased is a column of its table", async () => {
  for (const [table, { fields }] of Object.entries(ERASABLE)) {
    if (table === "refund") continue;
    const columns = Object.keys(await pg(table).columnInfo());
    expect([table, columns]).toEqual([table, expect.arrayContaining([...fields])]);
  }
});
