/**
 * The guards: how each is removed (an exact replacement in a file, or in every file of a folder), and the test that
 * must fail.
 */
const { boundaryGuards } = require("./boundary.cjs");
const { databaseGuards } = require("./database.cjs");
const { importGuards } = require("./imports.cjs");
const { lateGuards } = require("./late.cjs");
const { dialectGuards } = require("./dialects.cjs");
const { messageGuards } = require("./messages.cjs");
const { payableGuards } = require("./payables.cjs");
const { payoutGuards } = require("./payouts.cjs");
const { privacyGuards } = require("./privacy.cjs");
const { policyGuards } = require("./policy.cjs");
const { disputeGuards } = require("./disputes.cjs");
const { staffGuards } = require("./staff.cjs");
const { outsideGuards } = require("./outside.cjs");
const { elsewhereGuards } = require("./elsewhere.cjs");
const { waitGuards } = require("./waits.cjs");
const { recoveryGuards } = require("./recovery.cjs");
const { edit } = require("./edit.cjs");

const MIGRATIONS = "src/modules/acquiring/migrations";
const LEDGER = "src/modules/acquiring/ledger";
const DOMAIN = "src/modules/acquiring/domain";
const GUARDS = { project: "http", files: ["integration-tests/modules/guards.spec"] };
const PROMISES = { project: "http", files: ["integration-tests/http/promises.spec"] };
const JOURNEYS = { project: "http", files: ["integration-tests/http/journeys.spec"] };
const REDUCER = { project: "unit", files: ["acquiring/domain/__tests__/reducer.unit"] };
const PERMISSION = { project: "unit", files: ["acquiring/domain/__tests__/operation-preconditions.unit"] };
const PERMUTATIONS = { project: "unit", files: ["acquiring/domain/__tests__/permutations.unit"] };
const CONTRACTS = { project: "http", files: ["integration-tests/modules/subscriptions.spec"] };
const PAYOUTS = { project: "http", files: ["integration-tests/modules/payout-sends.spec"] };
const http = (file) => ({ project: "http", files: [`integration-tests/http/${file}.spec`] });
const unit = (file) => ({ project: "unit", files: [`${file}.unit`] });

const index = (name, protects, test) => ({
  name: `index ${name.replace("IDX_acquiring_", "")}`,
  protects,
  patches: [
    {
      file: MIGRATIONS,
      find: `CREATE UNIQUE INDEX IF NOT EXISTS "${name}"`,
      replace: `CREATE INDEX IF NOT EXISTS "${name}"`,
    },
  ],
  ...GUARDS,
  test,
});

const check = (name, protects, test) => ({
  name: `check ${name.replace("acquiring_attempt_", "")}`,
  protects,
  patches: [{ file: MIGRATIONS, find: `constraint ${name} check (`, replace: `constraint ${name} check (true or ` }],
  ...GUARDS,
  test,
});

const guards = [
  index("IDX_acquiring_attempt_order_no", "an order number, our idempotency key, is used once", "same order number"),
  index("IDX_acquiring_attempt_live_session", "one live payment per session", "second live attempt"),
  index("IDX_acquiring_attempt_gateway_id", "a gateway transaction belongs to one payment", "gateway's ID of another"),
  index(
    "IDX_acquiring_attempt_recurring",
    "a gateway subscription has one first payment",
    "subscription ID of another",
  ),
  index("IDX_acquiring_operation_attempt", "the operations of a payment have a unique order", "one sequence number"),
  index("IDX_acquiring_operation_key", "one idempotency key of Medusa is one operation", "Medusa's keys"),
  index("IDX_acquiring_operation_open_kind", "an open refund blocks another", "a second refund while one is"),
  index("IDX_acquiring_operation_open_settle", "capture, void and review decision exclude each other", "with an open"),
  index("IDX_acquiring_operation_one_review", "a held payment gets one decision", "a second decision"),
  index("IDX_acquiring_operation_one_void", "a payment is voided once", "a second void"),
  index("IDX_acquiring_operation_one_authorise", "an order number is authorised once", "a second authorise"),
  index("IDX_acquiring_inbox_digest", "the same notification is one row", "the same notification is one row"),
  index("IDX_acquiring_attention_open", "one open attention item per kind and subject", "one open item"),
  index("IDX_acquiring_entry_attempt", "the journal has a unique order", "two entries with one sequence number"),
  check(
    "acquiring_attempt_captured_within_authorised",
    "captures cannot exceed the authorised amount",
    "captured more than",
  ),
  check("acquiring_attempt_refunds_within_captured", "refunds cannot exceed the captured amount", "refunded more than"),
  check("acquiring_attempt_not_negative", "amounts cannot be negative", "a negative amount"),
  {
    name: "append-only journal and audit",
    protects: "recorded events cannot be changed",
    patches: ["acquiring_entry", "acquiring_audit_record"].map((table) => ({
      file: `${MIGRATIONS}/Migration20261125090000.ts`,
      find: `BEFORE UPDATE OR DELETE ON "${table}"`,
      replace: `BEFORE UPDATE OF id ON "${table}"`,
    })),
    ...GUARDS,
    test: "journal and the audit trail",
  },
  {
    name: "no deletion of payments",
    protects: "payments and operations cannot be deleted",
    patches: ["acquiring_payment_attempt", "acquiring_operation"].map((table) => ({
      file: `${MIGRATIONS}/Migration20261125090000.ts`,
      find: `BEFORE DELETE ON "${table}"`,
      replace: `BEFORE UPDATE OF id ON "${table}"`,
    })),
    ...GUARDS,
    test: "to remove or hide",
  },
  edit(
    "later charges are separate",
    "a renewal does not change the first payment",
    [
      `${DOMAIN}/charges.ts`,
      "own: decisive(facts.filter((fact) => !isLater(fact))), later",
      "own: decisive(facts), later",
    ],
    { ...unit("acquiring/domain/__tests__/charges"), test: "never affect the first" },
  ),
  edit(
    "unreadable first payment",
    "a later charge is not taken for the subscription's first payment",
    [`${DOMAIN}/charges.ts`, "if (facts.some(isOpenBefore))", "if (facts.length === 0)"],
    { ...unit("acquiring/domain/__tests__/charges"), test: "unreadable charge may be the first" },
  ),
  edit(
    "first payment without a transaction ID",
    "a signed notification of a charge is not applied to the first payment",
    [
      "src/modules/acquiring/inbox/process-notification.ts",
      "isTransactionUnknown(namedAttempt) && (await",
      "namedAttempt.id.length === 0 && (await",
    ],
    { project: "http", files: ["integration-tests/modules/subscriptions.spec"], test: "not taken for the first" },
  ),
  edit(
    "transaction ID of a refused fact",
    "a refused fact does not set the transaction ID",
    [`${LEDGER}/decision-writes.ts`, 'entries.some(({ kind }) => kind === "fact_refused")', "entries.length < 0"],
    { project: "http", files: ["integration-tests/modules/subscriptions.spec"], test: "names no transaction" },
  ),
  edit(
    "renewals without a session",
    "a renewal without an order does not count as money without an order",
    [`${LEDGER}/decision-writes.ts`, " && (!isUnlinked(row) || row.imported_at !== null)", ""],
    { project: "http", files: ["integration-tests/modules/subscriptions.spec"], test: "reported a hundred times" },
  ),
  edit(
    "double read of unrequested money",
    "a charge or refund listed in only one answer is not recorded",
    [
      "src/modules/acquiring/status-checks/double-read-confirmation.ts",
      "if (news.length === 0)",
      "if (news.length >= 0)",
    ],
    { project: "http", files: ["integration-tests/modules/subscriptions.spec"], test: "what one response alone lists" },
  ),
  edit(
    "contradicting answers wait",
    "a notification stays pending while no two answers agree on its refund",
    ["src/modules/acquiring/inbox/apply-notification.ts", "&& checked.isDoubtful", "&& false"],
    { ...http("outside-money"), test: "no two responses agree" },
  ),
  edit(
    "who captured before Medusa 2.21",
    "a capture whose response was lost is recorded once",
    ["src/modules/acquiring/medusa-records/capture-creators.ts", "return { ...row, created_by: by };", "return row;"],
    { ...http("older-medusa"), test: "recorded once" },
  ),
  edit(
    "a disabled provider before Medusa 2.20",
    "a session of a provider that the region does not have is refused",
    [
      "src/application/medusa-guards/refuse-disabled-provider.ts",
      "if (cart.region.payment_providers?.some((provider) => provider?.id === providerId)) return;",
      "return;",
    ],
    { ...http("older-medusa"), test: "that the region does not have" },
  ),
  edit(
    "an amount of 0 before Medusa 2.18",
    "it is refused, and is not the whole payment",
    [
      "src/application/medusa-guards/refuse-empty-amount.ts",
      "if (data === undefined || data.amount > 0) return;",
      "if (data === undefined || data.amount >= 0) return;",
    ],
    { ...unit("application/medusa-guards/__tests__/refuse-empty-amount"), test: "is not the whole payment" },
  ),
  edit(
    "a capture known only from a query",
    "if it may have been made elsewhere, a contradicting notification raises an attention item",
    ["src/modules/acquiring/inbox/verify-captured-amount.ts", "&& own.length > 0 && !inferred", "&& own.length > 0"],
    { ...http("outside-money"), test: "before the next query" },
  ),
  edit(
    "an unconfirmed capture",
    "if no notification names its amount, an attention item is raised after an hour",
    ["src/modules/acquiring/attention/unconfirmed-captures.ts", "const LIMIT = 200;", "const LIMIT = 0;"],
    { ...http("outside-money"), test: "without a notification: one item" },
  ),
  edit(
    "a cancellation in flight",
    "a subscription's cancellation is not repeated before its absence is proven",
    [`${DOMAIN}/subscription-cancellation.ts`, "context.askedAt - open.sentAt >= context.unknownFinalAfterMs", "true"],
    { ...unit("acquiring/domain/__tests__/subscription-cancellation"), test: "whose response was lost" },
  ),
  edit(
    "row lock",
    "changes of one payment are serialised",
    [
      `${LEDGER}/ledger.ts`,
      ".where({ id: attemptId })\n      .forUpdate()\n      .first<",
      ".where({ id: attemptId })\n      .first<",
    ],
    { ...GUARDS, test: "row lock" },
  ),
  edit(
    "row locks of a group",
    "a group waits for no lock, and does not change a payment that is locked elsewhere",
    [`${LEDGER}/lock-attempts.ts`, " FOR UPDATE SKIP LOCKED`", "`"],
    { project: "http", files: ["integration-tests/modules/batched-writes.spec"], test: "locked by another" },
  ),
  edit(
    "event of a journal entry",
    "what the journal says is announced, in the same transaction",
    [`${LEDGER}/write-set.ts`, '...inserts("acquiring_event", eventRows(writeSet.entries)),', ""],
    {
      project: "http",
      files: ["integration-tests/http/events.spec"],
      test: "exactly for each announced journal entry",
    },
  ),
  edit(
    "transaction that did not begin",
    "where BEGIN failed, nothing is read and nothing is written",
    [
      "src/modules/acquiring/runtime/joined-transaction.ts",
      "if (!this.#rows) throw",
      "if (!this.#rows) return [];\n    if (!this.#rows) throw",
    ],
    {
      project: "http",
      files: ["integration-tests/modules/joined-transaction.spec"],
      test: "leaves no transaction behind",
    },
  ),
  edit(
    "durable conclusion",
    "only a conclusion that Medusa commits after may reach the disk later",
    ["src/modules/acquiring/gate/decide.ts", "recordedByCallerId !== undefined && !isOnlyHere", "!isOnlyHere"],
    {
      project: "http",
      files: ["integration-tests/modules/deferred-conclusions.spec"],
      test: "that nobody records in Medusa is on disk",
    },
  ),
  edit(
    "sync lock",
    "two workers do not record the same operation in Medusa",
    [
      "src/modules/acquiring/medusa-records/medusa-sync-state.ts",
      "if (!(await tryLock(`acquiring-projection:${attemptId}`))) return false;",
      "",
    ],
    { ...GUARDS, test: "one projection" },
  ),
  edit(
    "connection budget",
    "parallel syncs do not exhaust the connection pool and deadlock",
    [
      "src/modules/acquiring/medusa-records/medusa-sync-state.ts",
      "return this.connectionBudget.take(() =>",
      "return Promise.resolve().then(() =>",
    ],
    { ...GUARDS, test: "many projections at once" },
  ),
  edit(
    "one completion at a time",
    "two processes do not create two orders for one cart",
    ["src/modules/acquiring/runtime/lease.ts", "WHERE acquiring_lease.leased_until < clock_timestamp()", ""],
    {
      project: "http",
      files: ["integration-tests/modules/leases.spec"],
      test: "of two processes that complete one cart",
    },
  ),
  edit(
    "a lease's holder",
    "a process that paused ends no other process's completion",
    ["src/modules/acquiring/runtime/lease.ts", ".where({ name, holder })", ".where({ name })"],
    { project: "http", files: ["integration-tests/modules/leases.spec"], test: "a process that died blocks" },
  ),
  edit(
    "renewed leases",
    "a completion that takes long is not joined by a second one",
    [
      "src/modules/acquiring/runtime/lease.ts",
      "const renewed = await this.#row().update({ leased_until: until });",
      "const renewed = until === null ? 0 : 1;",
    ],
    { project: "http", files: ["integration-tests/modules/leases.spec"], test: "lease is renewed" },
  ),
  edit(
    "refund claim",
    "a refund is recorded once, for the operation it names",
    [
      "src/modules/acquiring/medusa-records/medusa-sync-state.ts",
      "if (!operation || !isUnrecorded(operation) || minorOf(operation.amount) !== amount) return false;",
      "if (!operation) return false;",
    ],
    { ...GUARDS, test: "a refund that was proven later" },
  ),
  edit(
    "an unknown operation blocks",
    "an unknown operation is not sent again",
    [
      `${DOMAIN}/operation-preconditions.ts`,
      "isBlocking(operation) && excludes(operation.kind, request.kind)",
      "false && excludes(operation.kind, request.kind)",
    ],
    PERMISSION,
  ),
  edit(
    "query made before the send",
    "a late answer does not conclude a capture or void that was sent after the query",
    [`${DOMAIN}/snapshot.ts`, "return before === undefined || (", "return true || ("],
    { ...PERMUTATIONS, test: "a void that never arrived" },
  ),
  edit(
    "overtaking queries",
    "the answer to an earlier query does not undo a refund's result",
    [`${DOMAIN}/refunds.ts`, "return takesBack && before !== undefined && before.get(id) !== status;", "return false;"],
    { ...PERMUTATIONS, test: "a refund that was paid out and came back" },
  ),
  edit(
    "overtaken queries are repeated",
    "an answer that may be outdated is followed by another query",
    [`${LEDGER}/apply-facts.ts`, "if (askAgain) await ledger.askAgain(attemptId, meta.now);", ""],
    { project: "http", files: ["integration-tests/modules/overtaken-queries.spec"], test: "reverts nothing" },
  ),
  edit(
    "answered from the ledger",
    "a known idempotency key of Medusa is not sent again",
    ["src/modules/acquiring/gate/decide.ts", 'if (known && known.status !== "not_sent") return answerOf(known);', ""],
    { ...http("guards"), test: "the same key again" },
  ),
  edit(
    "order check of a response",
    "a response for another order is ignored",
    [
      "src/gateway/reading/classify-response.ts",
      "if (values.order_no !== asked.orderNo)",
      "if (asked.orderNo === undefined)",
    ],
    { ...unit("gateway/__tests__/authorise"), test: "" },
  ),
  edit(
    "amount check of a response",
    "a response with another amount is ignored",
    [
      "src/gateway/reading/classify-response.ts",
      "if (fact.money && !sameMoney(fact.money, asked.money)) {",
      "if (asked.money === undefined) {",
    ],
    { ...unit("gateway/__tests__/authorise"), test: "" },
  ),
  edit(
    "amount check of a batch item",
    "a batch item with another amount is ignored",
    [
      "src/gateway/reading/classify-response.ts",
      "if (money && !sameMoney(money, asked.money))",
      "if (asked.money === undefined)",
    ],
    { ...unit("gateway/batching/__tests__/chunked-send"), test: "" },
  ),
  edit(
    "transaction check of a batch item",
    "a batch item of another transaction is ignored",
    [
      "src/gateway/client/client.ts",
      "if (row.transaction_id && row.transaction_id !== item.gatewayPaymentId) {",
      "if (row.transaction_id === null) {",
    ],
    { ...unit("gateway/batching/__tests__/chunked-send"), test: "" },
  ),
  edit(
    "duplicate batch item",
    "a batch item that is answered twice is ignored",
    ["src/gateway/client/client.ts", "if (isDoubled)", 'if (row.order_no === "")'],
    { ...unit("gateway/batching/__tests__/chunked-send"), test: "" },
  ),
  edit(
    "adoption: amount of a fact",
    "a transaction is adopted only with our amount and currency",
    [
      `${DOMAIN}/reducer.ts`,
      "fact.money && (fact.money.currency !== snapshot.currency || fact.money.minor !== snapshot.requested)",
      "fact.money && fact.money.minor < 0n",
    ],
    REDUCER,
  ),
  edit(
    "adoption: duplicate order number",
    "a rejected order number is queried, not declined",
    [
      "src/gateway/reading/classify-response.ts",
      'if (fact.code === "I0061") return unknown(',
      'if (fact.code === "I0061" && fact.card) return unknown(',
    ],
    { ...unit("gateway/__tests__/authorise"), test: "" },
  ),
  edit(
    "adoption: second transaction",
    "a second transaction of an order number is not recorded",
    [
      `${DOMAIN}/reducer.ts`,
      "if (other && fact.gatewayPaymentId !== snapshot.gatewayPaymentId && claimsMoney(fact)) {",
      "if (other && fact.gatewayPaymentId === null) {",
    ],
    REDUCER,
  ),
  edit(
    "failed query",
    "a failed query changes nothing",
    [
      "src/modules/acquiring/status-checks/fetch-gateway-state.ts",
      'if (listed.kind !== "answered") return listed;',
      `if (listed.kind !== "answered") {
        const { barePayment } = require("../../../gateway/reading/normalize");
        const none = barePayment(createOrderNo(wireOrderNoOf(attempt)), "not_found");
        Object.assign(listed, { kind: "answered", facts: [none] });
      }`,
    ],
    { ...http("guards"), test: "a query that fails" },
  ),
  edit(
    "partial query",
    "an answer with only some of the IDs is not applied",
    [
      "src/gateway/client/queries.ts",
      'if (answer.kind !== "answered") return answer;\n    facts.push',
      'if (answer.kind !== "answered") continue;\n    facts.push',
    ],
    { ...unit("gateway/client/__tests__/queries"), test: "" },
  ),
  edit(
    "not found is not failed",
    "an authorisation counts as absent only after the waiting time",
    [
      `${DOMAIN}/reducer.ts`,
      "if (context.askedAt - operation.sentAt < context.unknownFinalAfterMs) return unchanged(snapshot);",
      "",
    ],
    REDUCER,
  ),
  edit(
    "absence needs time",
    "a capture, void or refund counts as absent only after twice the time limit",
    [
      `${DOMAIN}/snapshot.ts`,
      'context.source === "query" && context.askedAt - operation.sentAt >= NEGATIVE_PROOF_AFTER_MS',
      'context.source === "query"',
    ],
    REDUCER,
  ),
  edit(
    "listed transitions only",
    "a payment follows the transition table",
    [`${DOMAIN}/states.ts`, "transitions[from][to] !== undefined", "from !== to"],
    unit("acquiring/domain/__tests__/states"),
  ),
  edit(
    "amounts: capture",
    "a capture cannot exceed the remaining authorised amount",
    [
      `${DOMAIN}/operation-preconditions.ts`,
      "return amount > snapshot.authorised - snapshot.captured",
      "return amount < 0n",
    ],
    PERMISSION,
  ),
  edit(
    "amounts: refund",
    "a refund cannot exceed the remaining captured amount",
    [
      `${DOMAIN}/operation-preconditions.ts`,
      "return amount > snapshot.captured - snapshot.refunded - snapshot.refundPending",
      "return amount < 0n",
    ],
    PERMISSION,
  ),
  edit(
    "row before the send: authorise",
    "a committed row exists before the send",
    [
      "src/modules/acquiring/gate/gate.ts",
      'const begun = await this.openAttempt(input);\n    if (!begun) return null;\n    const outcome = await this.sendGuarded(begun, "authorise", (maySend) =>\n      this.deps.writes(input.account).authorise(request, maySend),\n    );',
      'const early = await this.deps.writes(input.account).authorise(request);\n    const begun = await this.openAttempt(input);\n    if (!begun) return null;\n    const outcome = await this.sendGuarded(begun, "authorise", () => Promise.resolve(early));',
    ],
    { ...PROMISES, test: "4 the sending row|13 concurrent" },
  ),
  edit(
    "acknowledged after the commit",
    "200 to a notification means a committed row",
    [
      "src/modules/acquiring/inbox/receive-notification.ts",
      "const stored = await this.#groups.take(toKeep({ arrival, account: reader }, parsed, this.deps.now()));",
      'const stored = { id: "soon", fresh: true };\n    void this.#groups.take(toKeep({ arrival, account: reader }, parsed, this.deps.now()));',
    ],
    { ...PROMISES, test: "6 200 to a notification" },
  ),
  edit(
    "signature of a notification",
    "an unsigned claim that no query confirms is refused",
    [
      "src/modules/acquiring/inbox/receive-notification.ts",
      'if (parsed.signature !== "matched")\n      return this.receiveUnverified',
      "if (parsed.signature.length === 0)\n      return this.receiveUnverified",
    ],
    { ...PROMISES, test: "10 a notification" },
  ),
  edit(
    "notifications trigger queries",
    "a false notification with a valid signature changes nothing",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      "const checked = await this.deps.checker.check(attempt, claimOf(parsed));\n",
      'await applyFacts(ledger, attempt.id, [parsed.fact], { source: "notify", inboxEventId: row.id, now: now(), askedAt: now(), unknownFinalAfterMs: 0, completeCartAfterMs: 0 });\n    const checked = await this.deps.checker.check(attempt, claimOf(parsed));\n',
    ],
    { ...PROMISES, test: "10 a notification" },
  ),
  edit(
    "amount of a notification",
    "a notification with another amount changes nothing and is reported",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      "if (!claimsOurMoney(parsed, attempt)) {",
      "if (parsed.orderNo.length === 0) {",
    ],
    { ...PROMISES, test: "10 a notification" },
  ),
  edit(
    "format of a signed amount",
    "digits moved between signed values do not verify",
    [
      "src/gateway/notifications/notification.ts",
      "signature: hasExactDecimals(account, money, signed.amount)",
      'signature: signed.amount !== ""',
    ],
    {
      project: "unit",
      files: ["gateway/signing/__tests__/signing.unit", "gateway/notifications/__tests__/notification.unit"],
      test: "",
    },
  ),
  edit(
    "spaces in a signed code",
    "unsigned fields cannot hide a signed decline",
    [
      "src/gateway/notifications/notification.ts",
      'const covered = (value = ""): string => signedText(value, account.profile.signing);',
      'const covered = (value = ""): string => (signedText === undefined ? "" : value);',
    ],
    { project: "unit", files: ["gateway/__tests__/signed-messages.unit"], test: "whole notifications" },
  ),
  edit(
    "cancel without a key",
    "the losing completion of two does not void the payment of the other",
    [
      "src/providers/acquiring/base.ts",
      "if (!key) return { data: input.data ?? {} };",
      'if (!key) { const found = await this.ledger().attempts.attemptByOrderNo(String(input.data?.order_no)); return found ? this.run(found, { kind: "void", amount: null, idempotencyKey: "none", actorId: null }) : { data: {} }; }',
    ],
    { ...http("guards"), test: "a cancel without a key" },
  ),
  edit(
    "amount at completion",
    "an order with another total than authorised is refused",
    [
      "src/providers/acquiring/base.ts",
      "if (payment?.attempt && !service.isForMoney(payment.attempt, money)) {",
      "if (payment?.attempt && money.minor < 0n) {",
    ],
    { ...JOURNEYS, test: "19 amount" },
  ),
  edit(
    "session token",
    "a session's ID alone gives no access",
    [
      "src/application/checkout/open-session.ts",
      "if (!ledger.tokens.isSessionToken(account, session.id, ref.token))",
      "if (ref.token === undefined)",
    ],
    { ...JOURNEYS, test: "a stranger with a session id" },
  ),
  edit(
    "forged session data",
    "session data written by a browser is not trusted",
    ["src/providers/acquiring/base.ts", "!service.tokens.isSessionToken(account, session.id, token)", 'token === ""'],
    { ...http("guards"), test: "only with its token" },
  ),
  edit(
    "card data in a session",
    "a card number never reaches Medusa's tables",
    [
      "src/modules/acquiring/checkout/detect-card-data.ts",
      "export function detectCardData(",
      "export const detectCardData = (_data: unknown): string | null => null;\nexport function unusedCardDataAt(",
    ],
    { ...PROMISES, test: "20 no card" },
  ),
  edit(
    "capture without an amount",
    "an attention item is raised for a capture without a record in the store and without a known amount",
    [
      "src/modules/acquiring/domain/settlement.ts",
      "  if (!capture && claimed === null) draft.isCaptureInferred",
      "  if (!capture && claimed === 0n) draft.isCaptureInferred",
    ],
    { ...unit("acquiring/domain/__tests__/outside-money"), test: "without a known amount is inferred" },
  ),
  edit(
    "order of a payment",
    "the refund of a reverted completion is found when another order was created later",
    [
      "src/modules/acquiring/medusa-records/refund-reservation-rows.ts",
      "`(${payment}.created_at >= placed.created_at OR EXISTS (",
      "`(${payment}.created_at IS NOT NULL OR EXISTS (",
    ],
    { ...http("reconcile-orders"), test: "" },
  ),
  edit(
    "consumed payment",
    "a payment that was reversed with a failed completion creates no order",
    ["src/application/orders/complete-cart.ts", "    await refuseConsumedPayment(container, cartId);\n", ""],
    { ...http("rolled-back"), test: "an authorisation that Medusa voided" },
  ),
  edit(
    "reservation of a changed order",
    "an edit, return, claim or exchange does not void an authorised payment",
    ["src/api/middlewares.ts", "...CONFIRMING.map(", "...CONFIRMING.slice(CONFIRMING.length).map("],
    { ...http("changes-before-capture"), test: "an edit that raises the total" },
  ),
  edit(
    "refund that Medusa cannot record",
    "no refund is sent that Medusa would later deny",
    ["src/providers/acquiring/refund.ts", "  if (why) throw", '  if (why === "other_payment") throw'],
    { ...http("partial-money"), test: "while an order is being edited" },
  ),
  edit(
    "order of another payment",
    "a payment is not recorded in another payment's order",
    ["src/modules/acquiring/medusa-records/requested-operation.ts", 'capture: ["other_payment"],', "capture: [],"],
    { ...http("rolled-back-held"), test: "is not captured by Medusa's button" },
  ),
  edit(
    "page ticket",
    "a forged ticket is refused",
    [
      "src/modules/acquiring/checkout/signed-tokens.ts",
      "return keys && isPurposeToken(keys, { purpose, ticket }) ? attempt : undefined;",
      "return keys ? attempt : undefined;",
    ],
    { ...http("redirect-security"), test: "forged, cut, swapped" },
  ),
  edit(
    "origin of a return URL",
    "customers are redirected only to the shop",
    [
      "src/application/checkout/return-address.ts",
      "return isClean && isOurs ? url.href : null;",
      "return isClean ? url.href : null;",
    ],
    { ...http("redirect-security"), test: "customers are redirected" },
  ),
  edit(
    "card-testing limit",
    "no more payments than the limit, also in parallel",
    [
      "src/modules/acquiring/card-testing/velocity.ts",
      "WHERE (SELECT count(*) FROM unnest(counted.hits) AS hit WHERE hit > CAST(:since AS bigint)) < CAST(:max AS integer)",
      "WHERE CAST(:since AS bigint) > 0 AND CAST(:max AS integer) > 0",
    ],
    { project: "http", files: ["integration-tests/modules/velocity.spec"], test: "" },
  ),
  edit(
    "the paying attempt",
    "late money of a session is not taken for its payment",
    ["src/application/orders/project-order.ts", "if (named) return named === row.order_no;", "if (named) return true;"],
    { ...http("second-attempts"), test: "" },
  ),
  edit(
    "late money is recorded",
    "money that arrives for a given-up payment can be recorded",
    [
      `${LEDGER}/decision-writes.ts`,
      "...(hadEnded(row.state) && holdsMoney(decision.state) ? { is_late: true } : {}),",
      "",
    ],
    { ...http("payment-methods"), test: "browser back and another card" },
  ),
  edit(
    "held for review",
    "a held payment is not captured before a decision",
    [
      `${DOMAIN}/operation-preconditions.ts`,
      "if (snapshot.hold?.decision === null) {",
      "if (snapshot.hold?.decision === undefined && snapshot.hold !== null && snapshot.hold !== undefined) {",
    ],
    { ...unit("acquiring/domain/__tests__/review-holds"), test: "" },
  ),
  edit(
    "one order number per request",
    "a response row belongs to one item",
    [
      "src/gateway/batching/batcher.ts",
      "const isFree = !batch.entries.some(({ item }) => item.orderNo === orderNo);",
      "const isFree = orderNo.length > 0;",
    ],
    { project: "unit", files: ["gateway/batching/__tests__/batcher.unit"], test: "" },
  ),
  edit(
    "one order number per batch",
    "a response row belongs to one item, whoever the sender is",
    ["src/gateway/batching/chunked-send.ts", "&& !last.some(({ orderNo }) => orderNo === item.orderNo)", ""],
    { ...unit("gateway/batching/__tests__/chunked-send"), test: "" },
  ),
  edit(
    "review: reject flag",
    "a rejection without a configured flag is not sent",
    [
      "src/modules/acquiring/review/review-decision.ts",
      'if (!isHeldHere && request.action === "reject" && !this.deps.mayReject(attempt)) {',
      'if (request.note === "never") {',
    ],
    { project: "http", files: ["integration-tests/modules/review.spec"], test: "" },
  ),
  edit(
    "recorded refunds carry their key",
    "a refund that is recorded later is not sent again",
    [
      "src/providers/acquiring/base.ts",
      "if (recorded === undefined || recorded === null) return",
      "if (recorded !== undefined || recorded === null || recorded === undefined) return",
    ],
    { ...PROMISES, test: "1 one logical" },
  ),
  edit(
    "signed fields without a query",
    "unsigned fields move no money, also while the gateway is unreachable",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      "      return this.applySigned(row, attempt, parsed.signedFact, parsed.fact);\n    return this.deps.conclusion.wait(",
      "      return this.applySigned(row, attempt, parsed.fact);\n    return this.deps.conclusion.wait(",
    ],
    { ...PROMISES, test: "10 while the gateway" },
  ),
  edit(
    "currency at completion",
    "an order in another currency than authorised is refused",
    ["src/modules/acquiring/service.ts", "attempt.currency === money.currency && minorOf", "minorOf"],
    { ...JOURNEYS, test: "19 amount and currency" },
  ),
  edit(
    "signature-only trust is opt-in",
    "a signed charge without a query is accepted only if the owner trusts signatures alone",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      'const isTrusted = account.profile.notify.trust === "signature" && signature === "matched";',
      'const isTrusted = signature === "matched";',
    ],
    { ...CONTRACTS, test: "a signature replaces a query" },
  ),
  edit(
    "a subscription's own order number",
    "a signed charge is not recorded for a subscription named only by unsigned fields",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      "const isOurs = parsed.orderNo === first.order_no && recurring?.recurringId === first.recurring_id;",
      "const isOurs = recurring?.recurringId === first.recurring_id;",
    ],
    { ...CONTRACTS, test: "a signature replaces a query" },
  ),
  edit(
    "proof of a dispute",
    "an unsigned dispute is not recorded",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      'if (parsed.signature !== "matched" || gatewayPaymentId === null) {',
      "if (gatewayPaymentId === null) {",
    ],
    { ...CONTRACTS, test: "a dispute is recorded for" },
  ),
  edit(
    "dispute of this transaction",
    "a dispute is recorded for the transaction it names",
    [
      "src/modules/acquiring/inbox/apply-notification.ts",
      "if (gatewayPaymentId !== attempt.gateway_payment_id) {",
      'if (gatewayPaymentId === "") {',
    ],
    { ...CONTRACTS, test: "a dispute is recorded for" },
  ),
  edit(
    "listed subscription transitions",
    "an ended subscription is not restarted by a request",
    [
      "src/modules/acquiring_subscription/domain/states.ts",
      "transitions[from][to]?.includes(by) ?? false",
      "from !== to || by === from",
    ],
    { ...unit("acquiring_subscription/domain/__tests__/subscription"), test: "" },
  ),
  ...boundaryGuards,
  ...recoveryGuards,
  ...importGuards,
  ...lateGuards,
  ...dialectGuards,
  ...messageGuards,
  ...payableGuards,
  ...payoutGuards,
  ...policyGuards,
  ...disputeGuards,
  ...staffGuards,
  ...privacyGuards,
  ...outsideGuards,
  ...elsewhereGuards,
  ...waitGuards,
  ...databaseGuards,
  edit(
    "payout: final is final",
    "an older message does not undo a paid payout",
    [`${DOMAIN}/payout-sends.ts`, 'if (status === "pending" || isOlder(send, fact)) return null;', ""],
    { ...unit("acquiring/__tests__/payout-sends"), test: "" },
  ),
  edit(
    "payout: a refusal names it",
    "only a response with this payout's amount proves that nothing was sent",
    [
      "src/gateway/client/send-payout.ts",
      'return fact.money ? { kind: "declined", fact, reason } : withoutMoney;',
      'return { kind: "declined", fact, reason };',
    ],
    { ...unit("gateway/__tests__/payouts"), test: "" },
  ),
  edit(
    "payout: signed values are separated",
    "a digit of a signed amount cannot become a letter of the status",
    [
      "src/gateway/notifications/payout-notification.ts",
      "/^\\d+(\\.\\d+)?$/.test(signed.payment_amount) && /^[A-Za-z]/.test(signed.status);",
      "signed.status.length > 0;",
    ],
    { ...unit("gateway/notifications/__tests__/payout-notification"), test: "" },
  ),
  edit(
    "payout: our amount only",
    "a signed message with another amount changes no payout",
    [
      "src/modules/acquiring/inbox/process-payout-notification.ts",
      "money !== null && money.currency === send.currency && money.minor === minorOf(send.amount);",
      "money === null || money.currency === send.currency || money.minor >= minorOf(send.amount);",
    ],
    { ...PAYOUTS, test: "a message that is unsigned" },
  ),
  edit(
    "one refund of an order at a time",
    "no second refund is sent while the first one is being recorded in its order",
    [
      "src/providers/acquiring/refund.ts",
      'if (reserved.kind === "recording") {',
      'if (reserved.kind !== "reserved" && rows === null) {',
    ],
    { ...http("refund-races"), test: "" },
  ),
  edit(
    "refunds are exact",
    "half a yen is not refunded as a whole one",
    ["src/providers/acquiring/exact-amount.ts", "rounded === leftOf(kind, attempt) && isRest", "rounded > 0n"],
    { project: "http", files: ["integration-tests/promises/exact-amounts.spec"], test: "a refund row of" },
  ),
  edit(
    "explored: unknown blocks",
    "no second refund is sent while the first may still take effect, in every interleaving of two processes",
    [
      "src/modules/acquiring/domain/snapshot.ts",
      'operation.status === "sending" || operation.status === "unknown";',
      'operation.status === "sending";',
    ],
    { ...unit("domain/__tests__/exploration"), test: "keeps every invariant: refund . refund .too much" },
  ),
  edit(
    "explored: pending refunds count",
    "refunds never exceed captures, in every interleaving of two processes",
    [
      "src/modules/acquiring/domain/operation-preconditions.ts",
      "return amount > snapshot.captured - snapshot.refunded - snapshot.refundPending",
      "return amount > snapshot.captured - snapshot.refunded",
    ],
    { ...unit("domain/__tests__/exploration"), test: "keeps every invariant: refund . refund .too much" },
  ),
];

module.exports = { guards };
