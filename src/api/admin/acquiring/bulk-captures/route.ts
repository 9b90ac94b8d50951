import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { BulkCapture } from "../../../../api-schema/admin";
import { latestBulkViews, startBulkCapture } from "../../../../application/dashboard/view/bulk-view";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/bulk-captures` — latest ten without results; answer: `{ runs: BulkRun[] }`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => latestBulkViews(req.scope) });
}

/** `POST /admin/acquiring/bulk-captures` — takes `BulkCapture`; answer: 202 with `BulkRun`, work continues. Needs `capture`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "capture",
    status: 202,
    work: () => startBulkCapture(req.scope, readAdminInput(BulkCapture, req.body), req.auth_context.actor_id),
  });
}
