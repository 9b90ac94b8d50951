import type { FieldError } from "../api-schema/errors";
import type { FieldProblem, Texts } from "./texts";
import { english } from "./texts";
import type { CardField } from "./validate-card";

/** Replaces the server's English validation messages, partly meant for developers, by the form's texts. */
const CARD_FIELDS: ReadonlyMap<string, readonly [CardField, FieldProblem]> = new Map([
  ["method.card.number", ["number", "numberWrong"]],
  ["method.card.expiry_month", ["expiry", "expiryMissing"]],
  ["method.card.expiry_year", ["expiry", "expiryMissing"]],
  ["method.card.security_code", ["securityCode", "codeThree"]],
  ["method.security_code", ["securityCode", "required"]],
  ["method.card.holder_first_name", ["firstName", "nameWrong"]],
  ["method.card.holder_last_name", ["lastName", "nameWrong"]],
]);

export const cardFieldOf = (path: string): CardField | undefined => CARD_FIELDS.get(path)?.[0];

/** A field outside of the form (`token`, `device.os`) keeps the server's message, which is for developers. */
export function inWordsOf(texts: Texts, error: FieldError): FieldError {
  const problem = problemOf(error);
  return problem ? { field: error.field, message: texts.fields[problem] } : error;
}

function problemOf({ field, message }: FieldError): FieldProblem | undefined {
  const problem = CARD_FIELDS.get(field)?.[1];
  if (problem === undefined) return /^method\.(person\.|bank_code$)/.test(field) ? "required" : undefined;
  if (problem === "codeThree") return message.includes("4") ? "codeFour" : "codeThree";
  return message === english.fields.expiryPast ? "expiryPast" : problem;
}
