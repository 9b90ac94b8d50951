import { RefundAction } from "../../../../../../contract/admin";
import { refundPayment } from "../../../../../../workflows/admin-actions/actions";
import { adminDeed } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/refund` — takes `RefundAction`; answer: `ActionResult`. Needs `refund`. */
export const POST = adminDeed({ permission: "refund", body: RefundAction, run: refundPayment });
