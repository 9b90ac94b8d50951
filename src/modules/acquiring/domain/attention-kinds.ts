/**
 * Every attention kind with its one action, its level and how it is closed. The dashboard, its API and the sweep read
 * this table; a test compares it with docs/operations.md. Pure.
 *
 * A new kind also needs: `AttentionKind` in api-schema/admin/payment.ts, its name in all files of src/texts/attention-names, its advice
 * in those of src/admin/i18n/json, a row in docs/operations.md, and a rule in attention/rules.ts if a rule closes it.
 */
export type AttentionKind =
  | "unknown_outcome"
  | "amount_mismatch"
  | "capture_unconfirmed"
  | "order_mismatch"
  | "unmapped_code"
  | "backward_move"
  | "late_or_duplicate_payment"
  | "three_ds_missing"
  | "decline_rate"
  | "paid_without_order"
  | "refund_failed"
  | "external_refund"
  | "external_void"
  | "dispute"
  | "query_refused"
  | "account_changed"
  | "notification_contradicted"
  | "notification_unreadable"
  | "notification_failing"
  | "not_recorded"
  | "refund_unexpected"
  | "refund_overdue"
  | "signature_mismatch_rate"
  | "expiring_authorisation"
  | "capture_due"
  | "held_review"
  | "rejected_after_capture"
  | "drift"
  | "reconciliation_failing"
  | "message_not_sent"
  | "handler_failing"
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

/** `money`: money is at stake. `customer`: a customer is waiting. `notice`: it concerns only the shop. */
export type AttentionLevel = "money" | "customer" | "notice";

/**
 * What closes an item automatically:
 *
 * - `rule`: a rule in attention/rules.ts, which the sweep applies every minute. Its source may close it earlier.
 * - `source`: only the code that raises it, or code that receives the solution: a later report, a repeated check, a sync.
 * - `person`: nothing.
 *
 * A person may dismiss any.
 */
export type AttentionClears = "rule" | "source" | "person";

export interface AttentionMeaning {
  readonly action: AttentionAction;
  readonly level: AttentionLevel;
  readonly clears: AttentionClears;
}

const meaning = <Clears extends AttentionClears>(action: AttentionAction, level: AttentionLevel, clears: Clears) => ({
  action,
  level,
  clears,
});

export const attentionKinds = {
  unknown_outcome: meaning("query_now", "money", "rule"),
  amount_mismatch: meaning("check_portal", "money", "source"),
  capture_unconfirmed: meaning("check_portal", "money", "source"),
  order_mismatch: meaning("check_portal", "money", "source"),
  unmapped_code: meaning("extend_profile", "notice", "rule"),
  backward_move: meaning("check_portal", "money", "rule"),
  late_or_duplicate_payment: meaning("void_or_refund", "money", "rule"),
  three_ds_missing: meaning("void_or_refund", "money", "rule"),
  decline_rate: meaning("tighten_limits", "notice", "source"),
  paid_without_order: meaning("complete_cart", "customer", "rule"),
  refund_failed: meaning("refund_again", "customer", "rule"),
  external_refund: meaning("check_portal", "money", "rule"),
  // Voided outside the store or from the dashboard, while the order is open.
  external_void: meaning("cancel_order", "money", "source"),
  dispute: meaning("check_portal", "money", "source"),
  query_refused: meaning("register_ip", "notice", "rule"),
  account_changed: meaning("list_account", "money", "source"),
  notification_contradicted: meaning("check_portal", "notice", "rule"),
  notification_unreadable: meaning("extend_profile", "notice", "rule"),
  notification_failing: meaning("read_log", "money", "source"),
  not_recorded: meaning("read_log", "money", "rule"),
  refund_unexpected: meaning("check_portal", "money", "person"),
  refund_overdue: meaning("check_portal", "customer", "rule"),
  signature_mismatch_rate: meaning("check_keys", "notice", "source"),
  expiring_authorisation: meaning("capture_or_void", "money", "rule"),
  // The capture policy could not capture, or a rest expires that cannot be voided.
  capture_due: meaning("capture_or_void", "money", "rule"),
  held_review: meaning("review", "customer", "source"),
  rejected_after_capture: meaning("void_or_refund", "money", "rule"),
  drift: meaning("reconcile", "money", "source"),
  reconciliation_failing: meaning("read_log", "money", "source"),
  message_not_sent: meaning("read_log", "customer", "source"),
  handler_failing: meaning("read_log", "customer", "source"),
  renewal_missing: meaning("check_subscription", "money", "source"),
  renewal_failed: meaning("check_subscription", "money", "source"),
  renewal_amount_changed: meaning("make_renewal_order", "money", "source"),
  renewal_without_order: meaning("make_renewal_order", "money", "source"),
  subscription_cancel_unknown: meaning("check_subscription", "money", "source"),
  subscription_unnamed: meaning("check_subscription", "money", "source"),
  payout_problem: meaning("open_payout", "money", "source"),
  payout_unknown: meaning("open_payout", "money", "source"),
  recovery_mode: meaning("recover", "money", "source"),
  lost_payment: meaning("check_portal", "money", "person"),
} as const satisfies Readonly<Record<AttentionKind, AttentionMeaning>>;

export type RuleKind = {
  [Kind in AttentionKind]: (typeof attentionKinds)[Kind] extends { readonly clears: "rule" } ? Kind : never;
}[AttentionKind];

const isKind = (kind: string): kind is AttentionKind => Object.hasOwn(attentionKinds, kind);

export const meaningOf = (kind: string): AttentionMeaning | undefined =>
  isKind(kind) ? attentionKinds[kind] : undefined;

/** Why an item was closed; stored with it. The dashboard has the texts. */
export type ClearedReason =
  /** Its source reports that it no longer applies. */
  | "solved"
  /** The operation or payment has a known result. */
  | "decided"
  /** No payment of the account is waiting for a query. */
  | "nothing_waits"
  /** The gateway's latest response has only known codes. */
  | "listed"
  /** The gateway's latest response matches the ledger. */
  | "agrees"
  /** The payment was voided or refunded in full. */
  | "given_back"
  | "pays_for_order"
  | "recorded"
  | "refunded_again"
  /** The ledger now matches the notification. */
  | "confirmed"
  /** A day without unreadable notifications, with a readable one, and no stored one waits. */
  | "readable_again"
  /** A regular check did not find it again. */
  | "quiet"
  | "not_authorised_any_more"
  | "order_cancelled"
  | "recovered"
  | "dismissed";
