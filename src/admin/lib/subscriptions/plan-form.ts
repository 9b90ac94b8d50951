import type { AdminPlan, PlanInput, PlanInterval } from "../../../api-schema/admin";
import { plainAmount, readAmountIn } from "../amount-entry";

/** Form state of a plan: text, converted to the server's format or to errors by field. Pure. */
export interface PlanDraft {
  readonly name: string;
  /** By currency code in lower case; empty where it cannot be bought. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly interval: PlanInterval;
  readonly count: string;
  readonly cycles: string;
  readonly promotion: string;
  readonly starts: string;
  readonly ends: string;
  readonly priceId: string;
}

export type PlanError = "name" | "amounts" | "amount" | "count" | "cycles" | "promotion" | "ends" | "priceId";

/** By field: `name`, `cycles`, … and `amounts.eur`. */
export type PlanErrors = Readonly<Record<string, PlanError>>;

const text = (value: number | string | null): string => (value === null ? "" : String(value));

/** The amount of a currency that the store no longer has is kept. */
export function planDraftOf(plan: AdminPlan | null, currencies: readonly string[], name: string): PlanDraft {
  const codes = [...new Set([...currencies, ...Object.keys(plan?.amounts ?? {})])];
  return {
    name: plan?.name ?? name,
    amounts: Object.fromEntries(codes.map((code) => [code, plan?.amounts[code] ?? ""])),
    interval: plan?.interval ?? "month",
    count: text(plan?.interval_count ?? 1),
    cycles: text(plan?.billing_cycles ?? null),
    promotion: text(plan?.promotion_cycles ?? null),
    starts: text(plan?.starts_on ?? null),
    ends: text(plan?.ends_on ?? null),
    priceId: text(plan?.price_id ?? null),
  };
}

export function readDraft(draft: PlanDraft): { readonly input: PlanInput } | { readonly errors: PlanErrors } {
  const errors = wrongsOf(draft);
  if (Object.keys(errors).length > 0) return { errors };
  const number = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));
  const some = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim());
  return {
    input: {
      name: draft.name.trim(),
      amounts: Object.fromEntries(filledOf(draft).map(([code, typed]) => [code, plainAmount(typed)])),
      interval: draft.interval,
      interval_count: Number(draft.count),
      billing_cycles: number(draft.cycles),
      promotion_cycles: number(draft.promotion),
      starts_on: some(draft.starts),
      ends_on: some(draft.ends),
      price_id: some(draft.priceId),
    },
  };
}

const filledOf = ({ amounts }: PlanDraft): [string, string][] =>
  Object.entries(amounts).filter(([, typed]) => typed.trim() !== "");

function wrongsOf(draft: PlanDraft): PlanErrors {
  const { name, count, cycles, promotion, starts, ends, priceId } = draft;
  const filled = filledOf(draft);
  const found: Record<string, PlanError> = {};
  const mark = (field: string, problem: PlanError, isInvalid: boolean): void => {
    if (isInvalid) found[field] ??= problem;
  };
  mark("name", "name", name.trim() === "" || name.trim().length > 200);
  mark("amounts", "amounts", filled.length === 0);
  for (const [code, typed] of filled) mark(`amounts.${code}`, "amount", readAmountIn(typed, code) === null);
  mark("count", "count", !isWhole(count, 365));
  mark("cycles", "cycles", cycles.trim() !== "" && !isWhole(cycles, 1_000));
  mark("promotion", "cycles", promotion.trim() !== "" && !isWhole(promotion, 1_000));
  mark("promotion", "promotion", cycles.trim() !== "" && promotion.trim() !== "" && Number(promotion) > Number(cycles));
  mark("ends", "ends", starts !== "" && ends !== "" && ends <= starts);
  mark("priceId", "priceId", priceId.trim().length > 100);
  return found;
}

const isWhole = (typed: string, most: number): boolean =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most;
