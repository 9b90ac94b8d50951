import { PaymentLinkSending } from "../../../../../../api-schema/admin";
import { sendLink } from "../../../../../../application/payables/send-link";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payment-links/:id/send` — sends a link by e-mail; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: PaymentLinkSending, run: sendLink });
