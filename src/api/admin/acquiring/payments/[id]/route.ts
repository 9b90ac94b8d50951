import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requirePermission } from "../../../../../workflows/admin-access";
import { paymentView } from "../../../../../workflows/admin-view/order-payments";

/** `GET /admin/acquiring/payments/:id` — one payment, whole; answer: `{ payment: AdminPayment }`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "read");
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json({ payment: await paymentView(req.scope, req.params.id ?? "") });
}
