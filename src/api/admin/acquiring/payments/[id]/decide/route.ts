import { DecideAction } from "../../../../../../api-schema/admin";
import { decideOfPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/decide` — takes `DecideAction` for an unknown operation; answer: `ActionResult`. Needs `resolve`. */
export const POST = adminCommand({ permission: "resolve", body: DecideAction, run: decideOfPayment });
