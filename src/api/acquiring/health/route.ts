import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";

/** `GET /acquiring/health` — 200 while this process answers requests at all. It asks nothing and nobody. */
export function GET(_req: MedusaRequest, res: MedusaResponse): void {
  res.setHeader("Cache-Control", "no-store");
  res.status(200).json({ status: "alive" });
}
