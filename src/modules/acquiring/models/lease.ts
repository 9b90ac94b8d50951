import { model } from "@medusajs/framework/utils";

/** Work that one process at a time may do, its holder and the expiry. See `runtime/lease.ts`. */
export const LeaseRecord = model.define("acquiring_lease", {
  name: model.text().primaryKey(),
  holder: model.text(),
  leased_until: model.dateTime(),
});
