import { RefundAction } from "../../../../../../api-schema/admin";
import { refundPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "refund", body: RefundAction, run: refundPayment });
