import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";

/** `GET /acquiring/health` — liveness: 200 while this process answers requests. Checks nothing else. */
export function GET(_req: MedusaRequest, res: MedusaResponse): void {
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json({ status: "alive" });
}
