import { randomBytes } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { RetentionKind } from "../../api-schema/admin";
import type { RetentionOptions } from "../../options/attention-options";
import type { PersonalTable } from "../../modules/acquiring";
import { OUR_TABLES, createRowId, isUnneededMessage, runTransaction } from "../../modules/acquiring";
import { erasedRow } from "./erased-fields";
import { listHolds } from "./legal-holds";
import type { PersonalRow } from "./personal-rows";
import { namedLists } from "./personal-rows";
import type { PersonScope } from "./person-scope";
import { NOBODY, findPerson, joinScopes } from "./person-scope";
import type { RetentionTable } from "./retention-kinds";
import { RETENTION_TABLES, retentionDays } from "./retention-kinds";

/** Removes what its option no longer keeps, except what a legal hold does, and says beforehand what that would be. */
const DAY_MS = 86_400_000;
const BATCH = 500;
/** The rest follows the next night. */
const MOST_BATCHES = 1_000;

type Kind = Exclude<RetentionKind, "inbox">;
const KINDS: readonly Kind[] = ["redirects", "notes", "links", "removed_cards"];

/** All that any legal hold keeps. */
export async function heldScope(pg: Knex, now: Date): Promise<PersonScope> {
  let held = NOBODY;
  for (const { subject_kind: kind, subject } of await listHolds(pg, now)) {
    const nobody = { customerId: null, email: null, orderId: null };
    const name = { customer: "customerId", email: "email", order: "orderId" }[kind];
    held = joinScopes(held, await findPerson(pg, { ...nobody, [name]: subject }));
  }
  return held;
}

/** The same for each batch of a run: a hold placed meanwhile counts. Only a change of the holds is looked up again. */
export function heldNow(pg: Knex, now: Date): () => Promise<PersonScope> {
  let known = "";
  let held = NOBODY;
  return async () => {
    const ids = JSON.stringify((await listHolds(pg, now)).map(({ id }) => id));
    if (ids !== known) held = await heldScope(pg, now);
    known = ids;
    return held;
  };
}

interface Applied {
  readonly options: RetentionOptions;
  readonly held: PersonScope;
  readonly now: Date;
}

type Running = Omit<Applied, "held"> & { readonly held: () => Promise<PersonScope> };

/** Rows cleared or removed, by kind. `held` is asked before each batch. */
export async function applyRetention(
  pg: Knex,
  { options, held, now }: Running,
): Promise<Readonly<Record<Kind, number>>> {
  const done: Record<Kind, number> = { redirects: 0, notes: 0, links: 0, removed_cards: 0 };
  for (const kind of KINDS) {
    const days = retentionDays(options)[kind];
    if (days === null) continue;
    const before = new Date(now.getTime() - days * DAY_MS);
    for (const table of RETENTION_TABLES[kind])
      if (await pg.schema.hasTable(table.name))
        done[kind] += await applyTo(pg, table, { held, before, now, reason: `retention: ${kind}` });
  }
  return done;
}

interface AppliedTo {
  readonly held: () => Promise<PersonScope>;
  readonly before: Date;
  readonly now: Date;
  readonly reason: string;
}

async function applyTo(pg: Knex, table: RetentionTable, applied: AppliedTo): Promise<number> {
  const key = randomBytes(32).toString("hex");
  let count = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const held = await applied.held();
    const taken = await runTransaction(pg, (trx) => applyToBatch(trx, table, { ...applied, held, key }));
    count += taken;
    if (taken < BATCH) break;
  }
  return count;
}

/** Locked rows are left for the next night, so this never waits. */
async function applyToBatch(
  trx: Knex,
  table: RetentionTable,
  { held, before, now, reason, key }: Omit<AppliedTo, "held"> & { readonly held: PersonScope; readonly key: string },
): Promise<number> {
  const { name, fields } = table;
  const { rows } = await trx.raw<{ rows: PersonalRow[] }>(
    `SELECT t.* FROM :name: AS t WHERE ${table.due} AND NOT COALESCE(${table.isHeld}, false) ORDER BY t.id LIMIT ${String(BATCH)}
     FOR UPDATE OF t SKIP LOCKED`,
    { name, before, ...namedLists(table.isHeld, held) },
  );
  const personal = fields && fieldsOf(name, fields);
  if (personal === null)
    await trx(name)
      .whereRaw("id = ANY(?)", [rows.map(({ id }) => id)])
      .delete();
  else
    for (const row of rows) {
      const { changes } = erasedRow([name, personal], row, { key, customers: [] });
      const ids = Object.keys(changes).map(() => createRowId("acqera", now));
      const values = [ids, name, row.id, JSON.stringify(changes), "system", reason];
      if (ids.length > 0) await trx.raw("SELECT acquiring_erase_person(?, ?, ?, ?, ?, ?)", values);
    }
  return rows.length;
}

function fieldsOf(name: string, fields: readonly string[]): PersonalTable | null {
  const table = OUR_TABLES[name];
  if (!table) return null;
  const personal = Object.entries(table.personal).filter(([field]) => fields.includes(field));
  return { ...table, personal: Object.fromEntries(personal) };
}

export interface PreviewedKind {
  readonly kind: RetentionKind;
  readonly days: number | null;
  readonly due: number;
  readonly oldest: Date | null;
  readonly onHold: number;
}

interface Counted {
  readonly due: number;
  readonly held: number;
  readonly oldest: Date | null;
}

export async function previewRetention(pg: Knex, { options, held, now }: Applied): Promise<readonly PreviewedKind[]> {
  const found: PreviewedKind[] = [];
  for (const [kind, days] of Object.entries(retentionDays(options)) as [RetentionKind, number | null][]) {
    let counted = { due: 0, onHold: 0, oldest: null as Date | null };
    const tables = kind === "inbox" ? [INBOX] : RETENTION_TABLES[kind];
    const before = new Date(now.getTime() - (days ?? 0) * DAY_MS);
    for (const table of days === null ? [] : tables) {
      if (!(await pg.schema.hasTable(table.name))) continue;
      const { rows } = await pg.raw<{ rows: Counted[] }>(
        `SELECT count(*) FILTER (WHERE NOT COALESCE(${table.isHeld}, false)) ::int AS due, count(*) FILTER (WHERE COALESCE(${table.isHeld}, false))::int AS held,
           min(${table.at}) FILTER (WHERE NOT COALESCE(${table.isHeld}, false)) AS oldest
         FROM :name: AS t WHERE ${table.due}`,
        { name: table.name, before, ...namedLists(table.isHeld, held) },
      );
      const [row] = rows;
      if (!row) continue;
      counted = {
        due: counted.due + row.due,
        onHold: counted.onHold + row.held,
        oldest: earlier(counted.oldest, row.oldest),
      };
    }
    found.push({ kind, days, ...counted });
  }
  return found;
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Messages are deleted by the module; see `PRUNE`. */
const INBOX: RetentionTable = {
  name: "acquiring_inbox_event",
  fields: null,
  due: `t.status <> 'pending' AND t.received_at < :before AND t.deleted_at IS NULL AND ${isUnneededMessage("t")}`,
  at: "t.received_at",
  isHeld: "t.order_no = ANY(:orderNos)",
};
