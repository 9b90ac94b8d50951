import { Action } from "../../../../../../contract/admin";
import { voidPayment } from "../../../../../../workflows/admin-actions/actions";
import { paymentAction } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/void` — takes `Action`; answer: `ActionResult`. Needs `void`. */
export const POST = paymentAction({ permission: "void", body: Action, run: voidPayment });
