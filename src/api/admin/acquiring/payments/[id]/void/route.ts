import { Action } from "../../../../../../api-schema/admin";
import { voidPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "void", body: Action, run: voidPayment });
