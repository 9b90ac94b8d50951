import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { accessOf } from "../../../../application/access/admin-access";

/** `GET /admin/acquiring/access` — permissions of the user; answer: `AdminAccess`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await accessOf(req.scope, req.auth_context));
}
