import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { EvidenceFilters } from "../../../../../../api-schema/admin";
import { requirePermission } from "../../../../../../application/access/admin-access";
import { evidenceFile } from "../../../../../../application/disputes/evidence/evidence-file";
import { readAdminInput } from "../../../../../admin-input";

/** `GET /admin/acquiring/disputes/:id/evidence?format=pdf|zip` — what this store knows, as a file. Needs `export`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  await requirePermission(req.scope, req.auth_context, "export");
  const { format } = readAdminInput(EvidenceFilters, req.query);
  const { actor_id: actorId } = req.auth_context;
  const file = await evidenceFile(req.scope, { disputeId: req.params.id ?? "", format, actorId });
  res.setHeader("Content-Type", file.type);
  res.setHeader("Content-Disposition", `attachment; filename="${file.name}"`);
  res.status(200).end(Buffer.from(file.bytes));
}
