import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney, fromEntered, MoneyError, toMajor } from "../../../gateway/model/money";
import type { PayoutWireRules } from "../../../gateway/model/payout-money";
import { toPayoutWire } from "../../../gateway/model/payout-money";
import { textProblem } from "../check/beneficiary";
import { isPast } from "../domain/four-eyes";
import type { Limit } from "../domain/limits";
import { neverFits } from "../domain/limits";
import type { InputProblem, PayoutInput } from "../inputs";
import type { BeneficiaryRow } from "../rows";
import { isBlocked } from "./approval-context";
import type { Details } from "./details";
import { fingerprintsOf, openDetails } from "./details";
import type { PayoutServiceContext } from "./service-context";
import { LIMIT_WORDS, limitOf } from "./service-context";

export interface ReadInput {
  readonly account: string;
  readonly amount: bigint;
  readonly sourceAmount: bigint | null;
  readonly beneficiary: BeneficiaryRow;
}

export type InputReading =
  | { readonly kind: "wrong"; readonly problems: readonly InputProblem[] }
  | { readonly kind: "read"; readonly read: ReadInput };

export async function readInput(context: PayoutServiceContext, trx: Knex, input: PayoutInput): Promise<InputReading> {
  const beneficiary = await context.beneficiaryTable.byId(input.beneficiary_id, trx);
  const details = beneficiary
    ? await openDetails(context, trx, { id: beneficiary.id, number: beneficiary.version })
    : undefined;
  const fingerprints = details ? fingerprintsOf(context, details.bank_details) : [];
  const twins = await context.beneficiaryTable.byFingerprints(fingerprints, trx);
  const isAccountBlocked = isBlocked(twins, { beneficiaryId: input.beneficiary_id, fingerprints });
  const account = input.account ?? context.options.accounts[0] ?? "";
  const amount = minorOf(input.amount, input.currency);
  const sourceAmount =
    input.source_amount === undefined ? null : minorOf(input.source_amount, input.source_currency ?? input.currency);
  const problems = [
    ...beneficiaryProblems(input, beneficiary, details),
    ...(isAccountBlocked ? [at("beneficiary_id", "Another beneficiary with the same account is blocked.")] : []),
    ...(context.options.accounts.includes(account)
      ? []
      : [at("account", "This account cannot pay out. Choose another.")]),
    ...amountProblems(context, input, amount),
    ...sourceProblems(context, input, sourceAmount),
    ...wireProblems(context, input, { account, amount, sourceAmount }),
    ...dateProblems(input, context.now()),
    ...textProblems(input),
  ];
  if (problems.length > 0 || !beneficiary || typeof amount !== "bigint" || typeof sourceAmount === "string")
    return { kind: "wrong", problems };
  return { kind: "read", read: { account, amount, sourceAmount, beneficiary } };
}

const at = (path: string, message: string): InputProblem => ({ path, message });

/** In minor units; a text is an error. */
function minorOf(text: string, code: string): bigint | string {
  try {
    return fromEntered(text, createCurrency(code)).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return "Enter an amount with the decimals of its currency.";
  }
}

function beneficiaryProblems(
  { payment_method: method }: PayoutInput,
  row: BeneficiaryRow | undefined,
  details: Details | undefined,
): InputProblem[] {
  if (!row || !details) return [at("beneficiary_id", "This beneficiary does not exist. Choose one from the list.")];
  if (row.blocked_at !== null) return [at("beneficiary_id", "This beneficiary is blocked and cannot be paid.")];
  if (method.toUpperCase() === "SWIFT" && !details.bank_details.swift_code)
    return [
      at("payment_method", "SWIFT payments need the SWIFT code of the beneficiary's bank. Add it to the beneficiary."),
    ];
  return [];
}

function amountProblems(
  { options }: PayoutServiceContext,
  { currency }: PayoutInput,
  amount: bigint | string,
): InputProblem[] {
  const limit = limitOf(options, currency);
  if (!limit)
    return [
      at("currency", "This currency has no limits, so it cannot be paid out. Set them in the option payout.limits."),
    ];
  if (typeof amount === "string") return [at("amount", amount)];
  if (amount <= 0n) return [at("amount", "Enter an amount greater than zero.")];
  return overLimit("amount", amount, { limit, currency });
}

/** A source amount is sent too: it has its own limits, in its own currency. */
function sourceProblems(
  { options }: PayoutServiceContext,
  { currency, source_currency: from }: PayoutInput,
  amount: bigint | string | null,
): InputProblem[] {
  if (from !== undefined && from === currency)
    return [at("source_currency", "The source currency equals the payout currency. Remove it.")];
  if (amount === null) return [];
  if (from === undefined) return [at("source_currency", "Enter the currency of the source amount.")];
  const limit = limitOf(options, from);
  if (!limit)
    return [
      at(
        "source_currency",
        "This currency has no limits, so it cannot be used as a source. Set them in the option payout.limits.",
      ),
    ];
  if (typeof amount === "string") return [at("source_amount", amount)];
  if (amount <= 0n) return [at("source_amount", "Enter an amount greater than zero, or leave it empty.")];
  return overLimit("source_amount", amount, { limit, currency: from });
}

function overLimit(
  path: string,
  amount: bigint,
  { limit, currency }: { readonly limit: Limit; readonly currency: string },
): InputProblem[] {
  const broken = neverFits(amount, limit);
  if (broken === null) return [];
  const most = toMajor({ minor: limit[broken], currency: createCurrency(currency) });
  return [
    at(
      path,
      `The limit of ${LIMIT_WORDS[broken]} is ${most} ${currency}. Enter a lower amount, or have the limit raised.`,
    ),
  ];
}

/** What the interface cannot carry is refused here, before anyone approves it. */
function wireProblems(
  { options }: PayoutServiceContext,
  { currency, source_currency: from }: PayoutInput,
  {
    account,
    amount,
    sourceAmount,
  }: { readonly account: string; readonly amount: bigint | string; readonly sourceAmount: bigint | string | null },
): InputProblem[] {
  const unit = options.unitOf?.(account);
  if (!unit) return [];
  return [
    ...wireProblem("amount", unit, { minor: amount, code: currency }),
    ...wireProblem("source_amount", unit, { minor: sourceAmount, code: from ?? currency }),
  ];
}

function wireProblem(
  path: string,
  unit: PayoutWireRules,
  { minor, code }: { readonly minor: bigint | string | null; readonly code: string },
): InputProblem[] {
  if (typeof minor !== "bigint" || minor <= 0n) return [];
  try {
    toPayoutWire(createMoney(minor, createCurrency(code)), unit);
    return [];
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return [at(path, error.message)];
  }
}

const dateProblems = ({ payment_date: date }: PayoutInput, now: Date): InputProblem[] =>
  isPast(date ?? null, now) ? [at("payment_date", "This date has passed. Enter today or a later date.")] : [];

const TEXTS = [
  ...["payment_method", "swift_charge_option", "fee_paid_by", "fund_source", "reference", "reason", "client_data"],
  "note",
] as const;

function textProblems(input: PayoutInput): InputProblem[] {
  const all: Readonly<Record<string, unknown>> = { ...input };
  return TEXTS.flatMap((path) => {
    const text = all[path];
    const problem = textProblem(typeof text === "string" ? text : undefined);
    return problem === null ? [] : [at(path, problem)];
  });
}
