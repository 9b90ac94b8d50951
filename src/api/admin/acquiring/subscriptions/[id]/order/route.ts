import { SubscriptionOrder } from "../../../../../../api-schema/admin";
import { orderAsAdmin } from "../../../../../../application/subscriptions/admin-commands";
import { adminCommand } from "../../../../../admin-input";

export const POST = adminCommand({
  permission: "unsubscribe",
  body: SubscriptionOrder,
  run: (context, { charge_id: chargeId }) => orderAsAdmin(context, chargeId),
});
