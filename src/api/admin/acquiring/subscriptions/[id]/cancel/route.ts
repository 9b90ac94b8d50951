import { SubscriptionCancel } from "../../../../../../contract/admin";
import { cancelAsAdmin } from "../../../../../../workflows/subscription/admin-deeds";
import { adminDeed } from "../../../../../admin-input";

/** `POST /admin/acquiring/subscriptions/:id/cancel` — the gateway is asked to end it; answer: `SubscriptionAnswer`. Needs `unsubscribe`. */
export const POST = adminDeed({ permission: "unsubscribe", body: SubscriptionCancel, run: cancelAsAdmin });
