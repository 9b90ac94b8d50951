import { model } from "@medusajs/framework/utils";

/** One order number, at most one authorisation. Only the ledger changes it, under a row lock. Integer minor units. */
export const PaymentAttempt = model
  .define("acquiring_payment_attempt", {
    id: model.id({ prefix: "acqatt" }).primaryKey(),
    account: model.text(),
    /** The gateway account that it was sent to; see `identityOf`. Empty: older than account identities. */
    gateway_identity: model.text().default(""),
    provider_id: model.text(),
    mode: model.enum(["card", "checkout", "apm"]),
    /** The alternative method, by our name; null for cards. */
    method: model.text().nullable(),
    session_id: model.text(),
    cart_id: model.text().nullable(),
    /** What an order's balance is paid with: its payment collection, and the link used; null for a cart. */
    collection_id: model.text().nullable(),
    payment_link_id: model.text().nullable(),
    customer_id: model.text().nullable(),
    /** The customer has an account and was logged in. */
    has_account: model.boolean().default(false),
    order_no: model.text(),
    currency: model.text(),
    requested: model.bigNumber(),
    /** Authorised at the gateway, now or before. */
    authorised: model.bigNumber(),
    captured: model.bigNumber(),
    refunded: model.bigNumber(),
    /** Refunds that the gateway accepted and the bank has not confirmed. */
    refund_pending: model.bigNumber(),
    state: model.enum([
      "created",
      "action_required",
      "pending",
      "unknown",
      "authorised",
      "captured",
      "voided",
      "declined",
      "expired",
    ]),
    gateway_payment_id: model.text().nullable(),
    card_mask: model.text().nullable(),
    card_brand: model.text().nullable(),
    risk: model.json().nullable(),
    three_ds: model.json().nullable(),
    result_code: model.text().nullable(),
    result_message: model.text().nullable(),
    action_url: model.text().nullable(),
    /** The signed form that the customer's browser posts to the hosted page; emptied when no longer needed. */
    redirect_form: model.json().nullable(),
    /** How the redirect page is shown: `page` or `iframe`. */
    presentation: model.text().nullable(),
    return_to: model.text().nullable(),
    /** When the customer's browser was redirected, returned, pressed "cancel". */
    redirected_at: model.dateTime().nullable(),
    returned_at: model.dateTime().nullable(),
    /** When the shop first read its outcome with the return token; the token then opens no session any more. */
    return_used_at: model.dateTime().nullable(),
    redirect_cancelled_at: model.dateTime().nullable(),
    /** When an unfinished redirect expires, and when a payment that waits for the customer's bank does. */
    action_expires_at: model.dateTime().nullable(),
    pending_expires_at: model.dateTime().nullable(),
    /** When the expiry reminder is due; null if there is none, or it was sent. */
    remind_at: model.dateTime().nullable(),
    three_ds_required: model.boolean().default(false),
    /** Expiry and holder of a card that the customer asked to save; never its number. */
    save_card: model.json().nullable(),
    saved_card_id: model.text().nullable(),
    /** The gateway took money after the attempt had been abandoned. */
    is_late: model.boolean().default(false),
    /** When late or duplicate money is to be reversed; null if there is none, or it was. */
    reverse_at: model.dateTime().nullable(),
    reversal_reason: model.text().nullable(),
    reversal_tries: model.number().default(0),
    billing_country: model.text().nullable(),
    /** Medusa's; null: unknown, as of imported payments and those from before this column. */
    sales_channel_id: model.text().nullable(),
    held_at: model.dateTime().nullable(),
    hold_reason: model.enum(["gateway", "owner", "unreadable"]).nullable(),
    hold_decision: model.enum(["approved", "rejected"]).nullable(),
    hold_decided_at: model.dateTime().nullable(),
    /** Grows with every change; the projection into Medusa follows it. */
    version: model.number(),
    projected_version: model.number(),
    /** When the projection may run; null if there is nothing to project. */
    project_after: model.dateTime().nullable(),
    project_failures: model.number(),
    /** When the gateway is to be queried again; null if there is nothing to query. */
    next_check_at: model.dateTime().nullable(),
    checks: model.number(),
    unknown_since: model.dateTime().nullable(),
    /**
     * A list, oldest first; see `ledger/rows/dispute.ts`. Disputes change no amount.
     */
    disputes: model.json().nullable(),
    /** The terms of the subscription that this payment starts; null: none. */
    subscription: model.json().nullable(),
    /** Of a renewal: the attempt that started the subscription. */
    renewal_of: model.text().nullable(),
    /** Of an attempt that starts a subscription: its gateway ID. */
    recurring_id: model.text().nullable(),
    recurring: model.json().nullable(),
    /** The order number on the wire, if different: several charges of a subscription may share one. */
    wire_order_no: model.text().nullable(),
    subscription_due_at: model.dateTime().nullable(),
    /** Since when only a query reports a capture, without an operation or amount; null once a notification names it. */
    capture_inferred_at: model.dateTime().nullable(),
    /** Queries caused by unverified notifications, and since when: see `unverified-notification-checks.ts`. */
    unverified_checks: model.number().default(0),
    unverified_since: model.dateTime().nullable(),
    /** The instalment plan that the customer accepted; see `instalmentsOf`. Null: paid at once. */
    instalments: model.json().nullable(),
    /** When it was imported from another integration, which had sent it; null: this store did. */
    imported_at: model.dateTime().nullable(),
    /** When the capture policy looks at it; null: as soon as possible. */
    policy_due_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_acquiring_attempt_order_no", on: ["order_no"], unique: true },
    // One live attempt per session: two concurrent payments of a session cannot both be sent. A late success of an
    // abandoned attempt stays beside it until it is reversed.
    {
      name: "IDX_acquiring_attempt_live_session",
      on: ["session_id"],
      unique: true,
      where: "state IN ('created','action_required','pending','unknown','authorised','captured') AND NOT is_late",
    },
    // The same for a payment collection that is paid with a link: its sessions may be replaced.
    {
      name: "IDX_acquiring_attempt_live_collection",
      on: ["collection_id"],
      unique: true,
      where:
        "collection_id IS NOT NULL AND state IN ('created','action_required','pending','unknown','authorised','captured') AND NOT is_late",
    },
    { name: "IDX_acquiring_attempt_collection", on: ["collection_id"], where: "collection_id IS NOT NULL" },
    {
      name: "IDX_acquiring_attempt_gateway_id",
      on: ["account", "gateway_identity", "gateway_payment_id"],
      unique: true,
      where: "gateway_payment_id IS NOT NULL",
    },
    { name: "IDX_acquiring_attempt_session", on: ["session_id"] },
    { name: "IDX_acquiring_attempt_created", on: ["created_at"] },
    { name: "IDX_acquiring_attempt_cart", on: ["cart_id"] },
    // The dashboard's list. Prefix searches and the risk's action have indexes that only the migration can define.
    { name: "IDX_acquiring_attempt_list_state", on: ["state", "created_at"] },
    { name: "IDX_acquiring_attempt_list_account", on: ["account", "created_at"] },
    { name: "IDX_acquiring_attempt_list_mode", on: ["mode", "created_at"] },
    { name: "IDX_acquiring_attempt_list_method", on: ["method", "created_at"], where: "method IS NOT NULL" },
    {
      name: "IDX_acquiring_attempt_list_channel",
      on: ["sales_channel_id", "created_at"],
      where: "sales_channel_id IS NOT NULL",
    },
    { name: "IDX_acquiring_attempt_list_amount", on: ["requested"] },
    { name: "IDX_acquiring_attempt_list_currency", on: ["currency", "requested"] },
    { name: "IDX_acquiring_attempt_customer", on: ["customer_id", "created_at"] },
    { name: "IDX_acquiring_attempt_authorised", on: ["created_at"], where: "state = 'authorised'" },
    { name: "IDX_acquiring_attempt_check", on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    { name: "IDX_acquiring_attempt_reverse", on: ["reverse_at"], where: "reverse_at IS NOT NULL" },
    { name: "IDX_acquiring_attempt_remind", on: ["remind_at"], where: "remind_at IS NOT NULL" },
    {
      name: "IDX_acquiring_attempt_capture_inferred",
      on: ["capture_inferred_at"],
      where: "capture_inferred_at IS NOT NULL",
    },
    {
      name: "IDX_acquiring_attempt_held",
      on: ["held_at"],
      where: "held_at IS NOT NULL AND hold_decision IS NULL",
    },
    // One gateway subscription is started by one attempt.
    {
      name: "IDX_acquiring_attempt_recurring",
      on: ["account", "recurring_id"],
      unique: true,
      where: "recurring_id IS NOT NULL",
    },
    { name: "IDX_acquiring_attempt_renewal", on: ["renewal_of", "created_at"], where: "renewal_of IS NOT NULL" },
    {
      name: "IDX_acquiring_attempt_subscription",
      on: ["subscription_due_at"],
      where: "subscription_due_at IS NOT NULL",
    },
    {
      name: "IDX_acquiring_attempt_policy",
      on: ["policy_due_at"],
      where: "state IN ('authorised', 'captured') AND captured < authorised",
    },
    { name: "IDX_acquiring_attempt_disputed", on: ["created_at"], where: "disputes IS NOT NULL" },
    { name: "IDX_acquiring_attempt_project", on: ["project_after"], where: "project_after IS NOT NULL" },
  ])
  .checks([
    { name: "acquiring_attempt_captured_within_authorised", expression: (c) => `${c.captured} <= ${c.authorised}` },
    {
      name: "acquiring_attempt_refunds_within_captured",
      expression: (c) => `${c.refunded} + ${c.refund_pending} <= ${c.captured}`,
    },
    {
      name: "acquiring_attempt_not_negative",
      expression: (c) =>
        `${c.requested} >= 0 AND ${c.authorised} >= 0 AND ${c.captured} >= 0 AND ${c.refunded} >= 0 AND ${c.refund_pending} >= 0`,
    },
  ]);

/** What people entered about a dispute; what the gateway reported is in the payment's column `disputes`. */
export const DisputeCase = model.define("acquiring_dispute_case", {
  /** The payment attempt's id, a colon, and the dispute's key. */
  id: model.text().primaryKey(),
  attempt_id: model.text(),
  /** By when to respond; it takes precedence over the reported date. */
  due_at: model.dateTime().nullable(),
  /** When somebody recorded that the evidence was submitted at the gateway, and their user ID. */
  answered_at: model.dateTime().nullable(),
  answered_by: model.text().nullable(),
  note: model.text().nullable(),
  version: model.number(),
});

/** One row for each reminder of a due date: the primary key makes it one, however many workers there are. */
export const DisputeReminder = model.define("acquiring_dispute_reminder", {
  /** The case's id, the due date in seconds, and the days before it. */
  id: model.text().primaryKey(),
  attempt_id: model.text(),
  dispute_key: model.text(),
  due_at: model.dateTime(),
  /** Of the option `disputes.remindDays`. */
  days_before: model.number(),
});
