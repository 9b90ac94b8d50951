/** A payout file as a shop would import it: five hundred rows, of which seven are invalid, each in its own way. */
const { ibanOf } = require("./paying-out.cjs");

const ROWS = 500;
/** Line numbers as in a spreadsheet, with the problem and the field that reports it. */
const BAD = [
  { line: 3, change: { iban: "DE89370400440532013001" }, path: "iban" },
  { line: 50, change: { amount: "0" }, path: "amount" },
  { line: 99, change: { amount: "12.345" }, path: "amount" },
  { line: 200, change: { currency: "XXX" }, path: "currency" },
  { line: 313, change: { reference: "" }, path: "reference This cell is empty" },
  { line: 444, change: { company_name: "" }, path: "company_name" },
  { line: 501, change: { beneficiary_id: "nobody_of_this_name" }, path: "beneficiary_id" },
];
const COLUMNS = [
  "beneficiary_id",
  "amount",
  "currency",
  "reference",
  "entity_type",
  "company_name",
  "bank_country_code",
  "account_name",
  "account_currency",
  "iban",
  "swift_code",
  "address.country_code",
  "address.city",
  "address.postcode",
  "address.street_address",
];

/** Most pay a stored beneficiary; every tenth describes a new supplier. */
function rowAt(line, knownId) {
  const row = { amount: "1.00", currency: "EUR", reference: `Settlement ${line}` };
  const isWrong = BAD.find((bad) => bad.line === line);
  const describes = isWrong ? isWrong.change.beneficiary_id === undefined : line % 10 === 0;
  const supplier = {
    entity_type: "COMPANY",
    company_name: `Supplier ${line}`,
    bank_country_code: "DE",
    account_name: `Supplier ${line}`,
    account_currency: "EUR",
    iban: ibanOf(line),
    swift_code: "COBADEFFXXX",
    "address.country_code": "DE",
    "address.city": "Berlin",
    "address.postcode": "10115",
    "address.street_address": `Hauptstr. ${line}`,
  };
  return { ...row, ...(describes ? supplier : { beneficiary_id: knownId }), ...isWrong?.change };
}

function csvOf(knownId) {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const row = rowAt(index + 2, knownId);
    return COLUMNS.map((column) => row[column] ?? "").join(",");
  });
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

const SUPPLIER = {
  entity_type: "COMPANY",
  company_name: "Weekly Supplies",
  address: { city: "Berlin", country_code: "DE", postcode: "10115", street_address: "Hauptstr. 9" },
  bank_details: {
    account_name: "Weekly Supplies",
    account_currency: "EUR",
    bank_country_code: "DE",
    bank_name: "Musterbank",
    iban: ibanOf(4711),
    swift_code: "COBADEFFXXX",
  },
};

module.exports = { BAD, csvOf, ROWS, SUPPLIER };
