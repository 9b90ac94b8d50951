import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ledgerOf } from "../../../workflows/ledger-of";

/**
 * `GET /acquiring/ready` — 200 where a balancer may send requests, 503 with the reason in one word
 * (`stopping`, `database`, `migrations`) where not. Open to everybody, so it says nothing else.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  const unready = await ledgerOf(req.scope).readiness();
  if (unready === null) res.status(200).json({ status: "ready" });
  else res.status(503).json({ status: "not_ready", reason: unready });
}
