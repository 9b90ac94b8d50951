import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { resolveLedger } from "../../../application/resolve-ledger";

/**
 * `GET /acquiring/ready` — 200 where a balancer may send requests, 503 with the reason in one word
 * (`stopping`, `database`, `migrations`) where not. `clock_skew_ms` (ms, positive: ahead) is there when this server's
 * clock is wrong by five seconds or more against Postgres': no payment depends on it, other software does. A gateway
 * that is not understood makes no server unready and is reported as `warnings` (`unreadable_responses`,
 * `unknown_outcomes`). Open to everybody, so it says nothing else.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  const ledger = resolveLedger(req.scope);
  const unready = await ledger.readiness();
  if (unready !== null) return void res.status(503).json({ status: "not_ready", reason: unready });
  const skewMs = ledger.clock.wrongByMs();
  const warnings = await ledger.gatewayWarnings();
  res.status(200).json({
    status: "ready",
    ...(skewMs !== null && { clock_skew_ms: skewMs }),
    ...(warnings.length > 0 && { warnings }),
  });
}
