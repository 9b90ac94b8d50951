import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { orderPayments } from "../../../../../../workflows/admin-view/order-payments";

/** `GET /admin/acquiring/orders/:id/payments` — every attempt of the order's cart; answer: `contract/admin.ts`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await orderPayments(req.scope, req.params.id ?? ""));
}
