import { ReplayAction } from "../../../../../../contract/admin";
import { replayForPayment } from "../../../../../../workflows/admin-actions/actions";
import { paymentAction } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/replay` — takes `ReplayAction`: one notification is thought about once more; answer: `ActionResult`. Needs `resolve`. */
export const POST = paymentAction({ permission: "resolve", body: ReplayAction, run: replayForPayment });
