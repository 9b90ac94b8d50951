import { ReplayAction } from "../../../../../../api-schema/admin";
import { replayForPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "resolve", body: ReplayAction, run: replayForPayment });
