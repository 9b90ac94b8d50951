import { z } from "@medusajs/framework/zod";
import { decimal } from "./fields";

/** Subscription plans of product variants, charged by the gateway. Existing subscriptions keep their terms. */

export const PlanFilters = z.strictObject({ product_id: z.string().min(1).max(64) });
export type PlanFilters = z.infer<typeof PlanFilters>;

export const PlanInterval = z.enum(["day", "week", "month", "year"]);
export type PlanInterval = z.infer<typeof PlanInterval>;

export const PlanInput = z
  .strictObject({
    /** Name at the gateway and in the customer's list of subscriptions. */
    name: z.string().trim().min(1).max(200),
    /** By currency code in lower case: price of one per period, in major units; above zero. */
    amounts: z.record(z.string().regex(/^[a-z]{3}$/, "must be a currency code in lower case"), decimal),
    interval: PlanInterval,
    /** Number of intervals between charges. */
    interval_count: z.number().int().min(1).max(365),
    /** Total number of charges, including the first; null: until cancelled. */
    billing_cycles: z.number().int().min(1).max(1_000).nullable().default(null),
    /** Number of initial charges at the gateway's price; null: none. */
    promotion_cycles: z.number().int().min(1).max(1_000).nullable().default(null),
    /** First day of the subscription; null: the day of purchase. */
    starts_on: z.iso.date().nullable().default(null),
    /** Last day of the subscription; null: none. */
    ends_on: z.iso.date().nullable().default(null),
    /** ID of a price set up at the gateway; null: none. */
    price_id: z.string().trim().min(1).max(100).nullable().default(null),
    /** Of the plan that was read, null: there was none; 409 `plan_changed` if another one was saved. Left out: any is replaced. */
    updated_at: z.iso.datetime().nullable().optional(),
  })
  .refine(({ amounts }) => Object.keys(amounts).length > 0, {
    path: ["amounts"],
    message: "needs one currency at least",
  })
  .refine(({ starts_on, ends_on }) => starts_on === null || ends_on === null || starts_on < ends_on, {
    path: ["ends_on"],
    message: "must be after starts_on",
  })
  .refine(
    ({ billing_cycles, promotion_cycles }) =>
      billing_cycles === null || promotion_cycles === null || promotion_cycles <= billing_cycles,
    { path: ["promotion_cycles"], message: "cannot be more than billing_cycles" },
  );
export type PlanInput = z.infer<typeof PlanInput>;

export const AdminPlan = z.object({
  id: z.string(),
  variant_id: z.string(),
  name: z.string(),
  amounts: z.record(z.string(), z.string()),
  interval: PlanInterval,
  interval_count: z.number().int(),
  billing_cycles: z.number().int().nullable(),
  promotion_cycles: z.number().int().nullable(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  price_id: z.string().nullable(),
  /** Number of active subscriptions of this variant. */
  active: z.number().int(),
  updated_at: z.string(),
});
export type AdminPlan = z.infer<typeof AdminPlan>;

export const PlanList = z.object({
  variants: z.array(z.object({ id: z.string(), title: z.string().nullable(), plan: AdminPlan.nullable() })),
  currencies: z.array(z.string()),
});
export type PlanList = z.infer<typeof PlanList>;

export const PlanRemoved = z.object({ variant_id: z.string(), deleted: z.literal(true) });
export type PlanRemoved = z.infer<typeof PlanRemoved>;
