import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { StoreError } from "../api-schema/errors";
import { customerText } from "../api-schema/errors";
import { CARD_IN_FIELD, cardFieldIn, withoutCard } from "../application/card-field";
import { errorName } from "../application/safe-error-text";
import { StoreRequestError } from "../application/store-error";

/** Runs a store route and turns errors into the API schema's error body, without any value from the request. */
export async function answerStore(
  req: MedusaRequest,
  res: MedusaResponse,
  work: () => Promise<unknown>,
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  try {
    res.status(200).json(await work());
  } catch (error) {
    if (error instanceof StoreRequestError) {
      res.status(error.status).json(bodyOf(error));
      return;
    }
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.store_route_failed ${describe(error)}`);
    res.status(503).json(bodyOf({ code: "payment_not_available", fields: [], hint: null }));
  }
}

/** For middleware: answers a `StoreRequestError` like our own routes; passes on everything else. */
export async function passOrAnswer(
  res: MedusaResponse,
  next: MedusaNextFunction,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof StoreRequestError) res.status(error.status).json(bodyOf(error));
    else next(error);
    return;
  }
  next();
}

/** An error without values: its name, and the paths for a validation error. */
function describe(error: unknown): string {
  if (error instanceof z.ZodError)
    return `error=ZodError paths=${error.issues.map(({ path }) => withoutCard(path.map(String).join(".")) ?? "[redacted]").join(",")}`;
  return `error=${errorName(error)}`;
}

/** Validates a body; errors name the invalid fields. Card numbers are refused except in a payment's card. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) {
    const field = cardFieldIn(body);
    if (field === null) return result.data;
    throw new StoreRequestError("invalid_request", 400, [{ field, message: CARD_IN_FIELD }]);
  }
  const fields = result.error.issues.map(({ path, message }) => ({
    field: withoutCard(path.map(String).join(".") || "body") ?? "body",
    message: withoutCard(message) ?? CARD_IN_FIELD,
  }));
  if (fields.every(({ field }) => field === "captcha")) throw new StoreRequestError("captcha_required", 409, fields);
  throw new StoreRequestError("invalid_request", 400, fields);
}

const bodyOf = ({ code, fields, hint }: Pick<StoreRequestError, "code" | "fields" | "hint">): StoreError => ({
  type: "acquiring_error",
  code,
  message: hint === null ? customerText[code] : `${customerText[code]} (${hint})`,
  ...(fields.length > 0 && { fields: [...fields] }),
});
