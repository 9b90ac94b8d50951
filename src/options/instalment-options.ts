import { z } from "@medusajs/framework/zod";
import type { DividedAmount } from "../gateway/model/instalments";
import { divideAmount } from "../gateway/model/instalments";
import type { Money } from "../gateway/model/money";
import { createCurrency, fromMajor } from "../gateway/model/money";
import { amountProblem } from "./review-options";

/**
 * The instalment plans of an account, as agreed with the gateway. The interface names two text fields without their
 * values, so nothing is offered until the store configures it.
 */
const amount = z.string({ error: 'must be a text such as "100.00"' });
const CURRENCY = /^[A-Z]{3}$/;
const wireText = z.string().regex(/^\S{1,50}$/, "must be 1 to 50 characters without spaces");

export const InstalmentPlanOption = z
  .strictObject({
    /** Our name of the plan, unique in the account, such as `card-12`. */
    id: z
      .string({ error: 'is missing; write a name such as "card-12"' })
      .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, "must be lower-case letters, digits, dashes"),
    /** The payment method: `card` (saved cards too), `checkout`, or an alternative method such as `apm:pix`. */
    method: z
      .string({ error: 'is missing; write "card", "checkout" or a method such as "apm:pix"' })
      .regex(/^(card|checkout|apm:[a-z0-9][a-z0-9_-]{0,49})$/, 'must be "card", "checkout" or one such as "apm:pix"'),
    /** Of the payments, and of `minimum` and `maximum`. */
    currency: z
      .string({ error: 'is missing; write the currency of its payments, such as "EUR"' })
      .regex(CURRENCY, 'must be a currency in three capital letters, such as "EUR"'),
    /** Number of instalments. */
    count: z
      .number({ error: "is missing; write the number of instalments, such as 12" })
      .int("must be a whole number")
      .min(2, "must be at least 2")
      .max(120, "must be at most 120"),
    /** The smallest amount in major units that may be paid with it. Default: none. */
    minimum: amount.optional(),
    /** The largest one. Default: none. */
    maximum: amount.optional(),
    /** How the gateway writes the number (`installments`, 0.7). Default: the digits of `count`. */
    wireCount: wireText.optional(),
    /** The gateway's ID of the plan (`installments_id`, 0.5). Default: `id`. */
    wireId: wireText.optional(),
  })
  .superRefine(checkLimits);
export type InstalmentPlanOption = z.output<typeof InstalmentPlanOption>;

type Limits = Readonly<Pick<z.output<typeof InstalmentPlanOption>, "currency" | "minimum" | "maximum">>;

function checkLimits(plan: Limits, context: z.RefinementCtx): void {
  const { currency, minimum, maximum } = plan;
  // A wrong currency is a problem of its own.
  if (!CURRENCY.test(currency)) return;
  const wrong = (["minimum", "maximum"] as const).filter((name) => {
    const value = plan[name];
    const message = value === undefined ? null : amountProblem(currency, value);
    if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    return message !== null;
  });
  if (wrong.length > 0 || minimum === undefined || maximum === undefined) return;
  if (minorOf(minimum, currency) > minorOf(maximum, currency))
    context.addIssue({ code: "custom", path: ["maximum"], message: 'must be at least "minimum"' });
}

const minorOf = (amountText: string, currency: string): bigint => fromMajor(amountText, createCurrency(currency)).minor;

export const InstalmentPlans = z.array(InstalmentPlanOption).superRefine((plans, context) => {
  const seen = new Set<string>();
  for (const [index, { id }] of plans.entries()) {
    if (seen.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: `is "${id}" a second time` });
    seen.add(id);
  }
});

/** A plan for an alternative method that the store does not offer could never be chosen: one sentence each. */
export const plansWithoutMethod = (
  option: string,
  plans: readonly InstalmentPlanOption[],
  methods: readonly { readonly code: string }[],
): string[] =>
  plans.flatMap(({ method }, at) =>
    !method.startsWith("apm:") || methods.some(({ code }) => method === `apm:${code}`)
      ? []
      : `medusa-payment-acquiring: the option "${option}.${String(at)}.method" is "${method}", which is no method of "apm.methods"; correct one of them.`,
  );

/** A plan for one amount. */
export interface OfferedPlan extends DividedAmount {
  readonly plan: InstalmentPlanOption;
}

/** The plans for a payment method (`card`, `checkout`, `apm:pix`) and an amount, in the order of the options. */
export const plansFor = (
  plans: readonly InstalmentPlanOption[],
  { method, money }: { readonly method: string; readonly money: Money },
): readonly OfferedPlan[] =>
  plans.flatMap((plan) => {
    const { currency, minimum, maximum } = plan;
    if (plan.method !== method || currency !== money.currency) return [];
    if (minimum !== undefined && money.minor < minorOf(minimum, currency)) return [];
    if (maximum !== undefined && money.minor > minorOf(maximum, currency)) return [];
    const divided = divideAmount(money, plan.count);
    return divided ? [{ plan, ...divided }] : [];
  });
