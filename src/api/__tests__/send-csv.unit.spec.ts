import { Writable } from "node:stream";
import type { MedusaResponse } from "@medusajs/framework/http";
import { csvLine } from "../../application/csv";
import { sendCsv } from "../send-csv";

/** A file download, and cells that a spreadsheet shows as text, whoever chose them. */
function download() {
  const headers: Record<string, string> = {};
  const written: string[] = [];
  const stream = new Writable({
    write: (bytes, _encoding, done) => {
      written.push(String(bytes));
      done();
    },
  });
  const res = Object.assign(stream, { setHeader: (name: string, value: string) => void (headers[name] = value) });
  return { stream, headers, written, res: res as unknown as MedusaResponse };
}

test("a file is sent in pieces, as a download that no cache keeps", async () => {
  const { res, stream, headers, written } = download();
  await sendCsv(
    res,
    "payments.csv",
    (async function* pieces() {
      yield csvLine(["order", "email"]);
      yield csvLine([7, "ada@shop.example"]);
    })(),
  );
  expect(written).toEqual(['"order","email"\r\n', '"7","ada@shop.example"\r\n']);
  expect(stream.writableFinished).toBe(true);
  expect(headers).toEqual({
    "Cache-Control": "no-store",
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": 'attachment; filename="payments.csv"',
  });
});

test("a failure cuts the file off: it never ends like a complete one, and its message is not in it", async () => {
  const { res, stream, written } = download();
  await sendCsv(
    res,
    "payments.csv",
    (async function* pieces() {
      yield csvLine(["order"]);
      throw new Error("password of the database");
    })(),
  );
  expect([stream.destroyed, stream.writableFinished]).toEqual([true, false]);
  expect(written.join("")).not.toContain("password");
});

test("a client that disconnects ends the export without an error", async () => {
  const { res, stream } = download();
  let isEnded = false;
  await sendCsv(
    res,
    "payments.csv",
    (async function* pieces() {
      try {
        yield csvLine(["order"]);
        stream.destroy();
        for (;;) yield csvLine(["more"]);
      } finally {
        isEnded = true;
      }
    })(),
  );
  expect(isEnded).toBe(true);
});

test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ["=1+1", `"'=1+1"`],
  ["+1+1", `"'+1+1"`],
  ["-1+1", `"'-1+1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["  =1+1", `"'  =1+1"`],
  ["\u00a0=1+1", `"'\u00a0=1+1"`],
  ["\ufeff=1+1", `"'\ufeff=1+1"`],
  ["\t=1+1", `"'\t=1+1"`],
  ["＝1+1", `"'＝1+1"`],
  ["＋1", `"'＋1"`],
  ["－1", `"'－1"`],
  ["＠SUM(A1)", `"'＠SUM(A1)"`],
  ["\u0000=1+1", `"'\u0000=1+1"`],
  ["\u200b=1+1", `"'\u200b=1+1"`],
  ["\tx", `"'\tx"`],
  ["\rx", `"'\rx"`],
  ["\nx", `"'\nx"`],
  ["\r\n=1+1", `"'\r\n=1+1"`],
])("the formula %j is shown as text", (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test.each([
  ["plain", '"plain"'],
  ["a-b", '"a-b"'],
  ["ada+shop@shop.example", '"ada+shop@shop.example"'],
  ["10.00", '"10.00"'],
  ['say "hi"', '"say ""hi"""'],
  ['","=1+1', '""",""=1+1"'],
  ["a;=1+1", '"a;=1+1"'],
  ["two\r\n=lines", '"two\r\n=lines"'],
  ["", '""'],
  [null, '""'],
  [0, '"0"'],
])("the value %j is the one cell %j", (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test("cells are separated by commas, and a line ends with CRLF", () => {
  expect(csvLine(["a", null, 1])).toBe('"a","","1"\r\n');
});
