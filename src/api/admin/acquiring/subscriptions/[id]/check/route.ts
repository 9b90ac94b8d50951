import { SubscriptionCheck } from "../../../../../../api-schema/admin";
import { checkAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "resolve", body: SubscriptionCheck, run: checkAsAdmin });
