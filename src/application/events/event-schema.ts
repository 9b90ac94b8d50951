import { z } from "@medusajs/framework/zod";
import { AttentionKind } from "../../api-schema/admin/payment";
import { RefundCauseKind } from "../../api-schema/admin/refund-proposal";
import { attemptStates } from "../../modules/acquiring";

/**
 * What the events of the ledger contain. IDs, amounts and codes only: no card number, name, e-mail address or free
 * text. `version` changes when a field changes its meaning or goes; fields may be added without.
 */
const VERSION = 1;

const common = {
  version: z.literal(VERSION).describe("of this event's fields"),
  event_id: z.string().describe("the same whenever this event is delivered again"),
  occurred_at: z.iso.datetime().describe("ISO 8601"),
  account: z.string().describe("key of the gateway account"),
};

/** Data of every `acquiring.payment.…` event that is listed in `PAYMENT_EVENTS`. */
export const PaymentNews = z.object({
  ...common,
  attempt_id: z.string().describe("the payment attempt"),
  session_id: z.string().describe("Medusa's payment session"),
  cart_id: z.string().nullable().describe("its cart"),
  order_no: z.string().describe("the order number at the gateway"),
  method: z.string().nullable().describe("the alternative payment method; null for cards"),
  instalments: z
    .object({
      plan: z.string(),
      count: z.number().int(),
      monthly_amount_minor: z.string(),
      last_amount_minor: z.string(),
    })
    .nullable()
    .describe(
      "the plan that the customer chose: `plan`, `count`, and `monthly_amount_minor` and `last_amount_minor` in integer minor units of `currency`; null: paid at once",
    ),
  operation_id: z.string().nullable().describe("of a capture, void, refund or review"),
  amount_minor: z.string().nullable().describe("what the event is about, in integer minor units of `currency`"),
  currency: z.string().describe("ISO 4217, upper case"),
  state: z.enum(attemptStates).describe("of the payment after this event"),
  actor: z.enum(["customer", "admin", "system", "gateway"]).describe("who caused it"),
  code: z.string().nullable().describe("the gateway's result code"),
});
export type PaymentNews = z.output<typeof PaymentNews>;

/** Data of `acquiring.attention.raised` and `acquiring.attention.resolved`. */
export const AttentionNews = z.object({
  ...common,
  item_id: z.string().describe("the attention item"),
  kind: AttentionKind.describe("of the item"),
  subject: z
    .string()
    .describe("what it is about: a payment attempt or, without one, an order number, account, payout or operation"),
  attempt_id: z.string().nullable().describe("the payment attempt, if it is about one"),
  reason: z.string().nullable().describe("why it was resolved"),
});
export type AttentionNews = z.output<typeof AttentionNews>;

/** Data of `acquiring.refund.proposed`. */
export const RefundProposalNews = z.object({
  version: common.version,
  event_id: common.event_id,
  occurred_at: common.occurred_at,
  order_id: z.string().describe("Medusa's order"),
  amount_minor: z.string().describe("what the order owes its customer, in integer minor units of `currency`"),
  currency: z.string().describe("ISO 4217, upper case"),
  causes: z.array(RefundCauseKind).describe("what it comes from"),
  is_automatic: z.boolean().describe("the server refunds it by itself (`refunds.automatic`)"),
});
export type RefundProposalNews = z.output<typeof RefundProposalNews>;

/** Data of `acquiring.dispute.due`. */
export const DisputeDueNews = z.object({
  ...common,
  dispute_id: z.string().describe("the dispute in the dashboard's API"),
  attempt_id: z.string().describe("the payment attempt"),
  order_no: z.string().describe("the order number at the gateway"),
  reference: z.string().nullable().describe("the gateway's dispute ID"),
  amount_minor: z.string().nullable().describe("the disputed amount, in integer minor units of `currency`"),
  currency: z.string().describe("ISO 4217, upper case"),
  due_at: z.string().describe("by when to respond, ISO 8601"),
  days_before: z.number().int().describe("the day of `disputes.remindDays` that was reached"),
});
export type DisputeDueNews = z.output<typeof DisputeDueNews>;

/** Data of every `acquiring.saved_card.…` event. */
export const SavedCardNews = z.object({
  ...common,
  saved_card_id: z.string().describe("the saved card"),
  customer_id: z.string().describe("Medusa's customer"),
  actor: z.enum(["customer", "admin", "system", "gateway"]).describe("who caused it"),
  reason: z
    .string()
    .nullable()
    .describe("of a removed card: `asked`, `replaced`, `too_many` or `customer_gone`; otherwise null"),
  code: z.string().nullable().describe("of a refused card: the gateway's result code"),
});
export type SavedCardNews = z.output<typeof SavedCardNews>;

/** Data of every `acquiring.payment_link.…` event. */
export const PaymentLinkNews = z.object({
  version: common.version,
  event_id: common.event_id,
  occurred_at: common.occurred_at,
  account: z.string().nullable().describe("key of the gateway account that it was paid with; otherwise null"),
  id: z.string().describe("the payment link"),
  order_id: z.string().describe("Medusa's order, which may be a draft"),
  attempt_id: z.string().nullable().describe("the payment attempt that paid it; otherwise null"),
  amount_minor: z
    .string()
    .nullable()
    .describe(
      "what it asks for, or what was paid, in integer minor units of `currency`; null if it was renewed or paid before this was delivered",
    ),
  currency: z.string().nullable().describe("ISO 4217, upper case; null like the amount"),
  state: z.enum(["open", "paid", "expired"]).describe("of the link after this event"),
});
export type PaymentLinkNews = z.output<typeof PaymentLinkNews>;

/** Data of every `acquiring.subscription.…` event. */
export const SubscriptionNews = z.object({
  ...common,
  id: z.string().describe("the subscription"),
  customer_id: z.string().nullable().describe("Medusa's customer"),
  charge_id: z.string().nullable().describe("of `renewed` and `renewal_failed`: the charge; otherwise null"),
  number: z.number().int().nullable().describe("of the charge; 2 is the first renewal"),
  attempt_id: z.string().nullable().describe("the payment attempt of the charge"),
  order_no: z.string().nullable().describe("the order number of the charge at the gateway"),
  order_id: z
    .string()
    .nullable()
    .describe("of `renewed`: Medusa's order of the renewal; null if your hook answered that it gets none"),
  amount_minor: z.string().describe("of the charge, or of one charge, in integer minor units of `currency`"),
  currency: z.string().describe("ISO 4217, upper case"),
  actor: z
    .enum(["customer", "admin", "system", "gateway"])
    .nullable()
    .describe("of `cancelled`: who cancelled it; otherwise null"),
  code: z.string().nullable().describe("of `renewal_failed`: the gateway's result code"),
});
export type SubscriptionNews = z.output<typeof SubscriptionNews>;

/** Data of every `acquiring.payout.…` event. */
export const PayoutNews = z.object({
  version: common.version,
  event_id: common.event_id,
  occurred_at: common.occurred_at,
  account: z
    .string()
    .nullable()
    .describe("key of the gateway account; null if the payout was edited before this was delivered"),
  id: z.string().describe("the payout"),
  amount_minor: z.string().nullable().describe("in integer minor units of `currency`; null like the account"),
  currency: z.string().nullable().describe("ISO 4217, upper case; null like the account"),
  state: z
    .enum(["submitted", "approved", "pending", "held", "unknown", "paid", "failed", "cancelled"])
    .describe("of the payout after this event"),
  actor: z.enum(["admin", "system", "gateway"]).describe("who caused it"),
});
export type PayoutNews = z.output<typeof PayoutNews>;
