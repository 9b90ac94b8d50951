import { model } from "@medusajs/framework/utils";

/**
 * What a product variant charges again and again. One live plan per variant; who
 * subscribed keeps the terms that were agreed, so a plan may change or go.
 */
export const Plan = model
  .define("acquiring_plan", {
    id: model.id({ prefix: "acqplan" }).primaryKey(),
    variant_id: model.text(),
    name: model.text(),
    /** By currency code in lower case: decimal text in major units, of one piece per period. */
    amounts: model.json(),
    interval: model.enum(["day", "week", "month", "year"]),
    interval_count: model.number(),
    /** Charges in all, the first included; null: until it is cancelled. */
    billing_cycles: model.number().nullable(),
    promotion_cycles: model.number().nullable(),
    /** Days as `2026-02-28`. */
    starts_on: model.text().nullable(),
    ends_on: model.text().nullable(),
    /** A price that was set up at the gateway. */
    price_id: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_plan_variant", on: ["variant_id"], unique: true }]);
