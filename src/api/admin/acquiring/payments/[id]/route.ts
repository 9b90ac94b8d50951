import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { paymentView } from "../../../../../application/dashboard/view/order-payments";
import { answerAdmin } from "../../../../admin-request";

/** `GET /admin/acquiring/payments/:id` — one payment in full; answer: `{ payment: AdminPayment }`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: async () => ({ payment: await paymentView(req.scope, req.params.id ?? "") }),
  });
}
