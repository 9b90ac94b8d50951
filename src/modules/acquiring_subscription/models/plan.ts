import { model } from "@medusajs/framework/utils";

/** A product variant's subscription plan. One live plan per variant; existing subscriptions keep their terms. */
export const Plan = model
  .define("acquiring_plan", {
    id: model.id({ prefix: "acqplan" }).primaryKey(),
    variant_id: model.text(),
    name: model.text(),
    /** By currency code in lower case: decimal text in major units, per piece and period. */
    amounts: model.json(),
    interval: model.enum(["day", "week", "month", "year"]),
    interval_count: model.number(),
    billing_cycles: model.number().nullable(),
    promotion_cycles: model.number().nullable(),
    starts_on: model.text().nullable(),
    ends_on: model.text().nullable(),
    price_id: model.text().nullable(),
  })
  .indexes([{ name: "IDX_acquiring_plan_variant", on: ["variant_id"], unique: true }]);
