import type { NotificationPage, NotificationRole } from "../../../../api-schema/admin";

export const aRole = (change: Partial<NotificationRole> = {}): NotificationRole => ({
  ...{ id: "finance", name: "Finance", topics: ["dispute"], emails: ["finance@example.test"], webhooks: [] },
  ...{ language: "en", time_zone: "Europe/Berlin", daily_at: null, quiet: null },
  ...change,
});

export const aPage = (change: Partial<NotificationPage> = {}): NotificationPage => ({
  version: 3,
  bell: { topics: ["held"], language: "en" },
  roles: [aRole()],
  channels: { bell: true, email: true },
  webhooks: ["chat"],
  messages: [],
  saved_at: null,
  saved_by: null,
  ...change,
});
