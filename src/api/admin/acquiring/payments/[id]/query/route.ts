import { QueryAction } from "../../../../../../api-schema/admin";
import { queryPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/query` — takes `{}`, queries the gateway; answer: `ActionResult`. Needs `resolve`. */
export const POST = adminCommand({ permission: "resolve", body: QueryAction, run: queryPayment });
