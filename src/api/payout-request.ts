import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { FieldProblem, Permission } from "../api-schema/admin";
import { requireEither } from "../application/access/admin-access";
import { CARD_IN_FIELD, cardFieldIn, withoutCard } from "../application/card-field";
import type { PayoutActor } from "../application/payouts/payout-actor";
import { refusalAnswer } from "../application/payouts/refusal";

/** Common to payout routes: permission first, then validation of every field, then the command. Never cached. */
interface PayoutRoute<Schema extends z.ZodType> {
  readonly permission: Permission;
  readonly input: Schema;
  readonly run: (who: PayoutActor, input: z.output<Schema>) => Promise<unknown>;
}

/** For routes without parameters beyond their path. */
export const Nothing = z.object({});

/** Takes input from the body. */
export const payoutCommand =
  <Schema extends z.ZodType>({ permission, input, run }: PayoutRoute<Schema>) =>
  (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> =>
    answer(req, res, { permission, sent: req.body, input, run });

/** Takes input from the query string. Approvers may read what others prepared, without the right to prepare. */
export const payoutQuestion =
  <Schema extends z.ZodType>({ permission, input, run }: PayoutRoute<Schema>) =>
  (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> =>
    answer(req, res, { permission, or: "approve_payout", sent: req.query, input, run });

async function answer<Schema extends z.ZodType>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  {
    permission,
    or = permission,
    sent,
    input,
    run,
  }: PayoutRoute<Schema> & { readonly or?: Permission; readonly sent: unknown },
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  await requireEither(req.scope, req.auth_context, { permission, or });
  const read = input.safeParse(sent ?? {});
  if (!read.success) return refuse(res, read.error.issues.map(problemOf));
  const field = cardFieldIn(sent);
  if (field !== null) return refuse(res, [{ path: field, message: CARD_IN_FIELD }]);
  try {
    res.status(200).json(await run(payoutActorOf(req), read.data));
  } catch (error) {
    const refusal = refusalAnswer(error);
    if (refusal === null) throw error;
    res.status(refusal.status).json(refusal.body);
  }
}

export const payoutActorOf = (req: AuthenticatedMedusaRequest): PayoutActor => ({
  container: req.scope,
  id: req.params.id ?? "",
  auth: req.auth_context,
});

/** A validation error without the invalid value. */
const problemOf = ({ path, message }: z.core.$ZodIssue): FieldProblem => ({
  path: withoutCard(path.map(String).join(".")) ?? "",
  message: withoutCard(message) ?? CARD_IN_FIELD,
});

function refuse(res: MedusaResponse, fields: readonly FieldProblem[]): void {
  const [first] = fields;
  const message = first ? `${first.path}: ${first.message}` : "The request does not match the API schema.";
  res.status(400).json({ type: MedusaError.Types.INVALID_DATA, message, fields });
}
