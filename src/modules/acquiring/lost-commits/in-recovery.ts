import { MedusaError } from "@medusajs/framework/utils";
import type { Reason } from "../../../gateway/model/outcome";

export const IN_RECOVERY: Reason = {
  code: "recovery",
  message:
    "Nothing was sent: commits may have been lost (a restored backup or a failover), and the gateway is queried first. Run: npx medusa-payment-acquiring recover",
};

/** The database did not report whether it has lost commits: recovery mode may not be on. */
export const NOT_LOOKED_UP: Reason = {
  code: "recovery_look_failed",
  message: "Nothing was sent: the database did not report whether it has lost commits. Try again.",
};

/** The file may name writes that the database lacks, and has to name this one where it is to name all. */
export const NO_EPOCH_FILE: Reason = {
  code: "recovery_file_failed",
  message:
    "Nothing was sent: the file of recovery.epochFile cannot be used. Let the user that runs Medusa read and write it and its folder (code in the log: acquiring.epoch_file_failed), then try again.",
};

/** The trigger's own code; see `acquiring_refuse_in_recovery` in the migration. */
const REFUSED = "AQ031";

export const isInRecovery = (error: unknown): boolean =>
  error instanceof InRecovery ||
  (typeof error === "object" && error !== null && "code" in error && error.code === REFUSED);

export class InRecovery extends MedusaError {
  constructor() {
    super(MedusaError.Types.NOT_ALLOWED, IN_RECOVERY.message ?? "");
  }
}

/** A rejection by the trigger becomes `InRecovery`; other errors stay unchanged. */
export async function tellingRecovery<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isInRecovery(error) ? new InRecovery() : error;
  }
}
