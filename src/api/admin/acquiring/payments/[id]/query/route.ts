import { QueryAction } from "../../../../../../api-schema/admin";
import { queryPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminDeed } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/query` — takes `{}`: the gateway is asked now; answer: `ActionResult`. Needs `resolve`. */
export const POST = adminDeed({ permission: "resolve", body: QueryAction, run: queryPayment });
