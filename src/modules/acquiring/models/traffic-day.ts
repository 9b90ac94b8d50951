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
