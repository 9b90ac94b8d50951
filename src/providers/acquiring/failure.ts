import { MedusaError } from "@medusajs/framework/utils";
import type { GateResult, OperationCommand } from "../../modules/acquiring";

/** The error for core and the admin. A reason's message is for merchants: no secret, no card number. */
export function failureOf(
  kind: OperationCommand["kind"],
  result: Extract<GateResult, { reason: unknown }>,
): MedusaError {
  const { code, message } = result.reason;
  switch (result.kind) {
    case "unknown":
      return new MedusaError(
        // Not CONFLICT: Medusa replaces the message of that type with its own, which invites a retry.
        MedusaError.Types.NOT_ALLOWED,
        `The outcome of the ${kind} is being checked with the gateway. It is not sent again and is recorded here once it is confirmed. (${message})`,
      );
    case "not_sent":
      return new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Nothing was done at the gateway for this ${kind}. ${message} (${code})`,
      );
    case "declined":
      return new MedusaError(MedusaError.Types.NOT_ALLOWED, `The gateway declined the ${kind}: ${message} (${code})`);
    case "refused":
      return new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
  }
}
