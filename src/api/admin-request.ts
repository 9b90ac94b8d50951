import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { Permission } from "../api-schema/admin";
import { requirePermission } from "../application/access/admin-access";

interface AdminRequest {
  readonly permission: Permission;
  /** Includes parsing the request: without the permission, nothing else is reported. */
  readonly work: () => Promise<unknown>;
  /** Default: 200. */
  readonly status?: 200 | 202;
}

/** Common to all dashboard routes: the permission comes first, and no cache keeps the answer. */
export async function answerAdmin(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { permission, work, status = 200 }: AdminRequest,
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  await requirePermission(req.scope, req.auth_context, permission);
  res.status(status).json(await work());
}
