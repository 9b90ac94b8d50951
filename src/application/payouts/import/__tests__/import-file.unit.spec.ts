import { filePartOf, readImportFile } from "../import-file";

/** Parsing of the file alone: columns, rows, and when the whole file is refused. */
const rowsOf = (csv: string) => {
  const file = readImportFile(csv);
  if ("problem" in file) throw new Error(file.problem);
  return file.rows;
};
const problemOf = (csv: string): string => {
  const file = readImportFile(csv);
  return "problem" in file ? file.problem : "";
};

test.each([",", ";", "\t"])(
  "columns may be separated by %j, and lines are numbered as in a spreadsheet",
  (separator) => {
    const csv = [
      ["Amount", "currency", "reference", "iban"].join(separator),
      "",
      ["1.00", "EUR", '"two\nlines"', " DE89 "].join(separator),
      ["2.00", "EUR", "x"].join(separator),
    ].join("\r\n");
    const rows = rowsOf(csv);
    expect(rows.map(({ line }) => line)).toEqual([3, 4]);
    expect(rows.map((row) => filePartOf(row, "payout"))).toEqual([
      { amount: "1.00", currency: "EUR", reference: "two\nlines" },
      { amount: "2.00", currency: "EUR", reference: "x" },
    ]);
    expect(rows.map((row) => filePartOf(row, "bank_details"))).toEqual([{ iban: "DE89" }, {}]);
  },
);

test("a column is recognised by its field name, with or without its group", () => {
  const [row] = rowsOf(
    "amount,currency,reference,bank_details.iban,address.city,company_name\n1,EUR,r,DE89,Berlin,Acme",
  );
  expect(row && [filePartOf(row, "bank_details"), filePartOf(row, "address"), filePartOf(row, "beneficiary")]).toEqual([
    { iban: "DE89" },
    { city: "Berlin" },
    { company_name: "Acme" },
  ]);
});

test.each([
  ["amount,currency,reference,colour\n", '"colour"'],
  ["amount,currency,reference,\n", "without a name"],
  ["amount,currency,reference,iban,bank_details.iban\n", "twice"],
  ["amount,currency\n1,EUR", '"reference"'],
  ["amount,currency,reference\n", "no row"],
  ['amount,currency,reference\n1,EUR,"open', "cannot be read"],
  [`amount,currency,reference\n${"1,EUR,r\n".repeat(2001)}`, "more than 2000"],
])("%j is rejected as a whole", (csv, why) => {
  expect(problemOf(csv)).toContain(why);
});

test("a line with more cells than the header is reported", () => {
  const rows = rowsOf("amount,currency,reference\n1,00,EUR,r\n1.00,EUR,r,\n");
  expect(rows.map(({ isTooLong }) => isTooLong)).toEqual([true, false]);
});
