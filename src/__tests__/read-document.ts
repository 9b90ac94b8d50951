import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Reads documents for tests: their text, and their tables by column headings. */
const ROOT = resolve(__dirname, "../..");

export const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Below a folder, with their folders, without `__tests__`. */
export const filesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(ending) && !name.includes("/__tests__/"))
    .sort();

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A bar inside a cell is escaped by a backslash. */
const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

export function tablesOf(file: string): readonly Table[] {
  return textOf(file)
    .split(/\n{2,}/)
    .map((block) => block.split("\n").map((line) => line.trim()))
    .filter(([first]) => first?.startsWith("|"))
    .map(([head = "", , ...rows]) => ({ head: cellsOf(head), rows: rows.map(cellsOf) }));
}

/** Rows of all tables whose first columns have these headings. */
export const rowsUnder = (file: string, ...head: readonly string[]): readonly (readonly string[])[] =>
  tablesOf(file).flatMap((table) => (head.every((name, at) => table.head[at] === name) ? table.rows : []));

/** Texts in backticks. */
export const codesIn = (text = ""): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** `a.one`, `.two` means a.one and a.two. */
export function namesIn(text: string | undefined, prefix: string): string[] {
  return codesIn(text).flatMap((code) => {
    if (code.startsWith(`${prefix}.`)) return [code];
    return code.startsWith(".") ? [prefix + code] : [];
  });
}
