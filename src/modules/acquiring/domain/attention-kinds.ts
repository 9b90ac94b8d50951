/**
 * Every attention kind with its one action. The order page, the documents and the sweep read this table; a kind that is
 * missing here would have no text and never close. Pure.
 */
export type AttentionKind =
  | "unknown_outcome"
  | "query_refused"
  | "account_changed"
  | "amount_mismatch"
  | "capture_unconfirmed"
  | "order_mismatch"
  | "unmapped_code"
  | "backward_move"
  | "late_or_duplicate_payment"
  | "three_ds_missing"
  | "paid_without_order"
  | "not_recorded"
  | "refund_failed"
  | "external_refund"
  | "refund_unexpected"
  | "external_void"
  | "notification_contradicted"
  | "notification_unreadable"
  | "notification_failing"
  | "decline_rate"
  | "signature_mismatch_rate"
  | "expiring_authorisation"
  | "held_review"
  | "rejected_after_capture"
  | "dispute"
  | "drift"
  | "renewal_missing"
  | "renewal_failed"
  | "renewal_amount_changed"
  | "renewal_without_order"
  | "subscription_cancel_unknown"
  | "subscription_unnamed"
  | "payout_problem"
  | "payout_unknown"
  | "recovery_mode"
  | "lost_payment";

/** The action for a person; the dashboard has its text. */
export type AttentionAction =
  | "query_now"
  | "register_ip"
  | "list_account"
  | "check_portal"
  | "extend_profile"
  | "void_or_refund"
  | "complete_cart"
  | "read_log"
  | "refund_again"
  | "tighten_limits"
  | "check_keys"
  | "capture_or_void"
  | "cancel_order"
  | "review"
  | "reconcile"
  | "check_subscription"
  | "make_renewal_order"
  | "open_payout"
  | "recover";

/** `money`: money is at stake. `setup`: the set-up is wrong. `watch`: worth checking. */
export type AttentionSeverity = "money" | "setup" | "watch";

/**
 * Who clears it: `sweep`, a job that checks every minute whether it still applies; `event`, its source; `person` only.
 * A person may dismiss any.
 */
export type AttentionClears = "sweep" | "event" | "person";

export interface AttentionMeaning {
  readonly title: string;
  readonly action: AttentionAction;
  readonly severity: AttentionSeverity;
  readonly clears: AttentionClears;
}

const meaning = (
  title: string,
  action: AttentionAction,
  severity: AttentionSeverity,
  clears: AttentionClears,
): AttentionMeaning => ({ title, action, severity, clears });

export const attentionKinds: Readonly<Record<AttentionKind, AttentionMeaning>> = {
  unknown_outcome: meaning("Unknown outcome", "query_now", "money", "sweep"),
  query_refused: meaning("The gateway rejects our queries", "register_ip", "setup", "sweep"),
  account_changed: meaning("Payments of another gateway account", "list_account", "money", "event"),
  amount_mismatch: meaning("Amount or currency differs", "check_portal", "money", "person"),
  capture_unconfirmed: meaning("Captured amount not confirmed", "check_portal", "money", "event"),
  order_mismatch: meaning("Order number or transaction differs", "check_portal", "money", "person"),
  unmapped_code: meaning("Unrecognised gateway code", "extend_profile", "setup", "sweep"),
  backward_move: meaning("The gateway contradicts a confirmed result", "check_portal", "money", "sweep"),
  late_or_duplicate_payment: meaning("Late or duplicate payment", "void_or_refund", "money", "sweep"),
  three_ds_missing: meaning("No 3-D Secure", "void_or_refund", "money", "sweep"),
  paid_without_order: meaning("Paid without an order", "complete_cart", "money", "sweep"),
  not_recorded: meaning("Not recorded in Medusa", "read_log", "money", "sweep"),
  refund_failed: meaning("A refund failed", "refund_again", "money", "sweep"),
  external_refund: meaning("Refund made outside this store", "check_portal", "money", "sweep"),
  refund_unexpected: meaning("Unexpected refund", "check_portal", "money", "person"),
  external_void: meaning("Voided outside this store while the order is open", "cancel_order", "money", "event"),
  notification_contradicted: meaning("Notification contradicted by the gateway", "check_portal", "watch", "sweep"),
  notification_unreadable: meaning("Unreadable notifications", "extend_profile", "setup", "sweep"),
  notification_failing: meaning("Notification cannot be processed", "read_log", "money", "event"),
  decline_rate: meaning("Many declines", "tighten_limits", "watch", "event"),
  signature_mismatch_rate: meaning("Many invalid signatures", "check_keys", "setup", "event"),
  expiring_authorisation: meaning("Authorisation expires soon", "capture_or_void", "money", "sweep"),
  held_review: meaning("Held for review", "review", "money", "event"),
  rejected_after_capture: meaning("Rejected after the capture", "void_or_refund", "money", "sweep"),
  dispute: meaning("A dispute", "check_portal", "money", "event"),
  drift: meaning("Books differ", "reconcile", "money", "event"),
  renewal_missing: meaning("Renewal missing", "check_subscription", "money", "event"),
  renewal_failed: meaning("Renewal declined", "check_subscription", "money", "event"),
  renewal_amount_changed: meaning("Renewal differs from the agreed terms", "make_renewal_order", "money", "event"),
  renewal_without_order: meaning("Renewal without an order", "make_renewal_order", "money", "event"),
  subscription_cancel_unknown: meaning(
    "Cancellation of a subscription not confirmed",
    "check_subscription",
    "money",
    "event",
  ),
  subscription_unnamed: meaning("Subscription without a gateway ID", "check_subscription", "money", "event"),
  payout_problem: meaning("Payout failed, returned or held", "open_payout", "money", "event"),
  payout_unknown: meaning("Unknown outcome of a payout", "open_payout", "money", "event"),
  recovery_mode: meaning("Recovery mode: nothing is sent", "recover", "money", "event"),
  lost_payment: meaning("Payment missing from the database", "check_portal", "money", "person"),
};

const isKind = (kind: string): kind is AttentionKind => Object.hasOwn(attentionKinds, kind);

/** Undefined for an unknown kind. */
export const meaningOf = (kind: string): AttentionMeaning | undefined =>
  isKind(kind) ? attentionKinds[kind] : undefined;

/** Why an item was closed; stored with it. */
export type ClearedReason =
  /** Its source found that it no longer applies. */
  | "solved"
  | "answered"
  | "decided"
  | "nothing_waits"
  | "listed"
  | "agrees"
  | "given_back"
  | "pays_for_order"
  | "recorded"
  | "refunded_again"
  | "confirmed"
  | "readable_again"
  | "quiet"
  | "not_authorised_any_more"
  | "order_cancelled"
  | "recovered"
  /** Dismissed by a person. */
  | "dismissed";
