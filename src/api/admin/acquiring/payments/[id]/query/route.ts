import { QueryAction } from "../../../../../../api-schema/admin";
import { queryPayment } from "../../../../../../application/dashboard/payment-actions";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "resolve", body: QueryAction, run: queryPayment });
