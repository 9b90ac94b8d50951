import { QueryAction } from "../../../../../../contract/admin";
import { queryPayment } from "../../../../../../workflows/admin-actions/actions";
import { paymentAction } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/query` — takes `{}`: the gateway is asked now; answer: `ActionResult`. Needs `resolve`. */
export const POST = paymentAction({ permission: "resolve", body: QueryAction, run: queryPayment });
