import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import type { z } from "@medusajs/framework/zod";
import type { Permission } from "../contract/admin";
import { requirePermission } from "../workflows/admin-access";

/**
 * What every route of the dashboard does alike: nothing is answered without the
 * permission, nothing is kept by a cache, and what does not fit the contract is
 * answered with 400 and the name of the field.
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

/** Reads a body or a query by the contract; throws INVALID_DATA with the first field that is wrong. */
export function parseAdmin<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join(".");
  const message = issue?.message ?? "The request does not fit.";
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    field && !message.startsWith(field) ? `${field}: ${message}` : message,
  );
}
