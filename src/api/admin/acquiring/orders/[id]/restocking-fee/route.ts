import { RestockingFee } from "../../../../../../api-schema/admin";
import { deductRestockingFee } from "../../../../../../application/returns/decide-refund";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/orders/:id/restocking-fee` — keeps a part of the refund; answer: `RefundProposal`. Needs `refund`. */
export const POST = adminCommand({ permission: "refund", body: RestockingFee, run: deductRestockingFee });
