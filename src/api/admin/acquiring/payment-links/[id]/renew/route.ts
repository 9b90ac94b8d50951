import { PaymentLinkTerms } from "../../../../../../api-schema/admin";
import { renewLink } from "../../../../../../application/payables/admin-links";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payment-links/:id/renew` — a new token and expiry; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: PaymentLinkTerms, run: renewLink });
