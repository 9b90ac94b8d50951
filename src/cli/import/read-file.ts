import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { CsvError, parse } from "csv-parse";
import { z } from "@medusajs/framework/zod";
import type { ImportKind, LineProblem, RawRecord } from "../../application/import/import-record";
import { cardInRecord } from "../../application/import/read-record";
import { importColumnsOf, requiredImportColumnsOf } from "../../application/import/record-schemas";
import { CommandError } from "../command";

/** The lines of an import file, one after another: a file of any size needs the memory of one line. */
export type FileFormat = "csv" | "jsonl";

/** Columns that the file of rejected lines adds; they are ignored when it is imported. */
export const REJECT_COLUMNS = ["line", "field", "problem", "fix"] as const;
const isAdded = (name: string): boolean => REJECT_COLUMNS.some((added) => added === name);

export const formatOf = (file: string): FileFormat | null =>
  /\.csv$/i.test(file) ? "csv" : /\.(jsonl|ndjson)$/i.test(file) ? "jsonl" : null;

export const readRecords = (file: string, format: FileFormat, kind: ImportKind): AsyncGenerator<RawRecord> =>
  format === "csv" ? readCsv(file, kind) : readJsonLines(file);

/** About as many as there are lines, for the progress. */
export async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(file)) {
    const bytes: Buffer = chunk;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

const Json = z.record(z.string(), z.unknown());
const unreadable = (problem: string, fix: string): LineProblem => ({ field: null, problem, fix });

async function* readJsonLines(file: string): AsyncGenerator<RawRecord> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
    line += 1;
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (trimmed === "") continue;
    const fields = objectIn(trimmed);
    yield fields ? { line, fields } : { line, fields: {}, problem: NO_OBJECT };
  }
}

const NO_OBJECT = unreadable("is not a JSON object", "Write one object per line.");

function objectIn(text: string): RawRecord["fields"] | null {
  try {
    const parsed = Json.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const own = Object.entries(parsed.data).filter(([name, value]) => !isAdded(name) && value !== null && value !== "");
    return Object.fromEntries(own);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const Record = z.object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) });

async function* readCsv(file: string, kind: ImportKind): AsyncGenerator<RawRecord> {
  const delimiter = await separatorOf(file);
  const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true } as const;
  const parser = createReadStream(file).pipe(parse(options));
  let header: readonly string[] | null = null;
  try {
    for await (const read of parser) {
      const { info, record: cells } = Record.parse(read);
      if (header === null) header = headerOf(cells, kind);
      else if (cells.some((cell) => cell.trim() !== "")) yield recordOf(header, cells, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = `near line ${String(parser.info.lines)}`;
    throw new CommandError(`${file} cannot be read as CSV ${where}; a quotation mark may be open. Save it in UTF-8.`);
  }
  if (header === null) throw new CommandError(`${file} is empty. Its first line names the columns.`);
}

/** In some countries spreadsheets write semicolons or tabs. */
async function separatorOf(file: string): Promise<string> {
  let first = "";
  for await (const text of createInterface({ input: createReadStream(file, "utf8") })) {
    first = text;
    break;
  }
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.separator ?? ",";
}

function headerOf(cells: readonly string[], kind: ImportKind): readonly string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const known = importColumnsOf(kind);
  if (cardInRecord({ header: names.join(" ") }) !== null)
    throw new CommandError("The first line contains a card number. It must name the columns.");
  const stranger = names.find((name) => !known.includes(name) && !isAdded(name));
  if (stranger !== undefined)
    throw new CommandError(`There is no column "${stranger.slice(0, 40)}". Columns for ${kind}: ${known.join(", ")}.`);
  if (new Set(names).size < names.length) throw new CommandError("The first line names a column twice.");
  const missing = requiredImportColumnsOf(kind).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new CommandError(`Missing columns for ${kind}: ${missing.join(", ")}.`);
  return names;
}

function recordOf(header: readonly string[], cells: readonly string[], line: number): RawRecord {
  const named = header.map((name, index) => [name, cells[index]?.trim() ?? ""] as const);
  const fields = Object.fromEntries(named.filter(([name, value]) => value !== "" && !isAdded(name)));
  const rest = cells.slice(header.length).filter((cell) => cell.trim() !== "");
  if (rest.length === 0) return { line, fields };
  // They take part in the search for card numbers.
  const problem = unreadable("has more cells than the first line", "Put texts with a separator in quotation marks.");
  return { line, fields: { ...fields, "more cells": rest.join(" ") }, problem };
}
