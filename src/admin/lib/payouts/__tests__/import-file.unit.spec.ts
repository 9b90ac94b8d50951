import { readImportFile } from "../../../../application/payouts/import/import-file";
import { recordsOf, rowsAt, fileText } from "../import-file";
import { COLUMNS, TEMPLATE } from "../import-template";

const bytesOf = (...parts: (string | number[])[]): ArrayBuffer => {
  const bytes = parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part));
  return new Uint8Array(bytes).buffer;
};

test("a UTF-8 file is read without its byte order mark, and no other character is removed", () => {
  expect(fileText(bytesOf([0xef, 0xbb, 0xbf], "amount\n1"))).toEqual({ text: "amount\n1" });
  expect(fileText(bytesOf("Stra", [0xdf], "e"))).toEqual({ problem: "notText" });
  expect(fileText(bytesOf(" \r\n "))).toEqual({ problem: "empty" });
  expect(fileText(new ArrayBuffer(2_000_001))).toEqual({ problem: "tooBig" });
});

test("a quoted cell may span several lines, and lines are numbered as in a spreadsheet", () => {
  const csv = 'reference,amount\r\n"one ""and""\r\na half",1\r\ntwo,2\r\nthree,3\r\n';
  expect(recordsOf(csv)).toHaveLength(4);
  expect(rowsAt(csv, [2, 4])).toBe('reference,amount\r\n"one ""and""\r\na half",1\r\nthree,3\r\n');
});

test("the template has each column once, and the server knows all of them", () => {
  expect(new Set(COLUMNS).size).toBe(COLUMNS.length);
  const read = readImportFile(TEMPLATE);
  expect(read).toMatchObject({ rows: [{ line: 2 }] });
});
