import { AmountAction } from "../../../../../../api-schema/admin";
import { capturePayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/capture` — takes `AmountAction`; answer: `ActionResult`. Needs `capture`. */
export const POST = adminCommand({ permission: "capture", body: AmountAction, run: capturePayment });
