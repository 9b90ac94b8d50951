import { MedusaError } from "@medusajs/framework/utils";

/** Somebody else saved another version since the page was read; nothing was saved. The route answers 409 with the code. */
export class StaleVersion extends MedusaError {
  constructor(
    version: number | string,
    code: "policy_changed" | "notifications_changed" | "dispute_changed" | "plan_changed",
    field = "version",
  ) {
    const message = `${field}: ${String(version)} is no longer the current one. Read the current version and repeat your change.`;
    super(MedusaError.Types.CONFLICT, message, code);
  }
}
