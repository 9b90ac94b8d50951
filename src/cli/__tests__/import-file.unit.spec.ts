import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LineResult, RawRecord } from "../../application/import/import-record";
import { rejected } from "../../application/import/import-record";
import { importColumnsOf } from "../../application/import/record-schemas";
import * as command from "../import";
import type { FileFormat } from "../import/read-file";
import { countLines, formatOf, readRecords } from "../import/read-file";
import { RejectsFile } from "../import/rejects-file";
import { ImportSummary, problemLine } from "../import/summary";

/** Files of the import: read line by line, rejected lines written in the same format. */
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "acquiring-import-"))));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const HEADER = "token,last4,expiry_month,expiry_year,holder_first_name,holder_last_name,email";
const CARD = "4111111111111111";

async function readText(text: string, format: FileFormat = "csv"): Promise<RawRecord[]> {
  const file = join(folder, `cards.${format}`);
  writeFileSync(file, text);
  const records: RawRecord[] = [];
  for await (const record of readRecords(file, format, "cards")) records.push(record);
  return records;
}

test("a CSV file has the lines of an editor, in any separator, with or without a byte order mark", async () => {
  const rows = `${HEADER}\r\ntok_1,1111,12,2039,Ada,"Love, lace",ada@example.test\r\n\r\ntok_2,2222,12,2039,Bob,,`;
  const [first, second] = await readText(`\uFEFF${rows}`);
  expect(first).toMatchObject({ line: 2, fields: { token: "tok_1", holder_last_name: "Love, lace" } });
  expect(second?.fields).toEqual({
    token: "tok_2",
    last4: "2222",
    expiry_month: "12",
    expiry_year: "2039",
    holder_first_name: "Bob",
  });
  const [semicolons] = await readText(`${HEADER.replaceAll(",", ";")}\ntok_1;1111;12;2039;Ada;L;a@b.test`);
  expect(semicolons?.fields).toMatchObject({ token: "tok_1", email: "a@b.test" });
});

test("a row with too many cells is a problem of that row, and its cells are searched for card numbers", async () => {
  const [row] = await readText(`${HEADER}\ntok_1,1111,12,2039,Ada,L,a@b.test,${CARD}`);
  expect(row).toMatchObject({ problem: { field: null }, fields: { "more cells": CARD } });
});

test.each([
  ["an unknown column", `${HEADER},cvv\n`, /no column "cvv"/],
  ["a column twice", `${HEADER},email\n`, /a column twice/],
  ["a missing column", "token\n", /Missing columns for cards: last4, expiry_month/],
  ["a card number", `${HEADER},${CARD}\n`, /^The first line contains a card number/],
  ["nothing", "", /is empty/],
  ["an open quotation mark", `${HEADER}\n"tok_1,1111\n`, /cannot be read as CSV near line/],
])("a CSV file with %s is refused as a whole", async (_case, text, message) => {
  await expect(readText(text)).rejects.toThrow(message);
});

test("a line that is no JSON object is a problem of that line, and empty values are left out", async () => {
  const lines = ['{"token":"tok_1","email":null,"brand":""}', "[1]", "{broken", "", '{"token":"tok_2"}'].join("\n");
  const records = await readText(lines, "jsonl");
  expect(records).toEqual([
    { line: 1, fields: { token: "tok_1" } },
    { line: 2, fields: {}, problem: expect.objectContaining({ problem: "is not a JSON object" }) },
    { line: 3, fields: {}, problem: expect.objectContaining({ problem: "is not a JSON object" }) },
    { line: 5, fields: { token: "tok_2" } },
  ]);
});

const resultOf = (fields: Record<string, unknown>, isSecret = false): LineResult => ({
  record: { line: 9, fields },
  isSecret,
  ...rejected("last4", "is not valid", 'Write "four" digits.'),
});

test.each<FileFormat>(["csv", "jsonl"])("a %s file of rejected lines can be corrected and imported", async (format) => {
  const file = join(folder, `rejects.${format}`);
  const out = new RejectsFile(file, format, "cards");
  const fields = { token: "tok_1", last4: "1", holder_last_name: 'Love, "lace"' };
  await out.add(resultOf(fields));
  await out.close();
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("is not valid");
  const records: RawRecord[] = [];
  for await (const record of readRecords(file, format, "cards")) records.push(record);
  expect(records).toEqual([{ line: format === "csv" ? 2 : 1, fields }]);
});

test.each<FileFormat>(["csv", "jsonl"])(
  "nothing of a secret line is in a %s file of rejected lines",
  async (format) => {
    const file = join(folder, `rejects.${format}`);
    const out = new RejectsFile(file, format, "cards");
    await out.add(resultOf({ token: CARD, email: "ada@example.test" }, true));
    await out.close();
    expect(readFileSync(file, "utf8")).not.toMatch(/4111|ada@/);
    expect(readFileSync(file, "utf8")).toContain("9");
  },
);

test("without a rejected line there is no file", async () => {
  const file = join(folder, "rejects.csv");
  await new RejectsFile(file, "csv", "cards").close();
  expect(() => statSync(file)).toThrow();
});

test("the summary counts lines and notes, and a dry run says that nothing was changed", () => {
  const summary = new ImportSummary();
  summary.add({ outcome: "imported", notes: ["without an order"] });
  summary.add({ outcome: "imported", notes: ["without an order"] });
  summary.add({ outcome: "present", notes: [] });
  summary.add(rejected("amount", "is not valid", "Write it."));
  expect(summary.lines("cards", { isDry: true, rejects: "x.csv" })).toEqual([
    "cards: 4 read, 2 would be imported, 1 already here, 1 rejected.",
    "  2 × without an order",
    "Rejected lines: x.csv. Correct them there, and import that file.",
    "Nothing was changed. Add --apply to import.",
  ]);
  expect(problemLine(3, { field: "amount", problem: "is missing", fix: "Write it." })).toBe(
    "line 3, amount: is missing. Write it.",
  );
});

test("lines are counted without reading the file at once, and the name decides the format", async () => {
  const file = join(folder, "many.jsonl");
  writeFileSync(file, "{}\n".repeat(70_000));
  expect(await countLines(file)).toBe(70_000);
  expect([formatOf("a.CSV"), formatOf("a.ndjson"), formatOf("a.xlsx")]).toEqual(["csv", "jsonl", null]);
  expect(importColumnsOf("cards")).toContain("token");
});

test("wrong usage ends with 2: no kind, no file, no statement that the former integration is off", async () => {
  const err: string[] = [];
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  jest.spyOn(console, "error").mockImplementation((text: string) => void err.push(text));
  const file = join(folder, "payments.csv");
  writeFileSync(file, "x");
  expect(await command.run(["--help"])).toBe(0);
  const wrong = [
    [],
    ["--kind", "cards"],
    ["--kind", "cards", "--file", "none.csv"],
    ["--kind", "cards", "--file", "sheet.xlsx"],
    ["--kind", "cards", "--file", file, "--rejects", file],
    ["--kind", "authorisations", "--file", file, "--apply"],
    ["--kind", "subscriptions", "--file", file, "--apply"],
  ];
  for (const args of wrong) expect(await command.run(args)).toBe(2);
  expect(err.at(-1)).toContain("need --former-is-off");
});
