import { z } from "@medusajs/framework/zod";

/** Who in the store is told of what, and how: the dashboard's bell, e-mail, and webhooks such as a chat's. */

/**
 * `payment_declined`: a customer's payment. `operation_declined`: a capture, void or refund was declined or failed later. `held`: for review.
 * `dispute`: received or decided. `authorisation_expiring`: it has to be captured soon. `refund_proposed`: a return or change left
 * something to refund, or a refund needs a second person. `payout`: it waits for approval, or failed. `payment_link`: it was paid, or expired. `subscription`: a renewal
 * failed, or it was cancelled. `attention`: every other attention item.
 */
export const notificationTopics = [
  "payment_declined",
  "operation_declined",
  "held",
  "dispute",
  "authorisation_expiring",
  "refund_proposed",
  "payout",
  "payment_link",
  "subscription",
  "attention",
] as const;
export const NotificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.output<typeof NotificationTopic>;

/** The languages of the messages. */
export const notificationLanguages = ["de", "en", "es", "fr", "it", "pl"] as const;
export const NotificationLanguage = z.enum(notificationLanguages);
export type NotificationLanguage = z.output<typeof NotificationLanguage>;

const topics = z
  .array(NotificationTopic)
  .max(notificationTopics.length)
  .refine((all) => new Set(all).size === all.length, "names a topic twice; remove one");

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 08:00")
  .describe("`HH:MM` in the role's time zone");

/** A role of the store, such as "Finance", and how its people are told. */
export const NotificationRole = z
  .object({
    id: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, "must be 1 to 40 lower-case letters, digits and dashes")
      .describe("chosen when the role is added; it is never shown"),
    name: z.string().trim().min(1, "is empty; write the role's name").max(60, "is longer than 60 characters"),
    topics: topics.min(1, "is empty; choose at least one topic"),
    emails: z
      .array(z.email("must be an e-mail address").max(254))
      .max(20, "has more than 20 addresses")
      .refine((all) => new Set(all).size === all.length, "names an address twice; remove one"),
    webhooks: z.array(z.string().min(1)).max(5).describe("keys of the option `staffNotifications.webhooks`"),
    language: NotificationLanguage,
    time_zone: z.string().min(1).max(60).describe("IANA name, such as `Europe/Berlin`"),
    daily_at: timeOfDay.nullable().describe("one message a day at this time; null: each as it happens"),
    quiet: z
      .object({ from: timeOfDay, until: timeOfDay })
      .strict()
      .refine(({ from, until }) => from !== until, { path: ["until"], message: "is the time at which it begins" })
      .nullable()
      .describe("no message between these times; what happens meanwhile is in one message afterwards"),
  })
  .strict();
export type NotificationRole = z.output<typeof NotificationRole>;

/** The dashboard's bell, which every user of the dashboard sees. */
export const NotificationBell = z.object({ topics, language: NotificationLanguage }).strict();
export type NotificationBell = z.output<typeof NotificationBell>;

/** Request body of `POST /admin/acquiring/notifications`. `version`: the one that was read; 409 `notifications_changed` if it is no longer current. */
export const NotificationSettingsChange = z
  .object({
    version: z.number().int().min(0),
    bell: NotificationBell,
    roles: z
      .array(NotificationRole)
      .max(20, "has more than 20 roles")
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "has two roles with one id"),
  })
  .strict();
export type NotificationSettingsChange = z.output<typeof NotificationSettingsChange>;

/** `waiting`: it is sent soon, or again after an error. `failed`: given up after a day. */
export const StaffMessageStatus = z.enum(["waiting", "sent", "failed"]);
export type StaffMessageStatus = z.output<typeof StaffMessageStatus>;

const Channel = z.enum(["bell", "email", "webhook"]);

export const StaffMessage = z.object({
  id: z.string(),
  /** A role's id; null: the bell. */
  role_id: z.string().nullable(),
  channel: Channel,
  /** The e-mail address or the webhook's key; null for the bell. */
  recipient: z.string().nullable(),
  status: StaffMessageStatus,
  /** In the role's language. */
  title: z.string(),
  /** Number of things that it tells. */
  items: z.number().int(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null: not yet. */
  sent_at: z.string().nullable(),
  /** Why it was not accepted the last time. */
  problem: z.string().nullable(),
});
export type StaffMessage = z.output<typeof StaffMessage>;

export const CustomerEmailKind = z.enum(["voucher_reminder", "declined_later", "refund_completed", "card_expiring"]);
export type CustomerEmailKind = z.output<typeof CustomerEmailKind>;

/** E-mails of one kind to customers, in the last seven days. */
export const CustomerEmails = z.object({
  kind: CustomerEmailKind,
  /** Option `customerEmails`. */
  enabled: z.boolean(),
  sent: z.number().int(),
  waiting: z.number().int(),
  /** Not sent, because it was no longer true or there was no address. */
  dropped: z.number().int(),
  failed: z.number().int(),
  /** Why one that waits or failed was not accepted the last time. */
  problem: z.string().nullable(),
});
export type CustomerEmails = z.output<typeof CustomerEmails>;

/** Answer of both routes. Version 0: never saved, the bell has its first topics. */
export const NotificationPage = z.object({
  version: z.number().int(),
  bell: NotificationBell,
  roles: z.array(NotificationRole),
  /** Whether the Notification module has a provider for the channel: without one these messages cannot be sent. */
  channels: z.object({ bell: z.boolean(), email: z.boolean() }),
  /** Keys of the option `staffNotifications.webhooks`. */
  webhooks: z.array(z.string()),
  /** The newest first, at most 50. */
  messages: z.array(StaffMessage),
  customer_emails: z.array(CustomerEmails),
  /** ISO 8601, and a user ID; null: never saved. */
  saved_at: z.string().nullable(),
  saved_by: z.string().nullable(),
});
export type NotificationPage = z.output<typeof NotificationPage>;

/** Request body of `POST /admin/acquiring/notifications/test-message`: sends an example to a saved role, or with null by the bell. */
export const NotificationTest = z.object({ role_id: z.string().min(1).nullable() }).strict();
export type NotificationTest = z.output<typeof NotificationTest>;

export const NotificationTestResult = z.object({
  results: z.array(
    z.object({
      channel: Channel,
      recipient: z.string().nullable(),
      /** Null: accepted. */
      problem: z.string().nullable(),
    }),
  ),
});
export type NotificationTestResult = z.output<typeof NotificationTestResult>;
