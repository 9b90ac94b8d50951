/**
 * Unique indexes that list.cjs does not contain, all triggers, and the locks: how each is removed, and the test that
 * must fail. `integration-tests/modules/last-line.spec.ts` reads all of them from the database and misses none.
 */
const LEDGER = "src/modules/acquiring/migrations/Migration20261125090000.ts";
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
  index(LEDGER, "saved_card_token", "a card's token is saved once"),
  index(LEDGER, "bulk_run_key", "many captures that are asked for twice are one run"),
  index(LEDGER, "bulk_item_place", "each payment of a run has one place"),
  index(LEDGER, "bulk_item_number", "each place in the order of a run's results is taken once"),
  index(LEDGER, "review_vote_once", "a person has one vote on a held payment"),
  index(LEDGER, "payout_send_payout", "a payout has one send, whoever presses at once"),
  index(LEDGER, "payout_send_request", "a request id of an account is sent once"),
  index(LEDGER, "payout_send_event_once", "a payout's changes have one order"),
  index(SUBSCRIPTION, "plan_variant", "a product has one plan"),
  index(SUBSCRIPTION, "subscription_attempt", "a payment begins one subscription"),
  index(SUBSCRIPTION, "subscription_recurring", "a subscription of the gateway's is one of ours"),
  index(SUBSCRIPTION, "charge_attempt", "a payment of a subscription is one charge"),
  index(SUBSCRIPTION, "charge_number", "a period is charged once"),
  index(SUBSCRIPTION, "subscription_event_once", "what happened to a subscription is told once"),
  index(SUBSCRIPTION, "subscription_task_once", "a hook of a subscription is called for once"),
  index(PAYOUT, "beneficiary_origin", "a beneficiary that is imported twice is one"),
  index(PAYOUT, "beneficiary_version_number", "a beneficiary's versions have one order"),
  index(PAYOUT, "payout_origin", "a payout that is imported twice is one"),
  index(PAYOUT, "payout_request", "a request id belongs to one payout"),
  index(PAYOUT, "payout_approval_once", "two approvals are of two people"),
  index(PAYOUT, "payout_import_key", "a list that is imported twice is one import"),
  trigger("entry.append_only", "the journal cannot be rewritten", [LEDGER, CHANGE]),
  trigger("entry.no_truncate", "the journal cannot be emptied", [LEDGER, "TRUNCATE"]),
  trigger("audit_record.append_only", "the audit cannot be rewritten", [LEDGER, CHANGE]),
  trigger("audit_record.no_truncate", "the audit cannot be emptied", [LEDGER, "TRUNCATE"]),
  trigger("payment_attempt.no_delete", "no payment is removed", [LEDGER, "DELETE"]),
  trigger("operation.no_delete", "no operation is removed", [LEDGER, "DELETE"]),
  trigger("review_vote.append_only", "a vote cannot be rewritten", [LEDGER, CHANGE]),
  trigger("review_vote.no_truncate", "votes cannot be emptied", [LEDGER, "TRUNCATE"]),
  trigger("subscription_event.append_only", "what happened to a subscription cannot be rewritten", [
    SUBSCRIPTION,
    CHANGE,
  ]),
  trigger("subscription_event.no_truncate", "what happened to subscriptions cannot be emptied", [
    SUBSCRIPTION,
    "TRUNCATE",
  ]),
  trigger("payout_send.same_payout", "what a send is about cannot be changed", [LEDGER, "UPDATE"]),
  trigger("payout_send.no_delete", "no send is removed", [LEDGER, "DELETE"]),
  trigger("payout_send.no_truncate", "sends cannot be emptied", [LEDGER, "TRUNCATE"]),
  trigger("payout_send_event.append_only", "what became of a send cannot be rewritten", [LEDGER, CHANGE]),
  trigger("payout_send_event.no_truncate", "what became of sends cannot be emptied", [LEDGER, "TRUNCATE"]),
  trigger("erasure.append_only", "who erased what cannot be rewritten", [LEDGER, CHANGE]),
  trigger("erasure.no_truncate", "who erased what cannot be emptied", [LEDGER, "TRUNCATE"]),
  index(LEDGER, "recovery_open", "an account has one recovery"),
  index(LEDGER, "account_identity_account", "payments from before identities were kept belong to one gateway account"),
  ...["operation", "payout_send"].flatMap((table) => [
    trigger(`${table}.recovery_begin`, "nothing new is sent while a recovery is open", [LEDGER, "INSERT"]),
    trigger(`${table}.recovery_again`, "nothing is sent again while a recovery is open", [LEDGER, "UPDATE"]),
  ]),
  trigger("payout_audit.keep_audit", "who did what cannot be rewritten", [PAYOUT, CHANGE]),
  trigger("payout_audit.no_truncate_audit", "who did what cannot be emptied", [PAYOUT, "TRUNCATE"]),
  trigger("beneficiary_version.keep_version", "a change of an account is a new version", [PAYOUT, CHANGE]),
  trigger("beneficiary_version.no_truncate_version", "versions cannot be emptied", [PAYOUT, "TRUNCATE"]),
  trigger("payout.keep_payout", "a payout stays, with its request id and who made it", [PAYOUT, CHANGE]),
  trigger("payout.no_truncate_payout", "payouts cannot be emptied", [PAYOUT, "TRUNCATE"]),
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
  unlocked("of a subscription", "a subscription's charges, its end and its tasks follow each other", [
    "acquiring_subscription/store/subscription-records.ts",
    "deleted_at: null }).forUpdate().first()",
    "deleted_at: null }).first()",
    "of a subscription",
  ]),
  unlocked("of a beneficiary", "a beneficiary that is blocked meanwhile gets nothing", [
    "acquiring_payout/store/beneficiary-table.ts",
    "\n        .forUpdate()",
    "",
    "of a beneficiary",
  ]),
  unlocked("of a payout's send", "two messages about a payout follow each other", [
    "acquiring/payouts/payout-sends.ts",
    "\n        .forUpdate()",
    "",
    "a message decides",
  ]),
  unlocked("of a send that did not leave", "one that did not leave is sent again by one of two", [
    "acquiring/payouts/payout-sends.ts",
    "\n      .forUpdate()",
    "",
    "is sent again by one",
  ]),
  unlocked("of a send that is taken back", "what is being sent again is not taken back", [
    "acquiring/payouts/payout-cancellation.ts",
    "\n      .forUpdate()",
    "",
    "is not taken back",
  ]),
  unlocked("of a run of many captures", "each result of a run is told once, in one order", [
    "acquiring/ledger/bulk-capture-rows.ts",
    ".forUpdate()",
    "",
    "a number of its own",
  ]),
  unlocked("of a subscription's first payment", "a renewal is opened on what is known of the first", [
    "acquiring/subscriptions/renewals.ts",
    ".forUpdate()",
    "",
    "its renewal is opened",
  ]),
  unlocked("of the comparison of the books", "many servers compare once", [
    "acquiring/reconciliation/runs.ts",
    "    await trx.raw(\"SELECT pg_advisory_xact_lock(hashtextextended('acquiring-reconcile', 0))\");\n",
    "",
    "comparison of the books",
  ]),
  unlocked("of a card's token", "a token belongs to one customer", [
    "acquiring/saved-cards/saved-cards.ts",
    "      await lock(trx, `token:${card.account}:${card.token}`);\n",
    "",
    "keeps a card's token",
  ]),
  unlocked("of a customer's cards", "a card is kept once", [
    "acquiring/saved-cards/saved-cards.ts",
    "      await lock(trx, `customer:${card.customer_id}`);\n",
    "",
    "keeps a card of a customer",
  ]),
  unlocked("of what waits in the inbox", "a message is handed to one worker", [
    "acquiring/ledger/inbox.ts",
    " FOR UPDATE SKIP LOCKED",
    "",
    "takes a message from the inbox",
  ]),
  unlocked("of the inbox that nobody waits for", "a message that is being handled holds up no other", [
    "acquiring/ledger/inbox.ts",
    " FOR UPDATE SKIP LOCKED",
    " FOR UPDATE",
    "takes a message from the inbox",
  ]),
];

module.exports = { databaseGuards: [...databaseGuards, ...lockGuards] };
