import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentFilters } from "../../../../contract/admin";
import { requirePermission } from "../../../../workflows/admin-access";
import { paymentPage } from "../../../../workflows/admin-view/payment-page";
import { readInput } from "../../../admin-input";

/** `GET /admin/acquiring/payments` — the payments that `PaymentFilters` ask for; answer: `PaymentPage`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "read");
  const filters = readInput(PaymentFilters, req.query);
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await paymentPage(req.scope, filters));
}
