import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { pageFileNamed } from "../../../pages/page-files";

/** `GET /acquiring/pay-page/:file` — the payment page's script and stylesheet. Their names change with their content. */
export function GET(req: MedusaRequest, res: MedusaResponse): void {
  const file = pageFileNamed(String(req.params.file ?? ""));
  if (!file) return void res.status(404).end();
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  res.status(200).type(file.type).end(file.bytes);
}
