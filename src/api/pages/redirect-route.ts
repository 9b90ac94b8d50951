import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { errorName } from "../../application/safe-error-text";
import { framingOrigins } from "../../application/payables/payment-page-url";
import { resolveLedger } from "../../application/resolve-ledger";
import type { ReturnWay } from "../../application/checkout/payment-return";
import { pageTexts } from "./page-texts";
import { sendWay } from "./redirect-page";

/** Runs the work behind a page. On any error the customer sees a page, and the log gets the error's name. */
export async function answerWay(
  req: MedusaRequest,
  res: MedusaResponse,
  work: (ticket: string) => Promise<ReturnWay | null>,
): Promise<void> {
  const context = {
    texts: pageTexts(req.headers["accept-language"]),
    origins: framingOrigins(resolveLedger(req.scope).options),
  };
  const way = await work(String(req.params.ticket ?? "").slice(0, 200)).catch((error: unknown) => {
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`acquiring.redirect_failed error=${errorName(error)}`);
    return null;
  });
  sendWay(res, way, context);
}
