import { RenewalPayment } from "../../../../../../api-schema/admin";
import { payRenewalAsAdmin } from "../../../../../../application/payables/pay-renewal";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/subscriptions/:id/payment-link` — a link to pay a declined charge; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: RenewalPayment, run: payRenewalAsAdmin });
