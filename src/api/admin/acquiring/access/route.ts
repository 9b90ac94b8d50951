import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { accessOf } from "../../../../application/access/admin-access";

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json(await accessOf(req.scope, req.auth_context));
}
