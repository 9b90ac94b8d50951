import { ReplayAction } from "../../../../../../api-schema/admin";
import { replayForPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminDeed } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/replay` — takes `ReplayAction`: one notification is thought about once more; answer: `ActionResult`. Needs `resolve`. */
export const POST = adminDeed({ permission: "resolve", body: ReplayAction, run: replayForPayment });
