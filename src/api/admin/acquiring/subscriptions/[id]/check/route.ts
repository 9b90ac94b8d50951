import { SubscriptionCheck } from "../../../../../../api-schema/admin";
import { checkAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/subscriptions/:id/check` — takes `{}`, queries the gateway; answer: `SubscriptionAnswer`. Needs `resolve`. */
export const POST = adminCommand({ permission: "resolve", body: SubscriptionCheck, run: checkAsAdmin });
