import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { Permission } from "../api-schema/admin";
import { requirePermission } from "../application/access/admin-access";

interface AdminRequest {
  readonly permission: Permission;
  /** Also reads what was sent: who lacks the permission hears of nothing else. */
  readonly work: () => Promise<unknown>;
  /** Left out: 200. */
  readonly status?: 200 | 202;
}

/**
 * What routes of the dashboard do alike: nothing is answered without the permission, and
 * nothing is kept by a cache.
 */
export async function answerAdmin(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { permission, work, status = 200 }: AdminRequest,
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  await requirePermission(req.scope, req.auth_context, permission);
  res.status(status).json(await work());
}
