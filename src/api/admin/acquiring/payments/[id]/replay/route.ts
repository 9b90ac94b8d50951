import { ReplayAction } from "../../../../../../api-schema/admin";
import { replayForPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/payments/:id/replay` — takes `ReplayAction`, processes a notification again; answer: `ActionResult`. Needs `resolve`. */
export const POST = adminCommand({ permission: "resolve", body: ReplayAction, run: replayForPayment });
