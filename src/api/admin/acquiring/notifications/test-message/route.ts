import { NotificationTest } from "../../../../../api-schema/admin";
import { sendTestNotification } from "../../../../../application/notification-page/notification-page";
import { adminCommand } from "../../../../admin-input";

/** `POST /admin/acquiring/notifications/test-message` — sends an example to a saved role, or by the bell. Needs `configure`. */
export const POST = adminCommand({ permission: "configure", body: NotificationTest, run: sendTestNotification });
