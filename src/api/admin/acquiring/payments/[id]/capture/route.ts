import { AmountAction } from "../../../../../../api-schema/admin";
import { capturePayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "capture", body: AmountAction, run: capturePayment });
