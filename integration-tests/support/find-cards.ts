import type { Knex } from "knex";

/**
 * Finds card numbers in nested encodings: JSON in JSON, base64, hexadecimal, URLs. It shares no code with the
 * protection, so that both cannot have the same bug.
 */
const DEEPEST = 7;
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const HEX = /(?:\\x|0x|\b)((?:[0-9a-f]{2}){6,})\b/gi;
/** A hash or ID: its digits are random. */
const BY_CHANCE = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** Every decoding of the text that contains a canary or any card number. */
export function cardsIn(text: string, canaries: readonly string[]): string[] {
  return [...new Set(readings(text, 0))].flatMap((reading) => {
    const digits = reading.replace(/[\s\-./+]|%20|\u00a0/g, "");
    const known = canaries.filter((canary) => digits.includes(canary));
    const others = reading.replace(BY_CHANCE, (word) => (/[A-Za-z]/.test(word) ? " " : word));
    return [...known, ...(others.match(/\b[3456]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{3,4}\b/g) ?? []).filter(isCard)];
  });
}

/** The text, and everything that is encoded in it. */
export const decodingsOf = (text: string): readonly string[] => [...new Set(readings(text, 0))];

function* readings(text: string, depth: number): Generator<string> {
  yield text;
  if (depth >= DEEPEST) return;
  for (const inner of decodings(text)) if (inner !== text) yield* readings(inner, depth + 1);
}

function* decodings(text: string): Generator<string> {
  const parsed = parsedJson(text);
  if (typeof parsed === "string") yield parsed;
  else if (typeof parsed === "object" && parsed !== null)
    for (const [name, value] of Object.entries(parsed)) yield `${name}: ${valueText(value)}`;
  const nested = /^[\w.-]+: ([\s\S]*)$/.exec(text)?.[1];
  if (nested !== undefined) yield nested;
  if (/%[0-9a-f]{2}/i.test(text)) yield lenient(text);
  for (const [word] of text.matchAll(BASE64)) {
    const bytes = Buffer.from(word, "base64").toString("latin1");
    if (isReadable(bytes)) yield bytes;
  }
  for (const [, hex = ""] of text.matchAll(HEX)) {
    const bytes = Buffer.from(hex, "hex").toString("latin1");
    if (isReadable(bytes)) yield bytes;
  }
}

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function parsedJson(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lenient = (text: string): string =>
  text
    .replace(/\+/g, " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const isReadable = (text: string): boolean => /^[\t\n\r\x20-\x7e\x80-\xff]+$/.test(text);

function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return sum % 10 === 0;
}

/** Every row of every table as `table {…}`, as in a dump. */
export async function rowsOfDatabase(pg: Knex): Promise<string[]> {
  const { rows: tables } = await pg.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pg.raw<{ rows: { row: string }[] }>(`SELECT row_to_json(t)::text AS row FROM ${name} t`);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

/** Cells with a card number, as `table.column: the number`. */
export async function cardsInDatabase(pg: Knex, canaries: readonly string[]): Promise<string[]> {
  return (await rowsOfDatabase(pg)).flatMap((line) => {
    const at = line.indexOf(" ");
    const row = Object.entries(JSON.parse(line.slice(at + 1)) as Record<string, unknown>);
    return row.flatMap(([column, value]) =>
      cardsIn(valueText(value ?? ""), canaries).map((card) => `${line.slice(0, at)}.${column}: ${card}`),
    );
  });
}
