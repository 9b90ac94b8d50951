/**
 * Unique indexes that list.cjs does not contain, all triggers, and the locks: how each is removed, and the test that
 * must fail. `integration-tests/modules/last-line.spec.ts` reads all of them from the database and misses none.
 */
const LEDGER = "src/modules/acquiring/migrations/Migration20261125090000.ts";
const REFUNDS = "src/modules/acquiring/migrations/Migration20261127074500.ts";
const STAFF = "src/modules/acquiring/migrations/Migration20261127190000.ts";
const CUSTOMERS = "src/modules/acquiring/migrations/Migration20261127230000.ts";
const PRIVACY = "src/modules/acquiring/migrations/Migration20261127220000.ts";
const SUBSCRIPTION = "src/modules/acquiring_subscription/migrations/Migration20261125090001.ts";
const PAYOUT = "src/modules/acquiring_payout/migrations/Migration20261125090002.ts";
const LAST_LINE = { project: "http", files: ["integration-tests/modules/last-line.spec"] };

const index = (file, name, protects) => {
  const find = `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_${name}"`;
  return {
    name: `index ${name}`,
    protects,
    patches: [{ file, find, replace: find.replace("UNIQUE ", "") }],
    ...LAST_LINE,
    test: `a second row of one ${name} is refused`,
  };
};

/** A removed trigger: it fires only when a row's ID changes, which never happens. */
const NEVER = "UPDATE OF id";
/** `when`: the event as the migration writes it. */
const trigger = (name, protects, [file, when]) => {
  const [table, short] = name.split(".");
  const find = `acquiring_${short} BEFORE ${when} ON "acquiring_${table}"`;
  return {
    name: `trigger ${name}`,
    protects,
    patches: [{ file, find, replace: find.replace(when, NEVER) }],
    ...LAST_LINE,
    test: `^acquiring_${name.replace(".", "\\.acquiring_")} refuses`,
  };
};

const CHANGE = "UPDATE OR DELETE";

const databaseGuards = [
  index(LEDGER, "saved_card_token", "a card token is saved once"),
  index(LEDGER, "bulk_run_key", "a bulk capture requested twice is one run"),
  index(LEDGER, "bulk_item_place", "each payment of a run has one position"),
  index(LEDGER, "bulk_item_number", "each position in a run's results is used once"),
  index(LEDGER, "review_vote_once", "each person has one vote on a held payment"),
  index(REFUNDS, "refund_proposal_order", "an order has one refund proposal"),
  index(REFUNDS, "refund_approval_once", "two approvals of a refund are by two people"),
  index(STAFF, "staff_notification_waiting", "what waits for one recipient about one item is one notification"),
  index(CUSTOMERS, "customer_message_subject", "a customer is told of one thing once"),
  index(PRIVACY, "legal_hold_open", "a person or an order has one legal hold at a time"),
  index(LEDGER, "payout_send_payout", "a payout has one send, also when requested concurrently"),
  index(LEDGER, "payout_send_request", "a request ID of an account is sent once"),
  index(LEDGER, "payout_send_event_once", "a payout's changes have a unique order"),
  index(SUBSCRIPTION, "plan_variant", "a product variant has one plan"),
  index(SUBSCRIPTION, "subscription_attempt", "a payment starts one subscription"),
  index(SUBSCRIPTION, "subscription_recurring", "a gateway subscription is one of ours"),
  index(SUBSCRIPTION, "charge_attempt", "a payment of a subscription is one charge"),
  index(SUBSCRIPTION, "charge_number", "each period is charged once"),
  index(SUBSCRIPTION, "subscription_event_once", "each subscription event is recorded once"),
  index(SUBSCRIPTION, "subscription_task_once", "each subscription hook is scheduled once"),
  index(PAYOUT, "beneficiary_origin", "a beneficiary imported twice is created once"),
  index(PAYOUT, "beneficiary_version_number", "a beneficiary's versions have a unique order"),
  index(PAYOUT, "payout_origin", "a payout imported twice is created once"),
  index(PAYOUT, "payout_request", "a request ID belongs to one payout"),
  index(PAYOUT, "payout_approval_once", "two approvals are by two people"),
  index(PAYOUT, "payout_import_key", "a file imported twice is one import"),
  trigger("entry.append_only", "journal entries cannot be changed", [LEDGER, CHANGE]),
  trigger("entry.no_truncate", "the journal cannot be truncated", [LEDGER, "TRUNCATE"]),
  trigger("audit_record.append_only", "audit records cannot be changed", [LEDGER, CHANGE]),
  trigger("audit_record.no_truncate", "the audit trail cannot be truncated", [LEDGER, "TRUNCATE"]),
  trigger("payment_attempt.no_delete", "payments cannot be deleted", [LEDGER, "DELETE"]),
  trigger("operation.no_delete", "operations cannot be deleted", [LEDGER, "DELETE"]),
  trigger("review_vote.append_only", "votes cannot be changed", [LEDGER, CHANGE]),
  trigger("review_vote.no_truncate", "votes cannot be truncated", [LEDGER, "TRUNCATE"]),
  trigger("refund_approval.append_only", "approvals of refunds cannot be changed", [REFUNDS, CHANGE]),
  trigger("refund_approval.no_truncate", "approvals of refunds cannot be truncated", [REFUNDS, "TRUNCATE"]),
  trigger("subscription_event.append_only", "subscription events cannot be changed", [SUBSCRIPTION, CHANGE]),
  trigger("subscription_event.no_truncate", "subscription events cannot be truncated", [SUBSCRIPTION, "TRUNCATE"]),
  trigger("payout_send.same_payout", "the content of a send cannot be changed", [LEDGER, "UPDATE"]),
  trigger("payout_send.no_delete", "sends cannot be deleted", [LEDGER, "DELETE"]),
  trigger("payout_send.no_truncate", "sends cannot be truncated", [LEDGER, "TRUNCATE"]),
  trigger("payout_send_event.append_only", "send events cannot be changed", [LEDGER, CHANGE]),
  trigger("payout_send_event.no_truncate", "send events cannot be truncated", [LEDGER, "TRUNCATE"]),
  trigger("erasure.append_only", "erasure records cannot be changed", [LEDGER, CHANGE]),
  trigger("erasure.no_truncate", "erasure records cannot be truncated", [LEDGER, "TRUNCATE"]),
  index(LEDGER, "recovery_open", "an account has one open recovery"),
  index(
    LEDGER,
    "account_identity_account",
    "payments recorded before identities were stored belong to one gateway account",
  ),
  ...["operation", "payout_send"].flatMap((table) => [
    trigger(`${table}.recovery_begin`, "nothing new is sent during a recovery", [LEDGER, "INSERT"]),
    trigger(`${table}.recovery_again`, "nothing is sent again during a recovery", [LEDGER, "UPDATE"]),
  ]),
  trigger("payout_audit.keep_audit", "the audit trail cannot be changed", [PAYOUT, CHANGE]),
  trigger("payout_audit.no_truncate_audit", "the payout audit trail cannot be truncated", [PAYOUT, "TRUNCATE"]),
  trigger("beneficiary_version.keep_version", "each change of an account is a new version", [PAYOUT, CHANGE]),
  trigger("beneficiary_version.no_truncate_version", "versions cannot be truncated", [PAYOUT, "TRUNCATE"]),
  trigger("payout.keep_payout", "payouts cannot be deleted, and their request ID and author cannot be changed", [
    PAYOUT,
    CHANGE,
  ]),
  trigger("payout.no_truncate_payout", "payouts cannot be truncated", [PAYOUT, "TRUNCATE"]),
];

const LOCKS = { project: "http", files: ["integration-tests/modules/locks.spec"] };
const unlocked = (name, protects, [file, find, replace, test]) => ({
  name: `lock ${name}`,
  protects,
  patches: [{ file: `src/modules/${file}`, find, replace }],
  ...LOCKS,
  test,
});

const lockGuards = [
  unlocked("of a subscription", "a subscription's charges, cancellation and tasks are serialised", [
    "acquiring_subscription/store/subscription-records.ts",
    "deleted_at: null }).forUpdate().first()",
    "deleted_at: null }).first()",
    "of a subscription",
  ]),
  unlocked("of a beneficiary", "nothing is sent to a beneficiary that is blocked concurrently", [
    "acquiring_payout/store/beneficiary-table.ts",
    "\n        .forUpdate()",
    "",
    "of a beneficiary",
  ]),
  unlocked("of a payout's send", "messages about a payout are serialised", [
    "acquiring/payouts/payout-sends.ts",
    "\n        .forUpdate()",
    "",
    "a message continues",
  ]),
  unlocked("of an unsent send", "an unsent payout is sent again by one of two", [
    "acquiring/payouts/payout-sends.ts",
    "\n      .forUpdate()",
    "",
    "is sent again by one",
  ]),
  unlocked("of a send that is taken back", "a send in progress is not taken back", [
    "acquiring/payouts/payout-cancellation.ts",
    "\n      .forUpdate()",
    "",
    "is not withdrawn",
  ]),
  unlocked("of a bulk capture", "each result of a run is reported once, in one order", [
    "acquiring/ledger/bulk-capture-rows.ts",
    ".forUpdate()",
    "",
    "its own number",
  ]),
  unlocked("of a subscription's first payment", "a renewal is created with the current state of the first payment", [
    "acquiring/subscriptions/renewals.ts",
    ".forUpdate()",
    "",
    "its renewal is opened",
  ]),
  unlocked("of the reconciliation", "several servers compare once", [
    "acquiring/reconciliation/runs.ts",
    "    await trx.raw(\"SELECT pg_advisory_xact_lock(hashtextextended('acquiring-reconcile', 0))\");\n",
    "",
    "own reconciliation",
  ]),
  unlocked("of a card token", "a token belongs to one customer", [
    "acquiring/saved-cards/saved-cards.ts",
    "      await lock(trx, `token:${card.account}:${card.token}`);\n",
    "",
    "stores a card's token",
  ]),
  unlocked("of a customer's cards", "a card is saved once", [
    "acquiring/saved-cards/saved-cards.ts",
    "      await lock(trx, `customer:${card.customer_id}`);\n",
    "",
    "stores a card of a customer",
  ]),
  unlocked("of pending notifications", "a notification is processed by one worker", [
    "acquiring/ledger/inbox.ts",
    " FOR UPDATE SKIP LOCKED",
    "",
    "takes a notification from the inbox",
  ]),
  unlocked("of the inbox, without waiting", "a notification in progress does not block others", [
    "acquiring/ledger/inbox.ts",
    " FOR UPDATE SKIP LOCKED",
    " FOR UPDATE",
    "takes a notification from the inbox",
  ]),
];

module.exports = { databaseGuards: [...databaseGuards, ...lockGuards] };
