import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import type { CustomerRequest } from "../application/checkout/pay";
import { resolveLedger } from "../application/resolve-ledger";

/** Identifies the customer of a request, as far as the connection tells. */
export function requestCustomer(req: AuthenticatedMedusaRequest): CustomerRequest {
  // Typed as always present, but missing without a login.
  const actor = "auth_context" in req ? req.auth_context : null;
  const { trustedProxies } = resolveLedger(req.scope).options;
  return {
    ip: clientIp(req, trustedProxies),
    isBehindUnknownProxy: trustedProxies === 0 && req.headers["x-forwarded-for"] !== undefined,
    userAgent: req.headers["user-agent"] ?? null,
    accept: req.headers.accept ?? null,
    customerId: actor?.actor_type === "customer" ? actor.actor_id : null,
  };
}

/** The socket's address or, behind `trustedProxies` proxies, the outermost one's entry; earlier ones can be forged. */
function clientIp(req: AuthenticatedMedusaRequest, trustedProxies: number): string | null {
  const socket = req.socket.remoteAddress ?? null;
  if (trustedProxies === 0) return plain(socket);
  const header = req.headers["x-forwarded-for"];
  const hops = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").map((hop) => hop.trim());
  return plain(hops.at(-trustedProxies) || socket);
}

/** Some proxies append the port, which is another one for each connection. */
const PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

const plain = (address: string | null): string | null =>
  address
    ?.replace(PORT, (_whole, ...[six, four]: (string | undefined)[]) => six ?? four ?? "")
    .replace(/^::ffff:/i, "")
    .slice(0, 45) ?? null;
