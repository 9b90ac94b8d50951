import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { CapturePolicyChange } from "../../../../api-schema/admin";
import { capturePolicyPage, saveCapturePolicy } from "../../../../application/capture-policy/policy-page";
import { adminCommand } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";
import { answeringStale } from "../../../answering-stale";

/** `GET /admin/acquiring/capture-policy` — the rules, and what they can name. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => capturePolicyPage(req.scope) });
}

/** `POST /admin/acquiring/capture-policy` — saves the next version. Needs `configure`. */
export const POST = answeringStale(
  adminCommand({ permission: "configure", body: CapturePolicyChange, run: saveCapturePolicy }),
);
