import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { privacyPage } from "../../../../application/privacy/privacy-commands";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/privacy` — legal holds, and what retention would remove now. Needs `privacy`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "privacy", work: () => privacyPage(req.scope) });
}
