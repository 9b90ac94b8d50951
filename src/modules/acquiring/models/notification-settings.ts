import { model } from "@medusajs/framework/utils";

/** One row for each saved version of who is told of what, never changed; the one with the highest number applies. */
export const NotificationSettings = model.define("acquiring_notification_settings", {
  /** `acqnts_` and the version, so that two people cannot both save the next one. */
  id: model.id({ prefix: "acqnts" }).primaryKey(),
  version: model.number(),
  /** `SavedBell`. */
  bell: model.json(),
  /** A list of `SavedRole`. */
  roles: model.json(),
  /** A user ID. */
  saved_by: model.text(),
});
