import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentLinkTerms } from "../../../../../../api-schema/admin";
import { createLink, orderLinks } from "../../../../../../application/payables/admin-links";
import { adminCommand } from "../../../../../admin-input";
import { answerAdmin } from "../../../../../admin-request";

/** `GET /admin/acquiring/orders/:id/payment-links` — what the order owes, and its links; answer: `OrderPaymentLinks`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => orderLinks(req.scope, req.params.id ?? "") });
}

/** `POST /admin/acquiring/orders/:id/payment-links` — creates a link, or returns the open one; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: PaymentLinkTerms, run: createLink });
