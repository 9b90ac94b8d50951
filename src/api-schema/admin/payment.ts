import { z } from "@medusajs/framework/zod";
import { CapturePlan } from "./capture-policy";

/** One payment attempt. An order has all attempts of its cart, newest first, including declined ones. */
export const LedgerState = z.enum([
  "created",
  "action_required",
  "pending",
  "unknown",
  "authorised",
  "captured",
  "voided",
  "declined",
  "expired",
]);
export type LedgerState = z.infer<typeof LedgerState>;

export const OperationKind = z.enum(["authorise", "capture", "void", "refund", "review", "cancel_subscription"]);
export type OperationKind = z.infer<typeof OperationKind>;

/** `sending` and `unknown` block further operations of the kind until a query is answered. */
export const OperationStatus = z.enum(["sending", "settled", "pending", "declined", "not_sent", "unknown"]);
export type OperationStatus = z.infer<typeof OperationStatus>;

/** One event, ordered by `at`. The dashboard has the text. */
export const TimelineKind = z.enum([
  "started",
  "imported",
  "authorise_sent",
  "authorised",
  "action_required",
  "authorise_pending",
  "authorise_unknown",
  "authorise_not_applied",
  "authorisation_expiring",
  "declined",
  "expired",
  "cancelled_by_customer",
  /** The customer continued with another payment. */
  "replaced",
  "capture_sent",
  "captured",
  "capture_declined",
  "capture_unknown",
  "capture_not_applied",
  "capture_confirmed",
  "void_sent",
  "voided",
  "void_declined",
  "void_unknown",
  "void_not_applied",
  "refund_sent",
  "refund_accepted",
  "refund_succeeded",
  "refund_declined",
  "refund_failed",
  "refund_unknown",
  "refund_not_applied",
  "dispute_received",
  "dispute_won",
  "dispute_lost",
  "held",
  "review_sent",
  "review_approved",
  "review_rejected",
  "review_declined",
  "review_unknown",
  "review_not_applied",
  "cancel_subscription_sent",
  "subscription_cancelled",
  "cancel_subscription_declined",
  "cancel_subscription_unknown",
  "cancel_subscription_not_applied",
  "fact_refused",
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

export const TimelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: TimelineKind,
  amount: z.string().nullable(),
  actor: z.enum(["customer", "admin", "system", "gateway"]),
  /** The admin's name or e-mail; null if unknown, or if it was not an admin. */
  actor_name: z.string().nullable(),
  note: z.string().nullable(),
  /** Where the information came from. */
  source: z.enum(["request", "response", "query", "notify", "return"]),
  /** The gateway's own code and text, shown on demand. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const AttentionKind = z.enum([
  "unknown_outcome",
  "amount_mismatch",
  "capture_unconfirmed",
  "order_mismatch",
  "unmapped_code",
  "backward_move",
  "late_or_duplicate_payment",
  "three_ds_missing",
  "decline_rate",
  "paid_without_order",
  "refund_failed",
  "external_refund",
  "external_void",
  "dispute",
  "query_refused",
  "account_changed",
  "notification_contradicted",
  "notification_unreadable",
  "notification_failing",
  "not_recorded",
  "refund_unexpected",
  "refund_overdue",
  "signature_mismatch_rate",
  "expiring_authorisation",
  "capture_due",
  "held_review",
  "rejected_after_capture",
  "drift",
  "reconciliation_failing",
  "message_not_sent",
  "handler_failing",
  "renewal_missing",
  "renewal_failed",
  "renewal_amount_changed",
  "renewal_without_order",
  "subscription_cancel_unknown",
  "subscription_unnamed",
  "payout_problem",
  "payout_unknown",
  "recovery_mode",
  "lost_payment",
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** The recommended action for an item. */
export const AttentionAction = z.enum([
  "query_now",
  "register_ip",
  "list_account",
  "check_portal",
  "extend_profile",
  "void_or_refund",
  "complete_cart",
  "read_log",
  "refund_again",
  "tighten_limits",
  "check_keys",
  "capture_or_void",
  "cancel_order",
  "review",
  "reconcile",
  /** On the subscription's page: query the gateway. */
  "check_subscription",
  /** On the subscription's page: create the charge's order. */
  "make_renewal_order",
  /** On the payout's page: correct or resolve it. */
  "open_payout",
  /** Outside of the dashboard: the command `recover`. */
  "recover",
]);
export type AttentionAction = z.infer<typeof AttentionAction>;

export const Hold = z.object({
  /**
   * `gateway`: the gateway waits for the decision; `owner`: the shop's review rule; `unreadable`: an unparsable answer
   * may have asked for a review, so check the gateway's portal before deciding.
   */
  reason: z.enum(["gateway", "owner", "unreadable"]),
  since: z.string(),
  decision: z.enum(["approved", "rejected"]).nullable(),
  decided_at: z.string().nullable(),
  /** Above the configured amount two people have to agree. */
  needs_second_person: z.boolean(),
  /** Votes waiting for a second person, oldest first. */
  votes: z.array(
    z.object({ action: z.enum(["approve", "reject"]), by: z.string(), note: z.string().nullable(), at: z.string() }),
  ),
});
export type Hold = z.infer<typeof Hold>;

/** What the ledger allows now; null: not now. The user's permissions are in `AdminAccess`. Amounts in major units. */
export const PaymentActions = z.object({
  /** `most`: maximum amount; `partial`: less is allowed too. */
  capture: z.object({ most: z.string(), partial: z.boolean() }).nullable(),
  /** The whole authorised amount. */
  void: z.object({ amount: z.string() }).nullable(),
  refund: z.object({ most: z.string() }).nullable(),
  review: z
    .object({ approve: z.boolean(), reject: z.boolean(), reject_refused_because: z.string().nullable() })
    .nullable(),
});
export type PaymentActions = z.infer<typeof PaymentActions>;

/** How the customer left an unfinished payment: cancelled at the gateway, or replaced by another payment. */
export const CustomerLeft = z.enum(["cancelled", "replaced"]).nullable();
export type CustomerLeft = z.infer<typeof CustomerLeft>;

/** The plan that the customer accepted before paying. Amounts in major units. */
export const Instalments = z.object({
  /** Its ID in the options. */
  plan: z.string(),
  /** Number of monthly instalments. */
  count: z.number().int(),
  monthly_amount: z.string(),
  /** Of the last one, if the amount cannot be divided evenly; else `monthly_amount`. */
  last_amount: z.string(),
});
export type Instalments = z.infer<typeof Instalments>;

export const AdminPayment = z.object({
  id: z.string(),
  account: z.string(),
  mode: z.enum(["card", "checkout", "apm"]),
  /** Code of the alternative method; null for cards. */
  method: z.string().nullable(),
  /** Display name, as in the shop; null for cards. */
  method_name: z.string().nullable(),
  state: LedgerState,
  customer_left: CustomerLeft,
  currency: z.string(),
  amounts: z.object({
    requested: z.string(),
    authorised: z.string(),
    captured: z.string(),
    /** Refunds that succeeded or were accepted by the gateway. */
    refunded: z.string(),
    /** Part of `refunded` that the bank has not confirmed. */
    refund_pending: z.string(),
    refundable: z.string(),
  }),
  card: z.object({ mask: z.string(), brand: z.string().nullable() }).nullable(),
  /** Null: paid at once. */
  instalments: Instalments.nullable(),
  three_ds: z
    .object({
      used: z.boolean().nullable(),
      result: z.string().nullable(),
      /** Electronic commerce indicator, two digits. */
      eci: z.string().nullable(),
    })
    .nullable(),
  /** When a waiting payment ends by itself; null if it does not wait. */
  expires_at: z.string().nullable(),
  /** What the capture policy will do with what is authorised; null once nothing is left to capture. */
  capture_plan: CapturePlan.nullable(),
  risk: z
    .object({
      action: z.string().nullable(),
      score: z.string().nullable(),
      reasons: z.array(z.object({ name: z.string(), status: z.string() })),
    })
    .nullable(),
  /** The latest dispute; it is settled at the gateway and changes no amount here. */
  dispute: z
    .object({
      /** For its page and `GET /admin/acquiring/disputes/:id`. */
      id: z.string(),
      status: z.enum(["open", "won", "lost"]),
      amount: z.string().nullable(),
      reason: z.string().nullable(),
      reference: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /** Reason, start and decision of a review; null if it was never held. */
  hold: Hold.nullable(),
  /** Independent of the user's permissions; see `PaymentActions`. */
  actions: PaymentActions,
  /** The latest twenty notifications, newest first; each can be replayed. */
  notifications: z.array(
    z.object({
      id: z.string(),
      received_at: z.string(),
      /** `refused`: it did not match, nothing changed. */
      status: z.enum(["pending", "applied", "refused"]),
      signature: z.enum(["matched", "mismatched", "absent", "not_applicable"]),
      deliveries: z.number().int(),
    }),
  ),
  order_no: z.string(),
  gateway_payment_id: z.string().nullable(),
  medusa_payment_id: z.string().nullable(),
  /** Order of the attempt's cart, also for a declined attempt; null if there is none. */
  order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
  created_at: z.string(),
  /** Operations that are not final, oldest first. */
  open_operations: z.array(
    z.object({
      id: z.string(),
      kind: OperationKind,
      status: OperationStatus,
      amount: z.string(),
      since: z.string(),
      message: z.string().nullable(),
    }),
  ),
  attention: z.array(
    z.object({
      id: z.string(),
      kind: AttentionKind,
      action: AttentionAction,
      message: z.string(),
      raised_at: z.string(),
    }),
  ),
  timeline: z.array(TimelineEntry),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

export const AdminOrderPayments = z.object({ payments: z.array(AdminPayment) });
export type AdminOrderPayments = z.infer<typeof AdminOrderPayments>;
