import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requirePermission } from "../../../../../../workflows/admin-access";
import { orderPayments } from "../../../../../../workflows/admin-view/order-payments";

/** `GET /admin/acquiring/orders/:id/payments` — every attempt of the order's cart; answer: `AdminOrderPayments`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "read");
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await orderPayments(req.scope, req.params.id ?? ""));
}
