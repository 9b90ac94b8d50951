import { PaymentRequest } from "../../../../api-schema/admin";
import { requestPayment } from "../../../../application/payables/request-payment";
import { adminCommand } from "../../../admin-input";

/** `POST /admin/acquiring/payment-requests` — a draft order for an amount, and its link; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: PaymentRequest, run: requestPayment });
