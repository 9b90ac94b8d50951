export interface BooksRules {
  readonly atRest: boolean;
  /** The store permits split payments: several payments of a link, together not more than its order. Default: false. */
  readonly mayBeParts?: boolean;
}

/** One violated invariant as a sentence, with the IDs to look for. */
export type ViolationCode =
  | "amounts_not_nested"
  | "double_authorise"
  | "double_void"
  | "capture_effects_differ"
  | "refund_not_ours"
  | "order_at_two_gateways"
  | "refund_sent_again"
  | "lost_payment_untold"
  | "refund_twice"
  | "refund_missing"
  | "void_and_capture"
  | "state_differs"
  | "amount_differs"
  | "journal_gap"
  | "journal_move_not_listed"
  | "journal_fold_differs"
  | "operation_open"
  | "audit_missing"
  | "medusa_amount_differs"
  | "medusa_totals_differ"
  | "medusa_state_differs"
  | "double_order"
  | "order_without_money"
  | "money_without_order"
  | "double_money"
  | "link_paid_twice"
  | "link_state_differs"
  | "order_paid_twice"
  | "not_given_back"
  | "sent_again_before_query"
  | "acknowledged_without_row"
  | "notification_waiting"
  | "subscription_missing"
  | "subscription_state_differs"
  | "cancelled_twice"
  | "charge_missing"
  | "charge_twice"
  | "charge_differs"
  | "charge_not_at_gateway"
  | "renewal_ordered_twice"
  | "renewal_order_differs"
  | "renewal_without_order";

export interface Violation {
  readonly code: ViolationCode;
  readonly words: string;
  readonly ids: Readonly<Record<string, string>>;
}
