import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PersonExport, PersonSummary } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import { maskCardNumbers } from "../../gateway/redaction/redact";
import type { PersonalTable } from "../../modules/acquiring";
import { PERSONAL_TABLES, recordAction } from "../../modules/acquiring";
import { eraseRefusals } from "./erase-refusals";
import { isLeftToErase } from "./erased-fields";
import { personalRows } from "./personal-rows";
import type { PersonalRow } from "./personal-rows";
import type { SoughtPerson, PersonScope } from "./person-scope";
import { findPerson } from "./person-scope";

/** What is stored of a person, as one JSON document with a section per table. Money is decimal, times are ISO 8601. */
export type FoundPerson = PersonSummary;

export async function exportPerson(
  pg: Knex,
  { person, actor }: { readonly person: SoughtPerson; readonly actor: string },
  now: Date,
): Promise<PersonExport> {
  const scope = await findPerson(pg, person);
  const sections: Record<string, Record<string, unknown>[]> = {};
  for (const [name, table] of PERSONAL_TABLES) {
    const section: Record<string, unknown>[] = [];
    for await (const row of rowsOf(pg, [name, table], scope)) section.push(shownRow(row));
    if (section.length > 0) sections[table.title ?? name] = section;
  }
  const rows = Object.values(sections).reduce((sum, section) => sum + section.length, 0);
  await recordAction(pg, {
    ...{ attemptId: null, action: "person_exported", actor: "admin", actorId: actor, details: { rows }, at: now },
  });
  return { exported_at: now.toISOString(), customer_ids: scope.customers, emails: scope.emails, sections };
}

export async function summarisePerson(pg: Knex, person: SoughtPerson, now: Date): Promise<PersonSummary> {
  const scope = await findPerson(pg, person);
  const sections: Record<string, number> = {};
  const toErase: Record<string, number> = {};
  for (const [name, table] of PERSONAL_TABLES) {
    const title = table.title ?? name;
    for await (const row of rowsOf(pg, [name, table], scope)) {
      sections[title] = (sections[title] ?? 0) + 1;
      if (isLeftToErase([name, table], row, scope.customers)) toErase[title] = (toErase[title] ?? 0) + 1;
    }
  }
  const found = await eraseRefusals(pg, scope, now);
  return {
    ...{ customer_ids: scope.customers, emails: scope.emails, sections, to_erase: toErase },
    refusals: found.map(({ sentence }) => sentence),
    blockers: found.map(({ sentence: _, ...blocker }) => blocker),
  };
}

async function* rowsOf(
  pg: Knex,
  [name, { of }]: readonly [string, PersonalTable],
  scope: PersonScope,
): AsyncGenerator<PersonalRow> {
  if (of !== null && (await pg.schema.hasTable(name))) yield* personalRows(pg, { name, of }, scope);
}

/** Secrets, and what only repeats an amount. */
const LEFT_OUT = /^(?:raw_.*|token|redirect_form|deleted_at|digest)$/;
const AMOUNTS = ["amount", "requested", "authorised", "captured", "refunded", "refund_pending"];
/** Columns of Medusa that are in major units already. */
const isMedusas = (row: PersonalRow): boolean => !row.id.startsWith("acq");

function shownRow(row: PersonalRow): Record<string, unknown> {
  const shown = Object.entries(row)
    .filter(([name, value]) => value !== null && !LEFT_OUT.test(name))
    .map(([name, value]) => [name, shownValue(row, name, value)] as const);
  return Object.fromEntries(shown);
}

function shownValue(row: PersonalRow, name: string, value: unknown): unknown {
  if (name === "body" && typeof value === "string") return withoutTokens(messageOf(Buffer.from(value, "base64")));
  const { currency } = row;
  if (AMOUNTS.includes(name) && typeof currency === "string" && typeof value === "string" && !isMedusas(row))
    return toMajor(createMoney(BigInt(value), createCurrency(currency)));
  return withoutTokens(value);
}

/** A message's fields, if it is JSON or a form; else its text. */
function messageOf(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  if (/^\s*[[{]/.test(text)) return parsedJson(text);
  const isForm = /^[\w.[\]-]+=/.test(text) && !/\s/.test(text);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : text;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The session's token lets its holder pay. */
function withoutTokens(value: unknown): unknown {
  if (value instanceof Date || typeof value !== "object" || value === null)
    return typeof value === "string" ? maskCardNumbers(value) : value;
  if (Array.isArray(value)) return value.map(withoutTokens);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === "token" ? [] : [[key, withoutTokens(inner)]])),
  );
}
