import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { ReadyPayouts } from "../../../options/payout-setup";
import type { PayoutWireRules } from "../../../gateway/model/payout-money";
import { createCurrency, fromMajor } from "../../../gateway/model/money";
import type { Limit } from "../domain/limits";
import type { Refused } from "../payout-api";
import type { InputProblem } from "../inputs";
import type { KeyRing } from "../sealing/key-ring";
import { Approvals } from "../store/approvals";
import { Audit } from "../store/audit";
import { BeneficiaryTable } from "../store/beneficiary-table";
import { PayoutTable } from "../store/payout-table";

export interface PayoutServiceOptions extends Omit<ReadyPayouts, "accounts"> {
  /** The accounts that may pay out; the first is the default. */
  readonly accounts: readonly string[];
  /** How an account's amounts are written on the wire; missing: not checked before the send. */
  readonly unitOf?: (account: string) => PayoutWireRules | undefined;
}

export interface PayoutServiceContext {
  readonly pg: Knex;
  readonly now: () => Date;
  readonly options: PayoutServiceOptions;
  readonly ring: KeyRing;
  readonly payouts: PayoutTable;
  readonly beneficiaryTable: BeneficiaryTable;
  readonly audit: Audit;
  readonly approvals: Approvals;
}

export const createServiceContext = (
  from: Pick<PayoutServiceContext, "pg" | "now" | "options" | "ring">,
): PayoutServiceContext => ({
  ...from,
  payouts: new PayoutTable(from.pg, from.now),
  beneficiaryTable: new BeneficiaryTable(from.pg, from.now),
  audit: new Audit(from.pg, from.now),
  approvals: new Approvals(from.pg, from.now, from.ring),
});

export const refused = (code: Exclude<Refused["code"], "fields">, message: string): Refused => ({
  kind: "refused",
  code,
  message,
});

export const refusedFields = (fields: readonly InputProblem[]): Refused => ({
  kind: "refused",
  code: "fields",
  message: fields[0]?.message ?? "Something in it is invalid.",
  fields,
});

export const noPayout = (): Refused => refused("not_found", "This payout does not exist.");
export const noBeneficiary = (): Refused => refused("not_found", "This beneficiary does not exist.");
export const changedMeanwhile = (): Refused => refused("changed", "It was changed meanwhile. Review it again.");

const HOUR_MS = 3_600_000;
export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);

export function coolingUntil(
  { options, now }: Pick<PayoutServiceContext, "options" | "now">,
  changedAt: Date,
): Date | null {
  const until = hoursAfter(changedAt, options.coolDownHours);
  return until > now() ? until : null;
}

export const LIMIT_WORDS = {
  payout: "one payout",
  day: "24 hours",
  beneficiary: "one beneficiary in 24 hours",
} as const;

/** In minor units; null: this currency has no limits and cannot be paid out. */
export function limitOf({ limits }: Pick<PayoutServiceOptions, "limits">, code: string): Limit | null {
  const limit = Object.hasOwn(limits, code) ? limits[code] : undefined;
  if (!limit) return null;
  const currency = createCurrency(code);
  const minor = (text: string): bigint => fromMajor(text, currency).minor;
  return { payout: minor(limit.payout), day: minor(limit.day), beneficiary: minor(limit.beneficiary) };
}
