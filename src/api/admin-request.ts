import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { Permission } from "../contract/admin";
import { requirePermission } from "../workflows/admin-access";

/**
 * What routes of the dashboard do alike that answer from one place: nothing is answered
 * without the permission, and nothing is kept by a cache.
 */
export async function answerAdmin(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { permission, work }: { readonly permission: Permission; readonly work: () => Promise<unknown> },
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  await requirePermission(req.scope, req.auth_context, permission);
  res.status(200).json(await work());
}
