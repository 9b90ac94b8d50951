import { RefundAction } from "../../../../../../api-schema/admin";
import { refundPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/refund` — takes `RefundAction`; answer: `ActionResult`. Needs `refund`. */
export const POST = adminCommand({ permission: "refund", body: RefundAction, run: refundPayment });
