import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { resolveLedger } from "../../../application/resolve-ledger";

/**
 * `GET /acquiring/ready` — readiness for load balancers: 200, or 503 with a one-word reason (`stopping`, `database`,
 * `migrations`). `clock_skew_ms` (ms, positive: ahead) is included from five seconds of difference to Postgres;
 * payments do not depend on it, other software may. Gateway problems never make a server unready; they appear as
 * `warnings` (`unreadable_responses`, `unknown_outcomes`). Public, so it reveals nothing else.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  const ledger = resolveLedger(req.scope);
  const unready = await ledger.readiness.look();
  if (unready !== null) return void res.status(503).json({ status: "not_ready", reason: unready });
  const skewMs = ledger.clock.wrongByMs();
  const warnings = await ledger.gatewayWarnings.look();
  res.status(200).json({
    status: "ready",
    ...(skewMs !== null && { clock_skew_ms: skewMs }),
    ...(warnings.length > 0 && { warnings }),
  });
}
