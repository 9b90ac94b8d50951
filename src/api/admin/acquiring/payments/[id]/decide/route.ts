import { DecideAction } from "../../../../../../api-schema/admin";
import { decideOfPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "resolve", body: DecideAction, run: decideOfPayment });
