import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { BulkCapture } from "../../../../contract/admin";
import { requirePermission } from "../../../../workflows/admin-access";
import { latestBulkViews, startBulkCapture } from "../../../../workflows/admin-view/bulk-view";
import { readInput } from "../../../admin-input";

/** `GET /admin/acquiring/bulk-captures` — the newest ten, without results; answer: `{ runs: BulkRun[] }`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "read");
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await latestBulkViews(req.scope));
}

/** `POST /admin/acquiring/bulk-captures` — takes `BulkCapture`; answer: `BulkRun` with 202, the work goes on. Needs `capture`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "capture");
  const body = readInput(BulkCapture, req.body);
  res.setHeader("Cache-Control", "no-store");
  res.status(202).json(await startBulkCapture(req.scope, body, req.auth_context.actor_id));
}
