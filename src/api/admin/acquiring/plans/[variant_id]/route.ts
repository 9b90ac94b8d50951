import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PlanInput } from "../../../../../api-schema/admin";
import { putPlan, removePlan } from "../../../../../application/subscriptions/plans";
import { readAdminInput } from "../../../../admin-input";
import { answerAdmin } from "../../../../admin-request";

export async function PUT(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "subscribe",
    work: () => putPlan(req.scope, req.params.variant_id ?? "", readAdminInput(PlanInput, req.body)),
  });
}

export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "subscribe",
    work: () => removePlan(req.scope, req.params.variant_id ?? ""),
  });
}
