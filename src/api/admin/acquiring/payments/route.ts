import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentFilters } from "../../../../api-schema/admin";
import { paymentPage } from "../../../../application/dashboard/view/payment-page";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/payments` — takes `PaymentFilters`; answer: `PaymentPage`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => paymentPage(req.scope, readAdminInput(PaymentFilters, req.query)),
  });
}
