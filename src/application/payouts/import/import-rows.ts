import type { z } from "@medusajs/framework/zod";
import type { FieldProblem } from "../../../api-schema/admin";
import { BeneficiaryInput, PayoutInput } from "../../../api-schema/admin";
import { createCurrency, fromEntered, MoneyError } from "../../../gateway/model/money";
import type { PayoutServices } from "../resolve-payout-service";
import type { FileRow } from "./import-file";
import { filePartOf } from "./import-file";

export interface CheckedRow {
  readonly line: number;
  readonly name: string | null;
  readonly known: boolean;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly problems: readonly FieldProblem[];
  readonly repeated: boolean;
  /** What to create; null if there are problems. */
  readonly request: RowRequest | null;
}

export interface RowRequest {
  readonly payout: PayoutInput;
  /** The beneficiary to add first; null if the payout names an existing one. */
  readonly beneficiary: BeneficiaryInput | null;
}

const NEW = "new";

export async function judgeRow(payoutService: PayoutServices, row: FileRow): Promise<CheckedRow> {
  const cells = filePartOf(row, "payout");
  const who = await whoOf(payoutService, row);
  const read = PayoutInput.safeParse({ ...cells, beneficiary_id: who.id });
  const wrong = read.success ? await wrongPayout(payoutService, read.data, who) : read.error.issues.map(problemOf);
  const problems = row.isTooLong ? [TOO_LONG] : [...who.problems, ...wrong];
  return {
    line: row.line,
    name: who.name,
    known: who.beneficiary === null && who.problems.length === 0,
    amount: cells.amount ?? null,
    currency: cells.currency ?? null,
    reference: cells.reference ?? null,
    problems,
    repeated: false,
    request: problems.length === 0 && read.success ? { payout: read.data, beneficiary: who.beneficiary } : null,
  };
}

const TOO_LONG: FieldProblem = {
  path: "",
  message:
    "The line has more cells than the header; quote texts that contain the separator, and write 1.50 instead of 1,50.",
};

interface Paid {
  readonly id: string;
  readonly name: string | null;
  readonly beneficiary: BeneficiaryInput | null;
  readonly problems: readonly FieldProblem[];
}

const PERSON_PARTS = ["beneficiary", "address", "bank_details", "additional_info"] as const;

async function whoOf(payoutService: PayoutServices, row: FileRow): Promise<Paid> {
  const named = filePartOf(row, "payout").beneficiary_id;
  const isDescribed = PERSON_PARTS.some((part) => Object.keys(filePartOf(row, part)).length > 0);
  if (named === undefined)
    return isDescribed
      ? described(payoutService, row)
      : nobody(NEW, "Enter a beneficiary_id or the beneficiary's details.");
  if (isDescribed) return nobody(named, "Enter either a beneficiary_id or the beneficiary's details, not both.");
  const known = await payoutService.beneficiaries.byId(named);
  if (!known) return nobody(named, "No beneficiary has this ID.");
  return { id: named, name: known.display_name, beneficiary: null, problems: [] };
}

const nobody = (id: string, message: string): Paid => ({
  id,
  name: null,
  beneficiary: null,
  problems: [{ path: "beneficiary_id", message }],
});

/** A known account uses its stored beneficiary if name and bank match; another name or bank is refused. */
async function described(payoutService: PayoutServices, row: FileRow): Promise<Paid> {
  const { address, bank_details, additional_info, beneficiary } = partsOf(row);
  const read = BeneficiaryInput.safeParse({ ...beneficiary, address, bank_details, additional_info });
  if (!read.success) {
    return { id: NEW, name: nameOf(beneficiary), beneficiary: null, problems: read.error.issues.map(problemOf) };
  }
  const name = nameOf(read.data);
  const problems = payoutService.beneficiaries.check(read.data);
  if (problems.length > 0) return { id: NEW, name, beneficiary: null, problems };
  const same = await payoutService.beneficiaries.byAccount(read.data.bank_details);
  if (same.length === 0) return { id: NEW, name, beneficiary: read.data, problems: [] };
  const [found] = same.filter(({ display_name: known }) => known.toLowerCase() === name?.toLowerCase());
  const isOnlyOne = found !== undefined && same.length === 1;
  const differing = isOnlyOne ? await payoutService.beneficiaries.routingDifferences(found, read.data) : [];
  if (isOnlyOne && differing.length === 0)
    return { id: found.id, name: found.display_name, beneficiary: null, problems: [] };
  const message = isOnlyOne
    ? `The beneficiary with this account differs in: ${differing.join(", ")}. Enter a beneficiary_id, or change the beneficiary.`
    : found
      ? "Several beneficiaries have this account. Enter the beneficiary_id."
      : "A beneficiary has this account under another name. Enter its beneficiary_id, or correct the account.";
  return { ...nobody(NEW, message), name };
}

const partsOf = (row: FileRow) => ({
  beneficiary: filePartOf(row, "beneficiary"),
  address: filePartOf(row, "address"),
  bank_details: filePartOf(row, "bank_details"),
  additional_info: filePartOf(row, "additional_info"),
});

type Named = Partial<Record<"display_name" | "company_name" | "first_name" | "last_name", string | undefined>>;

function nameOf({
  display_name: shown,
  company_name: company,
  first_name: first,
  last_name: last,
}: Named): string | null {
  const person = [first, last].filter(Boolean).join(" ");
  return shown ?? company ?? (person === "" ? null : person);
}

async function wrongPayout(
  payoutService: PayoutServices,
  input: PayoutInput,
  who: Paid,
): Promise<readonly FieldProblem[]> {
  const problems = await payoutService.payouts.check(input);
  return who.id === NEW || who.problems.length > 0
    ? problems.filter(({ path }) => path !== "beneficiary_id")
    : problems;
}

const problemOf = ({ code, path, message }: z.core.$ZodIssue): FieldProblem => ({
  path: path.map(String).join("."),
  // A cell is text or missing, so a type error means that it is empty.
  message: code === "invalid_type" ? "This cell is empty. Enter a value." : message,
});

/** In minor units; null if it is no valid amount. */
export function minorFromText({ amount, currency }: Pick<CheckedRow, "amount" | "currency">): bigint | null {
  try {
    return amount === null || currency === null ? null : fromEntered(amount, createCurrency(currency)).minor;
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

/** Refuses rows that describe one account differently, because it is unclear which of them is right. */
export function refuseTwins(rows: readonly CheckedRow[]): CheckedRow[] {
  const first = new Map<string, { readonly line: number; readonly description: string }>();
  return rows.map((row) => {
    const described = row.request?.beneficiary;
    if (!described) return row;
    const account = accountOf(described);
    const description = JSON.stringify(described);
    const known = first.get(account);
    if (!known) first.set(account, { line: row.line, description });
    if (!known || known.description === description) return row;
    const message = `Line ${String(known.line)} has different details for this account. Make them identical.`;
    return { ...row, request: null, problems: [{ path: "bank_details", message }] };
  });
}

export const accountOf = ({
  bank_details: { iban, account_number: number, bank_code: bank, swift_code: swift },
}: BeneficiaryInput): string => (iban ?? [number, bank, swift].join("/")).replaceAll(/[\s-]/g, "").toUpperCase();
