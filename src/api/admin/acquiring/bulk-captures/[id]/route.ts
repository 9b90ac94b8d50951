import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { BulkQuery } from "../../../../../contract/admin";
import { requirePermission } from "../../../../../workflows/admin-access";
import { bulkView } from "../../../../../workflows/admin-view/bulk-view";
import { readInput } from "../../../../admin-input";

/** `GET /admin/acquiring/bulk-captures/:id` — a run with the results after the `after`th; answer: `BulkRun`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "read");
  const { after } = readInput(BulkQuery, req.query);
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await bulkView(req.scope, req.params.id ?? "", after));
}
