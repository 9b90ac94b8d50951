import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { PaymentFilters } from "../../../../../api-schema/admin";
import { requirePermission } from "../../../../../application/access/admin-access";
import { paymentsCsv } from "../../../../../application/dashboard/view/payments-csv";
import { readAdminInput } from "../../../../admin-input";
import { sendCsv } from "../../../../send-csv";

/** `GET /admin/acquiring/payments/export` — takes `PaymentFilters`; answer: a CSV file. Needs `export`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await requirePermission(req.scope, req.auth_context, "export");
  const pieces = await paymentsCsv(req.scope, readAdminInput(PaymentFilters, req.query));
  await sendCsv(res, "payments.csv", pieces);
}
