import type { ShownDifference } from "../difference-lines";
import { differenceLines, formats, headLines } from "../difference-lines";
import { createProgress } from "../progress";

/** The command's output. */
const shown = (more: Partial<ShownDifference> = {}): ShownDifference => ({
  kind: "captured_differs",
  account: "main",
  orderNo: "acq_1",
  attemptId: "acqatt_1",
  subject: null,
  gateway: "captured 10.00 EUR",
  ledger: "authorised 10.00 EUR",
  medusa: "authorised 10.00 EUR",
  remedy: "ask_gateway",
  isApplied: false,
  ...more,
});

test("a CSV line has a cell for each column of its header", () => {
  expect(headLines("csv")).toEqual(["kind,account,order_no,payment,subject,gateway,ledger,medusa,remedy,applied"]);
  expect(differenceLines("csv", shown())).toEqual([
    '"captured_differs","main","acq_1","acqatt_1","","captured 10.00 EUR","authorised 10.00 EUR","authorised 10.00 EUR","ask_gateway","no"',
  ]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "\t=1+1", "\r\n=1+1"])(
  "a cell that starts with %j is not a formula in a spreadsheet",
  (text) => {
    const [line = ""] = differenceLines("csv", shown({ gateway: text }));
    expect(line.split('","')[5]).toMatch(/^'/);
  },
);

test("quotes are doubled, and line breaks and control characters are removed", () => {
  const subject = 'a"b\r\nc\u001b[31md\u2028e';
  for (const format of formats) {
    for (const line of differenceLines(format, shown({ subject }))) {
      // eslint-disable-next-line no-control-regex -- what must not be printed
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
    }
  }
  expect(differenceLines("csv", shown({ subject }))[0]).toContain('"a""b c [31md e"');
});

test("a line of JSON is one object", () => {
  const [line = "", ...more] = differenceLines("json", shown({ isApplied: true }));
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    kind: "captured_differs",
    order_no: "acq_1",
    payment: "acqatt_1",
    gateway: "captured 10.00 EUR",
    applied: true,
  });
});

test("the table says what to do, or that it was done", () => {
  expect(differenceLines("table", shown()).join("\n")).toContain("fix: apply the gateway's report");
  expect(differenceLines("table", shown({ isApplied: true })).join("\n")).toContain("done: apply the gateway's report");
});

describe("progress", () => {
  const written = (isTTY: boolean): string[] => {
    const texts: string[] = [];
    const progress = createProgress({ isTTY, write: (text: string) => texts.push(text) }, "payments");
    for (let done = 0; done <= 1_000; done += 10) progress.at(done, 1_000);
    progress.end();
    return texts;
  };

  test("is a bar on a terminal", () => {
    expect(written(true).at(-2)).toBe(`\r[${"#".repeat(30)}] 1000 of 1000 payments`);
  });

  test("is a line for each tenth elsewhere", () => {
    expect(written(false)).toHaveLength(11);
    expect(written(false).at(-1)).toBe("1000 of 1000 payments\n");
  });
});
