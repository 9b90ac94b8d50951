import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { orderPayments } from "../../../../../../application/dashboard/view/order-payments";
import { answerAdmin } from "../../../../../admin-request";

/** `GET /admin/acquiring/orders/:id/payments` — all attempts of an order; answer: `AdminOrderPayments`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => orderPayments(req.scope, req.params.id ?? "") });
}
