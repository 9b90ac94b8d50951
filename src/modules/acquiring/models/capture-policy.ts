import { model } from "@medusajs/framework/utils";

/** One row for each saved version of the capture policy, never changed; the one with the highest number applies. */
export const CapturePolicy = model.define("acquiring_capture_policy", {
  /** `acqpol_` and the version, so that two people cannot both save the next one. */
  id: model.id({ prefix: "acqpol" }).primaryKey(),
  version: model.number(),
  /** A list of `PolicyRule`; the first one that matches a payment applies. */
  rules: model.json(),
  /** A user ID. */
  saved_by: model.text(),
});
