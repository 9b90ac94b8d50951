import { MedusaError } from "@medusajs/framework/utils";
import type { FieldProblem } from "../../api-schema/admin";
import type { Answer, Refused } from "../../modules/acquiring_payout/payout-api";

const TYPES: Readonly<Record<Refused["code"], string>> = {
  fields: MedusaError.Types.INVALID_DATA,
  not_found: MedusaError.Types.NOT_FOUND,
  forbidden: MedusaError.Types.FORBIDDEN,
  changed: MedusaError.Types.CONFLICT,
  not_now: MedusaError.Types.NOT_ALLOWED,
};

const STATUS: Readonly<Record<Refused["code"], number>> = {
  fields: 400,
  not_found: 404,
  forbidden: 403,
  changed: 409,
  not_now: 400,
};

export class PayoutRefused extends MedusaError {
  constructor(readonly refusal: Refused) {
    super(TYPES[refusal.code], refusal.message);
  }
}

export function granted<T extends object>(answer: Answer<T>): T {
  if (isRefused(answer)) throw new PayoutRefused(answer);
  return answer;
}

export const isRefused = <T extends object>(answer: Answer<T>): answer is Refused =>
  "kind" in answer && answer.kind === "refused";

export interface RefusalAnswer {
  readonly status: number;
  readonly body: { readonly type: string; readonly message: string; readonly fields?: readonly FieldProblem[] };
}

/** Null for any other error. The framework's own error handler would drop the fields and a conflict's message. */
export function refusalAnswer(error: unknown): RefusalAnswer | null {
  if (!(error instanceof PayoutRefused)) return null;
  const { code, message, fields } = error.refusal;
  return { status: STATUS[code], body: { type: TYPES[code], message, ...(fields && { fields }) } };
}
