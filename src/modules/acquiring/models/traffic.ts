import { model } from "@medusajs/framework/utils";

/** `acquiring_traffic_minute`, added up per UTC day and kept: written in the same statement. The same extra column. */
export const TrafficDay = model
  .define("acquiring_traffic_day", {
    /** Account, operation and day. */
    id: model.text().primaryKey(),
    account: model.text(),
    operation: model.text(),
    day: model.dateTime(),
    requests: model.number(),
    failed: model.number(),
  })
  .indexes([{ name: "IDX_acquiring_traffic_day", on: ["day"] }]);

/**
 * Exchanges with the gateway per minute and operation, and those without a usable response. An unreadable response is
 * counted again, in `failed` of a row with `unreadable:` before the operation and no requests. The migration adds the
 * column `histogram`, integer[] of `domain/histogram.ts`: the model language has no arrays of numbers. Only
 * `GatewayMetrics` writes it.
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
