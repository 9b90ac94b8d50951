import { Action } from "../../../../../../api-schema/admin";
import { voidPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/void` — takes `Action`; answer: `ActionResult`. Needs `void`. */
export const POST = adminCommand({ permission: "void", body: Action, run: voidPayment });
