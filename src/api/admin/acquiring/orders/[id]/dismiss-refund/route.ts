import { RefundDismissal } from "../../../../../../api-schema/admin";
import { dismissRefund } from "../../../../../../application/returns/decide-refund";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/orders/:id/dismiss-refund` — not now; answer: `RefundProposal`. Needs `refund`. */
export const POST = adminCommand({ permission: "refund", body: RefundDismissal, run: dismissRefund });
