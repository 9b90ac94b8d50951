import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { CapturePolicyChange } from "../../../../api-schema/admin";
import {
  CapturePolicyChanged,
  capturePolicyPage,
  saveCapturePolicy,
} from "../../../../application/capture-policy/policy-page";
import { adminCommand } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/capture-policy` — the rules, and what they can name. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => capturePolicyPage(req.scope) });
}

const save = adminCommand({ permission: "configure", body: CapturePolicyChange, run: saveCapturePolicy });

/** `POST /admin/acquiring/capture-policy` — saves the next version. Needs `configure`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  try {
    await save(req, res);
  } catch (error) {
    if (!(error instanceof CapturePolicyChanged)) throw error;
    // The framework's own error handler would drop the code and the message.
    res.status(409).json({ type: error.type, code: error.code, message: error.message });
  }
}
