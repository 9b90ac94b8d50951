import type { NotificationPage, NotificationSettingsChange, NotificationTestResult } from "../../../api-schema/admin";
import { read, send } from "../client";

const NOTIFICATIONS = "/admin/acquiring/notifications";

/** Of the page's answer in the dashboard's cache. */
export const NOTIFICATIONS_KEY = ["acquiring", "notifications"] as const;

export const fetchNotifications = (signal?: AbortSignal) => read<NotificationPage>(NOTIFICATIONS, signal);
export const sendNotificationSettings = (body: NotificationSettingsChange) =>
  send<NotificationPage>(NOTIFICATIONS, body);

/** Null: by the dashboard's bell. */
export const sendTest = (roleId: string | null) =>
  send<NotificationTestResult>(`${NOTIFICATIONS}/test-message`, { role_id: roleId });
