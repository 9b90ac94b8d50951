import { model } from "@medusajs/framework/utils";

/**
 * How many exchanges with the gateway there were in a minute, of which operation, and how
 * many had no usable answer. A response that arrived and could not be read is counted once more, in `failed` of a row with
 * `unreadable:` before the operation and no requests. The column `histogram`, integer[] of `domain/histogram.ts`, is
 * added by the migration: the model language has no array of numbers. Written by
 * `GatewayMetrics` alone.
 */
export const TrafficMinute = model
  .define("acquiring_traffic_minute", {
    /** Account, operation and minute. */
    id: model.text().primaryKey(),
    account: model.text(),
    operation: model.text(),
    minute: model.dateTime(),
    requests: model.number(),
    failed: model.number(),
  })
  .indexes([
    { name: "IDX_acquiring_traffic_account", on: ["account", "minute"] },
    { name: "IDX_acquiring_traffic_minute", on: ["minute"] },
  ]);
