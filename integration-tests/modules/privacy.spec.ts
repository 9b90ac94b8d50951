import type { Knex } from "knex";
import { erasureProblems } from "../../src/application/erasure/erase-card-data";
import { applyRetention, previewRetention } from "../../src/application/privacy/apply-retention";
import { NOBODY } from "../../src/application/privacy/person-scope";
import { OUR_TABLES, PERSONAL_TABLES } from "../../src/modules/acquiring/privacy/inventory";
import { EVERYWHERE } from "../../src/modules/acquiring/privacy/personal-table";
import { allMigrations } from "../support/all-migrations";
import { insertRow, rowOf } from "../support/any-row";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** Which columns hold personal data is known for each, and the database lets an erasure change only these. */
const AT = new Date("2026-11-27T10:00:00Z");
const MARKER = `erased:${"0a".repeat(32)}`;

let database: OwnDatabase;
let pg: Knex;
beforeEach(async () => {
  const migrations = [
    ...(await allMigrations()),
    ...(await allMigrations("acquiring_payout")),
    ...(await allMigrations("acquiring_subscription")),
  ];
  database = await ownDatabase("privacy", migrations);
  pg = database.pool(5);
});
afterEach(() => database.close());

test("every column of our tables is in the inventory, as personal or not", async () => {
  const rows: { table: string; column: string }[] = await pg("information_schema.columns")
    .where("table_name", "like", "acquiring%")
    .where({ table_schema: "public" })
    .select({ table: "table_name", column: "column_name" });
  const columns = (listed: (name: string) => boolean): string[] =>
    rows.flatMap(({ table, column }) =>
      listed(table) && !EVERYWHERE.some((each) => each === column) ? [`${table}.${column}`] : [],
    );
  const known = Object.entries(OUR_TABLES).flatMap(([table, { personal, other }]) =>
    [...Object.keys(personal), ...other.split(/\s+/)].map((column) => `${table}.${column}`),
  );
  expect(known.sort()).toEqual(columns(() => true).sort());
});

test("the database lets an erasure change exactly the fields of the inventory", async () => {
  const { rows } = await pg.raw<{ rows: { text: string }[] }>(
    "SELECT pg_get_functiondef('acquiring_erase_person(text[], text, text, jsonb, text, text)'::regprocedure) AS text",
  );
  const listed = [...(rows[0]?.text ?? "").matchAll(/\('(\w+)', '(\w+)'\)/g)].map(
    ([, table, field]) => `${table}.${field}`,
  );
  const wanted = PERSONAL_TABLES.flatMap(([table, { personal }]) =>
    Object.entries(personal).flatMap(([field, [, { how }]]) =>
      how === "row" || how === "keep" ? [] : [`${table}.${field}`],
    ),
  );
  expect([...new Set(listed)].sort()).toEqual(wanted.sort());
});

const erase = (table: string, row: string, changes: object): Promise<unknown> => {
  const ids = Object.keys(changes).map((field) => `acqera_${table}_${row}_${field}_${JSON.stringify(changes).length}`);
  return pg.raw("SELECT acquiring_erase_person(?, ?, ?, ?, 'user_1', 'Asked.')", [
    ids,
    table,
    row,
    JSON.stringify(changes),
  ]);
};
const audit = (details: object, more: object = {}): Promise<unknown> =>
  insertRow(pg, "acquiring_audit_record", {
    ...{ id: "acqaud_1", actor: "customer", actor_id: "cus_1", action: "authorised", at: AT },
    ...{ details: JSON.stringify(details), ...more },
  });

test("in a fixed row only texts become markers, several at once, and the verification finds nothing else changed", async () => {
  const details = { source: "request", note: "Ada called.", code: null };
  await audit(details);
  await erase("acquiring_audit_record", "acqaud_1", { actor_id: MARKER, details: { ...details, note: MARKER } });
  expect(await pg("acquiring_audit_record").first("actor_id", "details", "action")).toEqual({
    ...{ actor_id: MARKER, details: { ...details, note: MARKER }, action: "authorised" },
  });
  expect(await pg("acquiring_erasure").orderBy("field").pluck("field")).toEqual(["actor_id", "details"]);
  expect(await erasureProblems(pg)).toEqual([]);
  await pg.raw("ALTER TABLE acquiring_audit_record DISABLE TRIGGER acquiring_append_only");
  await pg("acquiring_audit_record").update({ action: "captured" });
  await pg.raw("ALTER TABLE acquiring_audit_record ENABLE TRIGGER acquiring_append_only");
  expect(await erasureProblems(pg)).toEqual([expect.stringContaining("acqaud_1 is not as the erasure")]);
});

test("the database refuses every other change of a fixed row, through the function and around it", async () => {
  const details = { source: "request", note: "Ada called.", code: null };
  await audit(details);
  for (const changed of [
    { ...details, note: "Eve called." },
    { ...details, note: null },
    { ...details, note: "erased:1" },
    { ...details, code: MARKER },
    { note: MARKER },
    { ...details, more: MARKER },
    details,
  ])
    await expect(erase("acquiring_audit_record", "acqaud_1", { details: changed })).rejects.toThrow("markers");
  for (const field of ["action", "at", "missing"])
    await expect(erase("acquiring_audit_record", "acqaud_1", { [field]: MARKER })).rejects.toThrow("cannot be erased");
  await expect(erase("acquiring_entry", "none", { message: MARKER })).rejects.toThrow("no row");
  const record = { id: "acqera_y", table_name: "acquiring_audit_record", row_id: "acqaud_1", digits: 0, at: AT };
  const byHand = (field: string, change: object): Promise<unknown> =>
    pg.transaction(async (trx) => {
      const txid = trx.raw("txid_current()::text");
      await trx("acquiring_erasure").insert({ ...record, field, txid, actor: "x", reason: "y" });
      await trx("acquiring_audit_record").update(change);
    });
  await expect(byHand("details", { actor_id: MARKER })).rejects.toThrow("append-only");
  await expect(byHand("details", { details: { ...details, note: "Eve" } })).rejects.toThrow("append-only");
  await expect(byHand("action", { action: MARKER })).rejects.toThrow("append-only");
  await expect(pg("acquiring_audit_record").update({ actor_id: MARKER })).rejects.toThrow("append-only");
  await erase("acquiring_audit_record", "acqaud_1", { actor_id: MARKER });
  await expect(erase("acquiring_audit_record", "acqaud_1", { actor_id: `erased:${"1".repeat(64)}` })).rejects.toThrow(
    "markers",
  );
  expect((await pg("acquiring_audit_record").first("details")).details).toEqual(details);
});

const OFF = { inboxDays: 90, redirectDays: null, noteDays: null, linkDays: null, removedCardDays: null };
const daysAgo = (days: number): Date => new Date(AT.getTime() - days * 86_400_000);

test("retention removes what its option no longer keeps, shows it before, and leaves what is on hold", async () => {
  const payment = (id: string, more: object): Promise<unknown> =>
    insertRow(pg, "acquiring_payment_attempt", {
      ...{ id, order_no: id, session_id: id, state: "captured", created_at: daysAgo(40), deleted_at: null },
      ...{ return_to: `https://shop.example/${id}?email=ada`, gateway_payment_id: null, ...more },
    });
  await payment("old", {});
  await payment("held", {});
  await payment("young", { created_at: daysAgo(10) });
  await payment("waiting", { state: "authorised" });
  const vote = (id: string, attempt: string): Promise<unknown> =>
    insertRow(pg, "acquiring_review_vote", { id, attempt_id: attempt, at: daysAgo(40), note: `Called ${attempt}.` });
  await vote("1", "old");
  await vote("2", "held");
  // Of no payment, but of an order.
  const dismissed = (id: string, order: string): Promise<unknown> =>
    insertRow(pg, "acquiring_audit_record", {
      ...{ id, actor: "admin", actor_id: "user_1", action: "refund_dismissed", attempt_id: null, at: daysAgo(40) },
      details: JSON.stringify({ order, note: `Called about ${order}.` }),
    });
  await dismissed("acqaud_1", "order_1");
  await dismissed("acqaud_2", "order_2");
  await insertRow(pg, "acquiring_payment_link", {
    ...{ id: "link", order_id: "o", description: "For Ada", created_at: daysAgo(40), expires_at: daysAgo(35) },
    raw_amount: JSON.stringify({ value: "1", precision: 20 }),
  });
  const held = { ...NOBODY, attempts: ["held"], orders: ["order_2"] };
  const options = { ...OFF, redirectDays: 30, noteDays: 30, linkDays: 30 };
  const applied = { options, held, now: AT };
  const preview = async () =>
    (await previewRetention(pg, applied)).map(({ kind, due, onHold }) => `${kind} ${String(due)} ${String(onHold)}`);
  expect(await preview()).toEqual(["inbox 0 0", "redirects 1 1", "notes 2 2", "links 1 0", "removed_cards 0 0"]);
  expect((await previewRetention(pg, applied))[1]?.oldest).toEqual(daysAgo(40));
  expect(await applyRetention(pg, { ...applied, held: async () => held })).toEqual({
    redirects: 1,
    notes: 2,
    links: 1,
    removed_cards: 0,
  });
  expect(await preview()).toEqual(["inbox 0 0", "redirects 0 1", "notes 0 2", "links 0 0", "removed_cards 0 0"]);
  expect(await pg("acquiring_payment_attempt").whereNull("return_to").pluck("id")).toEqual(["old"]);
  expect(await pg("acquiring_review_vote").orderBy("id").pluck("note")).toEqual([
    expect.stringMatching(/^erased:[0-9a-f]{64}$/),
    "Called held.",
  ]);
  expect(await pg("acquiring_audit_record").orderBy("id").pluck("details")).toMatchObject([
    { order: "order_1", note: expect.stringMatching(/^erased:/) },
    { order: "order_2", note: "Called about order_2." },
  ]);
  expect(await erasureProblems(pg)).toEqual([]);
  expect(await applyRetention(pg, { options: OFF, held: async () => NOBODY, now: AT })).toEqual({
    ...{ redirects: 0, notes: 0, links: 0, removed_cards: 0 },
  });
});

test("retention keeps what is left of a person whose hold was placed between two batches", async () => {
  const like = await rowOf(pg, "acquiring_payment_attempt", { state: "captured", created_at: daysAgo(40) });
  const rows = Array.from({ length: 502 }, (_, index) => {
    const id = `acqatt_${String(index)}`;
    return { ...like, id, session_id: id, order_no: id, return_to: "https://shop.example/" };
  });
  await pg.batchInsert("acquiring_payment_attempt", rows, 100);
  const answers = [NOBODY];
  const held = async () => answers.shift() ?? { ...NOBODY, attempts: rows.map(({ id }) => id) };
  const done = await applyRetention(pg, { options: { ...OFF, redirectDays: 30 }, held, now: AT });
  expect(done).toEqual({ redirects: 500, notes: 0, links: 0, removed_cards: 0 });
});
