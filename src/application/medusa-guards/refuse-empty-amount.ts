import { MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";

/** Core before 2.18 takes an amount of 0 for the whole payment. Refused here with the words of later versions. */
const Asked = z.object({ amount: z.number() });

export function refuseEmptyAmount(body: unknown, kind: "capture" | "refund"): void {
  const { data } = Asked.safeParse(body);
  if (data === undefined || data.amount > 0) return;
  const name = kind === "capture" ? "Capture" : "Refund";
  throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name} amount must be greater than 0.`);
}
