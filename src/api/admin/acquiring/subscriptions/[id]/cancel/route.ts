import { SubscriptionCancel } from "../../../../../../api-schema/admin";
import { cancelAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({ permission: "unsubscribe", body: SubscriptionCancel, run: cancelAsAdmin });
