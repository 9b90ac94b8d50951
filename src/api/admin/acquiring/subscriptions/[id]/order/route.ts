import { SubscriptionOrder } from "../../../../../../api-schema/admin";
import { orderAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

/** `POST /admin/acquiring/subscriptions/:id/order` — creates a charge's missing order; answer: `SubscriptionAnswer`. Needs `unsubscribe`. */
export const POST = adminCommand({
  permission: "unsubscribe",
  body: SubscriptionOrder,
  run: (context, { charge_id: chargeId }) => orderAsAdmin(context, chargeId),
});
