import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ProposedRefund } from "../../../../../../api-schema/admin";
import { refundProposed } from "../../../../../../application/returns/decide-refund";
import { refundProposalOf } from "../../../../../../application/returns/refund-proposal";
import { adminCommand } from "../../../../../admin-input";
import { answerAdmin } from "../../../../../admin-request";

/** `GET /admin/acquiring/orders/:id/refund-proposal` — what the order has to refund, and why; answer: `RefundProposal`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => refundProposalOf(req.scope, req.params.id ?? "") });
}

/** `POST /admin/acquiring/orders/:id/refund-proposal` — makes the refunds that were shown; answer: `SurplusResult`. Needs `refund`. */
export const POST = adminCommand({ permission: "refund", body: ProposedRefund, run: refundProposed });
