import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import type { z } from "@medusajs/framework/zod";
import type { Permission } from "../api-schema/admin";
import type { AdminRequestContext } from "../application/access/admin-request-context";
import { CARD_IN_FIELD, cardFieldIn, withoutCard } from "../application/card-field";
import { answerAdmin } from "./admin-request";

/** Validates an admin request. Throws 400 with the first invalid field, without its value, and for any card number. */
export function readAdminInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input ?? {});
  if (result.success) {
    const field = cardFieldIn(input);
    if (field === null) return result.data;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `${field}: ${CARD_IN_FIELD}`);
  }
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const message = issue?.message ?? "The request does not match the API schema.";
  const isNamed = path === "" || message.startsWith(`${path}:`);
  const text = withoutCard(isNamed ? message : `${path}: ${message}`) ?? `The name of a field: ${CARD_IN_FIELD}`;
  throw new MedusaError(MedusaError.Types.INVALID_DATA, text);
}

interface AdminCommand<Schema extends z.ZodType> {
  readonly permission: Permission;
  readonly body: Schema;
  readonly run: (context: AdminRequestContext, body: z.output<Schema>) => Promise<unknown>;
}

/** A route that acts on the resource in its path: checks the permission first, then the body. */
export function adminCommand<Schema extends z.ZodType>({ permission, body, run }: AdminCommand<Schema>) {
  return async (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> => {
    const { actor_id: actorId, actor_type: type } = req.auth_context;
    const context = { container: req.scope, targetId: req.params.id ?? "", actorId, isUser: type === "user" };
    await answerAdmin(req, res, { permission, work: () => run(context, readAdminInput(body, req.body)) });
  };
}
