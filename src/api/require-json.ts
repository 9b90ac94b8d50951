import { parseUrl } from "../application/parse-url";
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys, parseCorsOrigins } from "@medusajs/framework/utils";
import { resolveLedger } from "../application/resolve-ledger";

/**
 * CSRF protection: browsers send forms and plain text cross-origin with cookies and without a preflight request, but
 * not JSON. Routes that change something therefore accept only JSON, and an `Origin` header must match this server or
 * Medusa's own CORS option. Clients other than browsers send no `Origin`.
 */
type Area = "admin" | "store";

/** Cross-origin DELETE always needs a preflight; without a body it needs no content type. */
const needsType = ({ method, headers }: MedusaRequest): boolean =>
  method !== "DELETE" || headers["content-type"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const isJson = (type: string | undefined): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type ?? "");

const refusal = (code: string, message: string): object => ({ type: "not_allowed", code, message });

export const requireJson =
  (area: Area) =>
  (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const { origin } = req.headers;
    res.setHeader("Cache-Control", "no-store");
    if (needsType(req) && !isJson(req.headers["content-type"])) {
      const message =
        "This route takes JSON. Send the header `Content-Type: application/json`, with `{}` if there is nothing to send.";
      res.status(415).json(refusal("json_required", message));
    } else if (origin !== undefined && !isOwnOrigin(req, origin, area)) {
      const message = `Requests from pages of another origin are refused. Add the page's origin to Medusa's option projectConfig.http.${area}Cors.`;
      res.status(403).json(refusal("origin_not_allowed", message));
    } else {
      next();
    }
  };

function isOwnOrigin(req: MedusaRequest, origin: string, area: Area): boolean {
  const url = parseUrl(origin);
  if (url === null) return false;
  const { host, origin: named } = url;
  const { options } = resolveLedger(req.scope);
  if (host === req.headers.host || named === new URL(options.publicBaseUrl).origin) return true;
  if (area === "store" && options.storefront.origins.includes(named)) return true;
  const { http } = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig;
  const listed = parseCorsOrigins(area === "admin" ? http.adminCors : http.storeCors);
  return listed.some((one) => (typeof one === "string" ? one.replace(/\/$/, "") === origin : one.test(origin)));
}
