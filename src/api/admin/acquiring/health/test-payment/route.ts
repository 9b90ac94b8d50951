import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { TestPayment } from "../../../../../api-schema/admin";
import { sendTestPayment } from "../../../../../application/dashboard/send-test-payment";
import { readAdminInput } from "../../../../admin-input";
import { answerAdmin } from "../../../../admin-request";

/** `POST /admin/acquiring/health/test-payment` — authorises and voids a payment; test accounts only. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "operate",
    work: () => {
      const request = { ...readAdminInput(TestPayment, req.body), actorId: req.auth_context.actor_id };
      return sendTestPayment(req.scope, request);
    },
  });
}
