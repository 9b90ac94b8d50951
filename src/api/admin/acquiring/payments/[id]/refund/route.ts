import { RefundAction } from "../../../../../../contract/admin";
import { refundPayment } from "../../../../../../workflows/admin-actions/actions";
import { paymentAction } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/refund` — takes `RefundAction`; answer: `ActionResult`. Needs `refund`. */
export const POST = paymentAction({ permission: "refund", body: RefundAction, run: refundPayment });
