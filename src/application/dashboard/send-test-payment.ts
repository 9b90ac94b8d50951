import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { TestPaymentResult } from "../../api-schema/admin";
import type { SandboxPaymentRequest } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";

/** Sends one payment to a test account of the gateway and voids it. Throws NOT_ALLOWED for any other account. */
export async function sendTestPayment(
  container: MedusaContainer,
  request: SandboxPaymentRequest,
): Promise<TestPaymentResult> {
  const result = await resolveLedger(container).sandboxPayments.send(request);
  if (result.kind === "refused") throw new MedusaError(MedusaError.Types.NOT_ALLOWED, result.message);
  return { steps: [...result.steps] };
}
