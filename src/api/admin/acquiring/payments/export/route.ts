import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentFilters } from "../../../../../contract/admin";
import { requirePermission } from "../../../../../workflows/admin-access";
import { paymentsCsv } from "../../../../../workflows/admin-view/payments-csv";
import { readInput } from "../../../../admin-input";

/** `GET /admin/acquiring/payments/export` — all that `PaymentFilters` ask for, as a CSV file. Needs `export`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "export");
  const pieces = await paymentsCsv(req.scope, readInput(PaymentFilters, req.query));
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Content-Disposition", 'attachment; filename="payments.csv"');
  // Who goes away in the middle is no error of ours, and a failure in the middle cuts the file off: it must not look whole.
  await pipeline(Readable.from(pieces), res).catch(() => res.destroy());
}
