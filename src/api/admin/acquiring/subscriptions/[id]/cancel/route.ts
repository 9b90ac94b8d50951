import { SubscriptionCancel } from "../../../../../../api-schema/admin";
import { cancelAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/subscriptions/:id/cancel` — cancels at the gateway; answer: `SubscriptionAnswer`. Needs `unsubscribe`. */
export const POST = adminCommand({ permission: "unsubscribe", body: SubscriptionCancel, run: cancelAsAdmin });
