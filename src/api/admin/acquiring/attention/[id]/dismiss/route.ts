import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { Dismissal } from "../../../../../../api-schema/admin";
import { acquiringDismissAttentionWorkflow } from "../../../../../../workflows/dismiss-attention";
import { readAdminInput } from "../../../../../admin-input";
import { answerAdmin } from "../../../../../admin-request";

/** `POST /admin/acquiring/attention/:id/dismiss` — closes an item with a reason; 404 if it is not open. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "resolve",
    work: async () => {
      const dismissal = readAdminInput(Dismissal, req.body);
      const input = { id: req.params.id ?? "", actor_id: req.auth_context.actor_id, ...dismissal };
      const { result } = await acquiringDismissAttentionWorkflow(req.scope).run({ input });
      return result;
    },
  });
}
