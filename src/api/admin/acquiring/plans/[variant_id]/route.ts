import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PlanInput } from "../../../../../api-schema/admin";
import { putPlan, removePlan } from "../../../../../application/subscriptions/plans";
import { readAdminInput } from "../../../../admin-input";
import { answerAdmin } from "../../../../admin-request";
import { answeringStale } from "../../../../answering-stale";

/** `PUT /admin/acquiring/plans/:variant_id` — takes `PlanInput`; answer: `AdminPlan`, 409 `plan_changed`. Needs `subscribe`. */
export const PUT = answeringStale((req, res) =>
  answerAdmin(req, res, {
    permission: "subscribe",
    work: () => putPlan(req.scope, req.params.variant_id ?? "", readAdminInput(PlanInput, req.body)),
  }),
);

/** `DELETE /admin/acquiring/plans/:variant_id` — answer: `PlanRemoved`; 404 if there is none. Needs `subscribe`. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "subscribe",
    work: () => removePlan(req.scope, req.params.variant_id ?? ""),
  });
}
