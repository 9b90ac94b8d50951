import type { z } from "@medusajs/framework/zod";
import { holdsCardNumber } from "../../gateway/redaction/card-text";
import { detectCardData } from "../../modules/acquiring";
import type { ImportKind, LineProblem, RawRecord } from "./import-record";
import type { recordSchemas } from "./record-schemas";
import { importColumnsOf, recordSchemas as schemas } from "./record-schemas";

/** Validates one line. Pure. A line with a card number is refused, and its content is repeated nowhere. */
export type ReadRecord<Kind extends ImportKind> =
  | { readonly value: z.infer<(typeof recordSchemas)[Kind]>; readonly isSecret: boolean }
  | { readonly problem: LineProblem; readonly isSecret: boolean };

/**
 * The gateway's IDs may consist of as many digits as a card number. They are never sent, and are stored only if a query
 * returns the same ID; until then the line is treated as one with a card number.
 */
const CONFIRMED = ["gateway_payment_id", "recurring_id"];

export function readRecord<Kind extends ImportKind>(kind: Kind, { fields, problem }: RawRecord): ReadRecord<Kind> {
  const card = cardInRecord(fields);
  if (card !== null) return { problem: cardProblem(card), isSecret: true };
  const isSecret = CONFIRMED.some((name) => holdsCardNumber(String(fields[name] ?? "")));
  if (problem) return { problem, isSecret };
  const parsed = schemas[kind].safeParse(textsOf(fields));
  // The schema of this kind: TypeScript does not follow the index.
  if (parsed.success) return { value: parsed.data as z.infer<(typeof recordSchemas)[Kind]>, isSecret };
  return { problem: problemOf(kind, fields, parsed.error.issues[0]), isSecret };
}

/** The field with a card number or a security code; its name is not repeated if it is one itself. */
export function cardInRecord(fields: RawRecord["fields"]): string | null {
  const rest = Object.entries(fields).filter(([name]) => !CONFIRMED.includes(name));
  for (const [name, value] of rest) {
    if (holdsCardNumber(name)) return "a column";
    if (holdsCardNumber(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))) return name;
  }
  return detectCardData(Object.fromEntries(rest));
}

export const cardProblem = (field: string): LineProblem => ({
  field,
  problem: "looks like a card number or a security code, which this store does not accept",
  fix: "Remove it. A token is the gateway's reference, never the number itself.",
});

/** JSON may have whole numbers; an amount as a number is refused, since it may have been rounded. */
function textsOf(fields: RawRecord["fields"]): Record<string, unknown> {
  const isWhole = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isWhole(value) && name !== "amount" ? String(value) : value]),
  );
}

function problemOf(kind: ImportKind, fields: RawRecord["fields"], issue: z.core.$ZodIssue | undefined): LineProblem {
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    const fix = `Remove it. ${kind} have: ${importColumnsOf(kind).join(", ")}.`;
    return { field: name.slice(0, 40), problem: "is no known field", fix };
  }
  const field = String(issue?.path[0] ?? "");
  const isMissing = fields[field] === undefined;
  return { field, problem: isMissing ? "is missing" : "is not valid", fix: issue?.message ?? "" };
}
