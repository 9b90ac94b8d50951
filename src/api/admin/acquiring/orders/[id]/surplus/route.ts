import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { SurplusRefund } from "../../../../../../api-schema/admin";
import { refundSurplus } from "../../../../../../application/payables/refund-surplus";
import { surplusOf } from "../../../../../../application/payables/surplus";
import { adminCommand } from "../../../../../admin-input";
import { answerAdmin } from "../../../../../admin-request";

/** `GET /admin/acquiring/orders/:id/surplus` — what was paid too much, and the refunds that return it; answer: `Surplus`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => surplusOf(req.scope, req.params.id ?? "") });
}

/** `POST /admin/acquiring/orders/:id/surplus` — carries out the plan that was shown; answer: `SurplusResult`. Needs `refund`. */
export const POST = adminCommand({ permission: "refund", body: SurplusRefund, run: refundSurplus });
