import { z } from "@medusajs/framework/zod";

/** E-mails to customers about their payments, sent by Medusa's Notification module. All are off unless you enable them. */
export const CUSTOMER_EMAIL_LANGUAGES = ["de", "en", "es", "fr", "it", "pl"] as const;
export type CustomerEmailLanguage = (typeof CUSTOMER_EMAIL_LANGUAGES)[number];

const CustomerEmail = z.strictObject({
  enabled: z.boolean().default(false),
  /** Your template, as Medusa's Notification module gets it. Without one the e-mail has a finished text. */
  template: z
    .string()
    .regex(/^\S{1,200}$/, "must be the name of a template without spaces")
    .optional(),
});

export const CustomerEmailOptions = z.strictObject({
  /** Of a customer whose order's locale is not one of these languages. */
  language: z.enum(CUSTOMER_EMAIL_LANGUAGES).default("en"),
  /** A voucher or bank transfer is not paid yet, `apm.reminderBeforeMs` before it expires. */
  voucherReminder: CustomerEmail.prefault({}),
  /** A voucher or bank transfer of an order expired or was declined after the order had been placed. */
  declinedLater: CustomerEmail.prefault({}),
  /** A refund of an order was completed. */
  refundCompleted: CustomerEmail.prefault({}),
  /** A saved card expires soon. */
  cardExpiring: CustomerEmail.extend({
    /** So many days before the end of the month in which it expires. */
    days: z.number().int().min(1).max(31).default(21),
  }).prefault({}),
});
export type CustomerEmailOptions = z.output<typeof CustomerEmailOptions>;
