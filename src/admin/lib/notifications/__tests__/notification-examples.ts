import type { CustomerEmails, NotificationPage, NotificationRole } from "../../../../api-schema/admin";

export const aRole = (change: Partial<NotificationRole> = {}): NotificationRole => ({
  ...{ id: "finance", name: "Finance", topics: ["dispute"], emails: ["finance@example.test"], webhooks: [] },
  ...{ language: "en", time_zone: "Europe/Berlin", daily_at: null, quiet: null },
  ...change,
});

export const customerEmails = (change: Partial<CustomerEmails> = {}): CustomerEmails => ({
  ...{ kind: "refund_completed", enabled: false, sent: 0, waiting: 0, dropped: 0, failed: 0, problem: null },
  ...change,
});

export const aPage = (change: Partial<NotificationPage> = {}): NotificationPage => ({
  version: 3,
  bell: { topics: ["held"], language: "en" },
  roles: [aRole()],
  channels: { bell: true, email: true },
  webhooks: ["chat"],
  messages: [],
  customer_emails: [customerEmails()],
  saved_at: null,
  saved_by: null,
  ...change,
});
