/**
 * Unique indexes that list.cjs does not contain, all triggers, and the locks: how each is removed, and the test that
 * must fail. `integration-tests/modules/last-line.spec.ts` reads all of them from the database and misses none.
 */
const LEDGER = "src/modules/acquiring/migrations/Migration";
const SUBSCRIPTION = "src/modules/acquiring_subscription/migrations/Migration20261121150200.ts";
const PAYOUT = "src/modules/acquiring_payout/migrations/Migration20261122000200.ts";
const JOURNAL = `${LEDGER}20261121080000.ts`;
const SEND = `${LEDGER}20261122000100.ts`;
const RECOVERY = `${LEDGER}20261124120100.ts`;
const ERASURE = `${LEDGER}20261124120401.ts`;
const IDENTITY = `${LEDGER}20261124120200.ts`;
const LAST_LINE = { project: "http", files: ["integration-tests/modules/last-line.spec"] };

/** Written in the migration, or created by its function `unique`. */
const index = (file, name, protects) => {
  const isWritten = file.startsWith(LEDGER);
  const find = isWritten
    ? `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_${name}"`
    : `unique("IDX_acquiring_${name}"`;
  const replace = isWritten ? find.replace("UNIQUE ", "") : find.replace("unique", "index");
  const test = `a second row of one ${name} is refused`;
  return { name: `index ${name}`, protects, patches: [{ file, find, replace }], ...LAST_LINE, test };
};

/** A removed trigger: it fires only when a row's ID changes, which never happens. */
const NEVER = "UPDATE OF id";
const trigger = (name, protects, [file, find, replace]) => ({
  name: `trigger ${name}`,
  protects,
  patches: [{ file, find, replace }],
  ...LAST_LINE,
  test: `^acquiring_${name.replace(".", "\\.acquiring_")} refuses`,
});

/** `table`: if one statement creates triggers of several tables, the one to leave out. */
const written = (name, protects, [file, when, on, table]) => {
  const event = table ? `\${${table} ? "${NEVER}" : "${when}"}` : NEVER;
  const made = `CREATE TRIGGER acquiring_${name.slice(name.indexOf(".") + 1)} BEFORE`;
  return trigger(name, protects, [file, `${made} ${when} ON ${on}`, `${made} ${event} ON ${on}`]);
};
const kept = (name, protects, [on, when]) => trigger(name, protects, [PAYOUT, `${on}, "${when}"`, `${on}, "${NEVER}"`]);

const CHANGE = "UPDATE OR DELETE";
const LOOP = '"${table}"';
const is = (table) => `table === "acquiring_${table}"`;
const VOTE = `${LEDGER}20261121140210.ts`;
const BULK = `${LEDGER}20261121140102.ts`;

const databaseGuards = [
  index(`${LEDGER}20261121104300.ts`, "saved_card_token", "a card's token is saved once"),
  index(BULK, "bulk_run_key", "many captures that are asked for twice are one run"),
  index(BULK, "bulk_item_place", "each payment of a run has one place"),
  index(BULK, "bulk_item_number", "each place in the order of a run's results is taken once"),
  index(VOTE, "review_vote_once", "a person has one vote on a held payment"),
  index(SEND, "payout_send_payout", "a payout has one send, whoever presses at once"),
  index(SEND, "payout_send_request", "a request id of an account is sent once"),
  index(SEND, "payout_send_event_once", "a payout's changes have one order"),
  index(SUBSCRIPTION, "plan_variant", "a product has one plan"),
  index(SUBSCRIPTION, "contract_attempt", "a payment begins one contract"),
  index(SUBSCRIPTION, "contract_recurring", "a contract of the gateway's is one of ours"),
  index(SUBSCRIPTION, "charge_attempt", "a payment of a contract is one charge"),
  index(SUBSCRIPTION, "charge_number", "a period is charged once"),
  index(SUBSCRIPTION, "contract_event_once", "what happened to a contract is told once"),
  index(SUBSCRIPTION, "contract_task_once", "a hook of a contract is called for once"),
  index(PAYOUT, "beneficiary_origin", "a beneficiary that is imported twice is one"),
  index(PAYOUT, "beneficiary_version_number", "a beneficiary's versions have one order"),
  index(PAYOUT, "payout_origin", "a payout that is imported twice is one"),
  index(PAYOUT, "payout_request", "a request id belongs to one payout"),
  index(PAYOUT, "payout_approval_once", "two approvals are of two people"),
  index(PAYOUT, "payout_import_key", "a list that is imported twice is one import"),
  written("entry.append_only", "the journal cannot be rewritten", [JOURNAL, CHANGE, LOOP, is("entry")]),
  written("entry.no_truncate", "the journal cannot be emptied", [JOURNAL, "TRUNCATE", LOOP, is("entry")]),
  written("audit_record.append_only", "the audit cannot be rewritten", [JOURNAL, CHANGE, LOOP, is("audit_record")]),
  written("audit_record.no_truncate", "the audit cannot be emptied", [JOURNAL, "TRUNCATE", LOOP, is("audit_record")]),
  written("payment_attempt.no_delete", "no payment is removed", [JOURNAL, "DELETE", LOOP, is("payment_attempt")]),
  written("operation.no_delete", "no operation is removed", [JOURNAL, "DELETE", LOOP, is("operation")]),
  written("review_vote.append_only", "a vote cannot be rewritten", [VOTE, CHANGE, "${TABLE}"]),
  written("review_vote.no_truncate", "votes cannot be emptied", [VOTE, "TRUNCATE", "${TABLE}"]),
  written("contract_event.append_only", "what happened to a contract cannot be rewritten", [
    SUBSCRIPTION,
    CHANGE,
    "${EVENT}",
  ]),
  written("contract_event.no_truncate", "what happened to contracts cannot be emptied", [
    SUBSCRIPTION,
    "TRUNCATE",
    "${EVENT}",
  ]),
  written("payout_send.same_payout", "what a send is about cannot be changed", [SEND, "UPDATE", "${SEND}"]),
  written("payout_send.no_delete", "no send is removed", [SEND, "DELETE", "${SEND}"]),
  written("payout_send.no_truncate", "sends cannot be emptied", [SEND, "TRUNCATE", "${table}", "table === SEND"]),
  written("payout_send_event.append_only", "what became of a send cannot be rewritten", [SEND, CHANGE, "${EVENT}"]),
  written("payout_send_event.no_truncate", "what became of sends cannot be emptied", [
    SEND,
    "TRUNCATE",
    "${table}",
    "table === EVENT",
  ]),
  trigger("erasure.append_only", "who erased what cannot be rewritten", [
    ERASURE,
    '["acquiring_append_only", "UPDATE OR DELETE", "ROW"]',
    `["acquiring_append_only", "${NEVER}", "ROW"]`,
  ]),
  trigger("erasure.no_truncate", "who erased what cannot be emptied", [
    ERASURE,
    '["acquiring_no_truncate", "TRUNCATE", "STATEMENT"]',
    `["acquiring_no_truncate", "${NEVER}", "STATEMENT"]`,
  ]),
  index(RECOVERY, "recovery_open", "an account has one recovery"),
  index(
    IDENTITY,
    "account_identity_account",
    "payments from before identities were kept belong to one gateway account",
  ),
  ...["operation", "payout_send"].flatMap((table) => [
    written(`${table}.recovery_begin`, "nothing new is sent while a recovery is open", [
      RECOVERY,
      "INSERT",
      LOOP,
      is(table),
    ]),
    written(`${table}.recovery_again`, "nothing is sent again while a recovery is open", [
      RECOVERY,
      "UPDATE",
      LOOP,
      is(table),
    ]),
  ]),
  kept("payout_audit.keep_audit", "who did what cannot be rewritten", ["AUDIT", CHANGE]),
  kept("payout_audit.no_truncate_audit", "who did what cannot be emptied", ["AUDIT", "TRUNCATE"]),
  kept("beneficiary_version.keep_version", "a change of an account is a new version", ["VERSION", CHANGE]),
  kept("beneficiary_version.no_truncate_version", "versions cannot be emptied", ["VERSION", "TRUNCATE"]),
  kept("payout.keep_payout", "a payout stays, with its request id and who made it", ["PAYOUT", CHANGE]),
  kept("payout.no_truncate_payout", "payouts cannot be emptied", ["PAYOUT", "TRUNCATE"]),
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
  unlocked("of a contract", "a contract's charges, its end and its tasks follow each other", [
    "acquiring_subscription/store/contracts.ts",
    "deleted_at: null }).forUpdate().first()",
    "deleted_at: null }).first()",
    "of a contract",
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
