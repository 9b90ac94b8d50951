import { AmountAction } from "../../../../../../contract/admin";
import { capturePayment } from "../../../../../../workflows/admin-actions/actions";
import { adminDeed } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/capture` — takes `AmountAction`; answer: `ActionResult`. Needs `capture`. */
export const POST = adminDeed({ permission: "capture", body: AmountAction, run: capturePayment });
