import { PaymentLinkRevocation } from "../../../../../../api-schema/admin";
import { revokeLink } from "../../../../../../application/payables/admin-links";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payment-links/:id/revoke` — ends a link; answer: `PaymentLinkResult`. Needs `collect`. */
export const POST = adminCommand({ permission: "collect", body: PaymentLinkRevocation, run: revokeLink });
