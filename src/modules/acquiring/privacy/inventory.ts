import { PAYOUT_TABLES } from "./inventory-of-payouts";
import { SUBSCRIPTIONS } from "./inventory-of-subscriptions";
import type { PersonalTable } from "./personal-table";
import { BLANK, CLEAR, IF_CUSTOMER, MARK, STAFF, WHOLE_ROW, clearKeys, markKeys } from "./personal-table";

/**
 * Which columns of our tables hold personal data of customers, of which kind, how a person's rows are found, and what an
 * erasure does. Pure. `modules/privacy-inventory` compares it with the database: no column is forgotten. A migration
 * copies what an erasure changes into the database, so an addition of such a field needs another migration.
 */
const LEDGER: Readonly<Record<string, PersonalTable>> = {
  acquiring_payment_attempt: {
    title: "payments",
    of: "attempt",
    personal: {
      customer_id: ["identity", CLEAR],
      card_mask: ["card", BLANK],
      card_brand: ["card", CLEAR],
      save_card: ["identity", CLEAR],
      billing_country: ["contact", CLEAR],
      return_to: ["contact", CLEAR],
      redirect_form: ["contact", CLEAR],
      action_url: ["gateway_message", CLEAR],
      result_message: ["gateway_message", CLEAR],
      // The rest decides whether money is reversed.
      three_ds: ["gateway_message", clearKeys("result")],
      disputes: ["gateway_message", clearKeys("reason")],
    },
    other: `id account gateway_identity provider_id mode method session_id cart_id collection_id payment_link_id has_account
      order_no currency requested raw_requested authorised raw_authorised captured raw_captured refunded raw_refunded
      refund_pending raw_refund_pending state gateway_payment_id result_code risk presentation redirected_at returned_at
      return_used_at redirect_cancelled_at action_expires_at pending_expires_at remind_at three_ds_required saved_card_id
      is_late reverse_at reversal_reason reversal_tries held_at hold_reason hold_decision hold_decided_at version
      projected_version project_after project_failures next_check_at checks unknown_since subscription renewal_of
      recurring_id recurring wire_order_no subscription_due_at capture_inferred_at unverified_checks unverified_since
      instalments imported_at policy_due_at sales_channel_id`,
  },
  acquiring_operation: {
    title: "operations",
    of: "of_attempt",
    personal: { result_message: ["gateway_message", CLEAR] },
    other: `id attempt_id kind sequence idempotency_key amount raw_amount currency status actor result_code
      gateway_reference sent_at concluded_at recorded_in_medusa action inferred_at`,
  },
  acquiring_entry: {
    title: "journal",
    of: "of_attempt",
    isFixed: true,
    personal: { message: ["gateway_message", MARK] },
    other: `id attempt_id sequence kind operation_id inbox_event_id amount raw_amount currency from_state to_state actor source
      code occurred_at`,
  },
  acquiring_inbox_event: {
    title: "messages_of_the_gateway",
    of: "order_no",
    personal: {
      body: ["contact", WHOLE_ROW],
      facts: ["gateway_message", WHOLE_ROW],
      result: ["gateway_message", WHOLE_ROW],
    },
    other: `id account source digest content_type signature order_no status tries deliveries next_try_at received_at
      applied_at`,
  },
  acquiring_audit_record: {
    title: "audit_trail",
    of: "audit",
    isFixed: true,
    personal: { actor_id: ["identity", IF_CUSTOMER], details: ["note", markKeys("note", "message")] },
    other: "id actor action attempt_id operation_id at",
  },
  acquiring_attention_item: {
    title: "attention_items",
    of: "attention",
    personal: {
      message: ["gateway_message", MARK],
      cleared_note: ["note", CLEAR],
      cleared_by: ["staff", STAFF],
    },
    other: `id account kind subject attempt_id count raised_at cleared_at cleared_reason evaluated_at queried_at`,
  },
  acquiring_saved_card: {
    title: "saved_cards",
    of: "customer",
    personal: {
      customer_id: ["identity", WHOLE_ROW],
      token: ["card", WHOLE_ROW],
      mask: ["card", WHOLE_ROW],
      brand: ["card", WHOLE_ROW],
      expiry_month: ["card", WHOLE_ROW],
      expiry_year: ["card", WHOLE_ROW],
      holder_first_name: ["identity", WHOLE_ROW],
      holder_last_name: ["identity", WHOLE_ROW],
    },
    other: "id account gateway_identity last_used_at refused_at refused_code removed_at imported_at",
  },
  acquiring_review_vote: {
    title: "review_votes",
    of: "of_attempt",
    isFixed: true,
    personal: { note: ["note", MARK], actor_id: ["staff", STAFF] },
    other: "id attempt_id action at",
  },
  acquiring_dispute_case: {
    title: "disputes",
    of: "of_attempt",
    personal: { note: ["note", CLEAR], answered_by: ["staff", STAFF] },
    other: "id attempt_id due_at answered_at version",
  },
  acquiring_customer_message: {
    title: "emails_about_payments",
    of: "customer_message",
    // What a provider says about an address.
    personal: { problem: ["contact", CLEAR] },
    other: "id kind subject attempt_id saved_card_id minor status due_at tries sent_at",
  },
  acquiring_bulk_item: {
    title: "bulk_captures",
    of: "of_attempt",
    personal: { message: ["gateway_message", CLEAR] },
    other: "id run_id attempt_id place number amount raw_amount outcome code",
  },
  acquiring_payment_link: {
    title: "payment_links",
    of: "of_order",
    personal: { description: ["note", CLEAR], created_by: ["staff", STAFF] },
    other: `id serial order_id currency amount raw_amount expires_at opened_at paid_at attempt_id revoked_at methods language
      sent_at sent_key announced announce_at`,
  },
  acquiring_refund_proposal: {
    title: "refund_proposals",
    of: "of_order",
    personal: { dismissed_by: ["staff", STAFF] },
    other:
      "id order_id currency amount raw_amount refunds order_version announced_at dismissed_at due_at tries stopped",
  },
  acquiring_refund_approval: {
    title: "refund_approvals",
    of: "of_order",
    personal: { actor_id: ["staff", STAFF] },
    other: "id fingerprint order_id attempt_id currency amount raw_amount at",
  },
  acquiring_legal_hold: {
    title: "legal_holds",
    of: "hold",
    personal: {
      subject: ["identity", MARK],
      reason: ["note", MARK],
      placed_by: ["staff", STAFF],
      released_by: ["staff", STAFF],
    },
    other: "id subject_kind until released_at",
  },
};

/** Rows that are of no customer: settings, counters, and what is only about the store's own work. */
const NOBODYS: Readonly<Record<string, PersonalTable>> = {
  acquiring_account_identity: nobodys("id account identity"),
  acquiring_bulk_run: nobodys("id key total ended finished_at", ["created_by"]),
  acquiring_capture_policy: nobodys("id version rules", ["saved_by"]),
  acquiring_dispute_reminder: nobodys("id attempt_id dispute_key due_at days_before"),
  acquiring_erasure: nobodys("id table_name row_id field digits row_digest row_columns txid at", ["actor", "reason"]),
  acquiring_event: nobodys("id kind row_id"),
  acquiring_lease: nobodys("name holder leased_until"),
  acquiring_ledger_epoch: nobodys("id system_identifier timeline database_oid recorded_at"),
  acquiring_lost_write: nobodys(
    "id account kind order_no gateway_payment_id idempotency_key currency minor sent_at source found_at queried_at result",
  ),
  acquiring_notification_health: nobodys("account received_at verified_at failed_at failure"),
  acquiring_notification_settings: nobodys("id version", ["bell", "roles", "saved_by"]),
  acquiring_overview_day: nobodys("id day account currency mode method state code sales_channel_id figures"),
  acquiring_overview_due: nobodys("id day"),
  acquiring_overview_fold: nobodys("id folded_at"),
  // Who is asked to be erased is here until it is done, and no longer.
  acquiring_person_erasure: nobodys("id customer_id email scope rows started_at finished_at", ["actor", "reason"]),
  acquiring_reconciliation_run: nobodys(
    "id started_at finished_at account range_from range_to examined in_flight differences applied error",
    ["started_by"],
  ),
  acquiring_recovery: nobodys(
    "id account reason details since started_at cursor queried changed held_payouts finished_at",
    ["started_by", "finished_by"],
  ),
  acquiring_refund_reservation: nobodys(
    "refund_id payment_id order_id credit_before credit_due reserved_at answered_at",
  ),
  acquiring_signature_count: nobodys("id account source minute total mismatched"),
  acquiring_staff_message: nobodys("id role channel status title items due_at tries sent_at problem", ["recipient"]),
  acquiring_staff_notification: nobodys("id role channel topic item fact due_at message_id", ["recipient"]),
  acquiring_traffic_day: nobodys("id account operation day requests failed histogram"),
  acquiring_traffic_minute: nobodys("id account operation minute requests failed histogram"),
  // The key is a keyed digest; it is deleted when its window has passed.
  acquiring_velocity: nobodys("key account scope forget_after hits"),
};

function nobodys(other: string, staff: readonly string[] = []): PersonalTable {
  return {
    title: null,
    of: null,
    personal: Object.fromEntries(staff.map((name) => [name, ["staff", STAFF] as const])),
    other,
  };
}

/** What the plugin has Medusa store: the payment's data, the note of a refund, and the e-mails that the plugin sent to customers. */
const MEDUSAS: Readonly<Record<string, PersonalTable>> = {
  payment_session: {
    title: "payment_sessions_of_medusa",
    of: "session",
    personal: { data: ["card", clearKeys("card")], context: ["contact", CLEAR] },
    other: "",
  },
  payment: {
    title: "payments_of_medusa",
    of: "payment",
    personal: { data: ["card", clearKeys("card")] },
    other: "",
  },
  refund: { title: "refunds_of_medusa", of: "refund", personal: { note: ["note", CLEAR] }, other: "" },
  notification: {
    title: "emails_of_medusa",
    of: "email",
    personal: { to: ["contact", MARK], data: ["contact", CLEAR] },
    other: "",
  },
};

/** Tables of the plugin's modules. */
export const OUR_TABLES: Readonly<Record<string, PersonalTable>> = {
  ...LEDGER,
  ...SUBSCRIPTIONS,
  ...PAYOUT_TABLES,
  ...NOBODYS,
};

/** In the order of an erasure: what tells whose rows these are comes last, so that a person is found again after a crash. */
export const PERSONAL_TABLES: readonly (readonly [string, PersonalTable])[] = [
  ...Object.entries({ ...MEDUSAS, ...OUR_TABLES }).filter(([, { of }]) => of !== null && !isRoot(of)),
  ...Object.entries(OUR_TABLES).filter(([, { of }]) => of !== null && isRoot(of)),
];

function isRoot(of: NonNullable<PersonalTable["of"]>): boolean {
  return of === "attempt" || of === "subscription";
}
