import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { NotificationSettingsChange } from "../../../../api-schema/admin";
import {
  notificationPage,
  saveNotificationSettings,
} from "../../../../application/notification-page/notification-page";
import { adminCommand } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";
import { answeringStale } from "../../../answering-stale";

/** `GET /admin/acquiring/notifications` — who in the store is told of what, and the messages sent last. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => notificationPage(req.scope) });
}

/** `POST /admin/acquiring/notifications` — saves the next version. Needs `configure`. */
export const POST = answeringStale(
  adminCommand({ permission: "configure", body: NotificationSettingsChange, run: saveNotificationSettings }),
);
