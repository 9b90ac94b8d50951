import { CsvError, parse } from "csv-parse/sync";
import { CARD_IN_FIELD, cardFieldIn } from "../../card-field";
import { bankFields, addressFields, infoFields } from "../../../modules/acquiring_payout/inputs";

/** Parses a CSV file of payouts. Pure; values are not validated. Unknown columns are refused, not ignored. */
export interface FileRow {
  /** Numbered as in a spreadsheet: the header is 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<Column, string>;
  /** It has more cells than the header, so the columns are ambiguous. */
  readonly isTooLong: boolean;
}

export type ReadFile = { readonly rows: readonly FileRow[] } | { readonly problem: string };

const PAYOUT_COLUMNS = [
  "beneficiary_id",
  "amount",
  "currency",
  "reference",
  "account",
  "payment_method",
  "swift_charge_option",
  "fee_paid_by",
  "fund_source",
  "source_amount",
  "source_currency",
  "payment_date",
  "reason",
  "client_data",
  "order_id",
  "note",
] as const;

const PERSON_COLUMNS = [
  "display_name",
  "entity_type",
  "company_name",
  "first_name",
  "last_name",
  "date_of_birth",
  "gateway_beneficiary_id",
  "customer_id",
] as const;

export type FilePart = "payout" | "beneficiary" | "address" | "bank_details" | "additional_info";

export interface Column {
  readonly part: FilePart;
  readonly name: string;
}

const columnsOf = (part: FilePart, names: readonly string[], prefix = ""): [string, Column][] =>
  names.map((name) => [prefix + name, { part, name }]);

const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...columnsOf("payout", PAYOUT_COLUMNS),
  ...columnsOf("beneficiary", PERSON_COLUMNS),
  ...columnsOf("bank_details", bankFields),
  ...columnsOf("bank_details", bankFields, "bank_details."),
  ...columnsOf("address", addressFields, "address."),
  ...columnsOf("additional_info", infoFields, "additional_info."),
]);

const NEEDED = ["amount", "currency", "reference"];
/** Larger imports need several files: every row is validated before the answer. */
const MOST_ROWS = 2_000;

export function readImportFile(csv: string): ReadFile {
  const records = recordsOf(csv);
  if (records === null)
    return { problem: "It cannot be read as CSV; a quotation mark may be open. Save it as CSV in UTF-8." };
  const [header = [], ...body] = records;
  const problem = problemOfHeader(header);
  if (problem !== null) return { problem };
  const columns = header.map((name) => COLUMNS.get(nameOf(name)));
  const rows = body.flatMap((cells, index) => {
    const filled = cells.some((cell) => cell.trim() !== "");
    const isTooLong = cells.slice(header.length).some((cell) => cell.trim() !== "");
    return filled ? [{ line: index + 2, cells: cellsOf(columns, cells), isTooLong }] : [];
  });
  const card = rows.map(cardProblem).find((found) => found !== null);
  if (card !== undefined) return { problem: card };
  if (rows.length === 0) return { problem: "It has no row below its header." };
  if (rows.length > MOST_ROWS)
    return { problem: `It has more than ${String(MOST_ROWS)} rows; split it into several files.` };
  return { rows };
}

/** Rows appear in the answer, so a file with a card number is refused as a whole, naming the cell. */
function cardProblem({ line, cells }: FileRow): string | null {
  for (const [{ name }, text] of cells)
    if (cardFieldIn({ [name]: text }) !== null) return `Line ${String(line)}, column "${name}": ${CARD_IN_FIELD}`;
  return null;
}

function recordsOf(csv: string): string[][] | null {
  try {
    const records: unknown = parse(csv, {
      bom: true,
      delimiter: separatorOf(csv),
      relax_column_count: true,
      skip_empty_lines: false,
    });
    return Array.isArray(records)
      ? records.map((cells: unknown) => (Array.isArray(cells) ? cells.map(String) : []))
      : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** In some countries spreadsheets write semicolons or tabs, which cannot occur in the header otherwise. */
function separatorOf(csv: string): string {
  const header = csv.split(/\r?\n/, 1)[0] ?? "";
  const [best] = [",", ";", "\t"]
    .map((separator) => ({ separator, count: header.split(separator).length }))
    .sort((a, b) => b.count - a.count);
  return best?.separator ?? ",";
}

const nameOf = (header: string): string => header.trim().toLowerCase();

function problemOfHeader(header: readonly string[]): string | null {
  if (cardFieldIn(header) !== null) return `Line 1, the header: ${CARD_IN_FIELD}`;
  const names = header.map(nameOf);
  const stranger = names.find((name) => !COLUMNS.has(name));
  if (stranger !== undefined) {
    const shown = stranger === "" ? "without a name" : `"${stranger.slice(0, 40)}"`;
    return `It has a column ${shown} that is unknown; the template lists all columns.`;
  }
  const seen = new Set(names.map((name) => COLUMNS.get(name)?.part + "." + COLUMNS.get(name)?.name));
  if (seen.size < names.length) return "It contains a column twice.";
  const missing = NEEDED.find((name) => !names.includes(name));
  return missing === undefined ? null : `It has no column "${missing}".`;
}

function cellsOf(columns: readonly (Column | undefined)[], cells: readonly string[]): ReadonlyMap<Column, string> {
  const filled = new Map<Column, string>();
  columns.forEach((column, index) => {
    const text = cells[index]?.trim() ?? "";
    if (column && text !== "") filled.set(column, text);
  });
  return filled;
}

export const filePartOf = ({ cells }: FileRow, part: FilePart): Readonly<Record<string, string>> =>
  Object.fromEntries([...cells].flatMap(([column, text]) => (column.part === part ? [[column.name, text]] : [])));
