/** Guards of late or lost data on its way to Medusa, as in list.cjs. */
const { edit } = require("./edit.cjs");
const LATE = { project: "unit", files: ["acquiring/domain/__tests__/late-answers.unit"] };
const LOST = { project: "http", files: ["integration-tests/http/lost-rows.spec"] };
const DYING = { project: "http", files: ["integration-tests/promises/store-dies.spec"] };
const REVIEW = { project: "http", files: ["integration-tests/modules/review.spec"] };
const HOOKS = { project: "http", files: ["integration-tests/http/subscription-hooks.spec"] };
const CHANGES = { project: "http", files: ["integration-tests/http/order-changes.spec"] };
const SUBSCRIPTIONS = { project: "http", files: ["integration-tests/http/subscriptions.spec"] };
const OUTCOMES = "src/modules/acquiring/domain/reduce-outcome.ts";
const PROJECTION = "src/application/orders";

const lateGuards = [
  edit(
    "review: while a result is unknown",
    "a held payment whose void has no known result is not approved",
    [
      "src/modules/acquiring/review/review-decision.ts",
      "const open = operations.find(isBlocking);",
      "const open = operations.find(() => isBlocking.length > 1);",
    ],
    { ...REVIEW, test: "while a void of a payment held by" },
  ),
  edit(
    "review: released by the gateway",
    "the shop's rule is also called for a payment that the gateway held and released",
    [
      "src/modules/acquiring/ledger/rows/review-hold.ts",
      "if (!isReleased(decision)) return decision;",
      "if (isReleased.length < 2) return decision;",
    ],
    { ...REVIEW, test: "held and released, and may hold it" },
  ),
  edit(
    "review: late money",
    "late money of a payment whose hold nobody decided is held again",
    [
      "src/modules/acquiring/ledger/rows/review-hold.ts",
      "if (endedUndecided(snapshot)) return reopenHold(snapshot, decision);",
      "if (endedUndecided.length > 2) return reopenHold(snapshot, decision);",
    ],
    { ...REVIEW, test: "is held again, until a person decides" },
  ),
  edit(
    "review: a replaced session",
    "a held payment of a replaced session does not block an order that another payment paid",
    [
      "src/modules/acquiring/ledger/rows/review-hold.ts",
      "awaited.where({ is_late: false }).whereExists(session)",
      "awaited.where({ is_late: false })",
    ],
    { ...REVIEW, test: "which held payments of a cart keep its order" },
  ),
  edit(
    "review: a subscription's first payment",
    "a subscription is not active while its first payment is held",
    [
      "src/application/subscriptions/sync-subscription.ts",
      'return isUnapproved(first) && gatewayState !== "over" ? "open" : "good";',
      'return isUnapproved(first) && gatewayState === "unnamed" ? "open" : "good";',
    ],
    {
      project: "http",
      files: ["integration-tests/http/subscription-held.spec"],
      test: "is not active while its first payment is held",
    },
  ),
  edit(
    "one state of the database",
    "a payment and its order are read in one statement, so that a completion in between is not taken for another payment",
    [
      `${PROJECTION}/load-medusa-payment.ts`,
      "const { session, left, order } = View.parse(rows[0]);",
      "const { rows: later } = await pg.raw<{ rows: unknown[] }>(VIEW, { session: attempt.session_id, cart: attempt.cart_id });\n  const [{ session, left }, { order }] = [View.parse(rows[0]), View.parse(later[0])];",
    ],
    { project: "http", files: ["integration-tests/http/whole-tables.spec"], test: "in one state of the database" },
  ),
  edit(
    "a slow completion",
    "a completion that is still running is not finished by a worker",
    [
      `${PROJECTION}/project-order.ts`,
      "const lock = cartId === null ? null : await lockCompletion(container, cartId, 0);",
      'const lock = cartId === "" ? await lockCompletion(container, cartId, 0) : null;',
    ],
    { ...DYING, test: "only that of a dead process" },
  ),
  edit(
    "a renewal refunded meanwhile",
    "a renewal that is refunded while its handler works gets no order",
    ["src/workflows/record-renewal.ts", 'renewal.charge.order_state !== "none"', "renewal !== null"],
    { ...HOOKS, test: "refunded while its handler works" },
  ),
  edit(
    "a deleted customer's renewal",
    "a renewal of a deleted customer still becomes an order",
    [
      "src/application/subscriptions/renewal-order.ts",
      "return found.length > 0 ? id : undefined;",
      "return found ? id : undefined;",
    ],
    { ...HOOKS, test: "deleted customer becomes" },
  ),
  edit(
    "a paid draft",
    "a draft whose payment is being recorded is not cancelled",
    [
      "src/application/renewals/paid-renewal.ts",
      "if (!(await events.has(records.connection, { ...paid, of: id })))",
      "if (paid)",
    ],
    {
      project: "http",
      files: ["integration-tests/http/declined-renewals.spec"],
      test: "a draft whose payment is being recorded",
    },
  ),
  edit(
    "a session replaced meanwhile",
    "a session that another tab replaced is not paid",
    ["src/application/checkout/pay.ts", "  await requireSession(container, session.id);\n", ""],
    { project: "http", files: ["integration-tests/http/captcha.spec"], test: "replaces while the captcha" },
  ),
  edit(
    "messages of an open item",
    "a message that an open item without a payment is about is kept",
    ["src/modules/acquiring/retention/retention.ts", "item.attempt_id IS NULL AND", "item.attempt_id = '' AND"],
    { project: "http", files: ["integration-tests/modules/retention.spec"], test: "without a payment is about" },
  ),
  edit(
    "given up and applied",
    "a write that the gateway applied counts, also when it had been given up",
    [OUTCOMES, 'if (operation.status === "declined") return wentThrough(snapshot, operation, outcome, context);', ""],
    { ...LATE, test: "" },
  ),
  edit(
    "given up and counted",
    "an amount that a query attributed to an external capture is not counted twice",
    [
      OUTCOMES,
      'if (kind === "capture" && operation.amount === capturedOutside(snapshot)) return unchanged(snapshot);',
      "",
    ],
    { ...LATE, test: "counted twice" },
  ),
  edit(
    "given up and voided again",
    "of two voids of a payment one counts",
    [OUTCOMES, 'kind === "void" && isVoidedAnew(snapshot) ? snapshot : open', "open"],
    { ...LATE, test: "that was repeated" },
  ),
  edit(
    "given up and not recorded in Medusa",
    "Medusa's row of a given-up operation may be missing: the sync checks",
    ["src/modules/acquiring/gate/decide.ts", 'before?.status !== "declined" &&', ""],
    { project: "http", files: ["integration-tests/modules/stood-still.spec"], test: "" },
  ),
  edit(
    "too late to send",
    "an operation whose process paused too long after the commit is not sent",
    ["src/modules/acquiring/gate/gate.ts", "this.deps.clock.ageMs(begun.stamp) < TOO_LATE_MS", "true"],
    {
      project: "http",
      files: ["integration-tests/promises/never-late.spec", "integration-tests/modules/stood-still.spec"],
      test: "",
    },
  ),
  edit(
    "age check before the first byte",
    "a request that becomes too old while waiting for a connection is not written",
    ["src/gateway/transport/transport.ts", "if (this.#request.maySend?.() === false)", "if (false)"],
    { project: "unit", files: ["src/gateway/transport/__tests__/transport.unit"], test: "30" },
  ),
  edit(
    "the transaction's time",
    "a server's wrong clock proves nothing about another server's operations in flight",
    ["src/modules/acquiring/runtime/database-clock.ts", "return this.#inTransaction(read);", "return new Date();"],
    { project: "http", files: ["integration-tests/promises/clock-skew.spec"], test: "29" },
  ),
  edit(
    "database time",
    "a server's wrong clock ends and starts no waiting time",
    ["src/modules/acquiring/runtime/database-clock.ts", "if (this.#seen === null) return new Date", "return new Date"],
    { project: "http", files: ["integration-tests/promises/clock-skew.spec"], test: "29 a server's time" },
  ),
  edit(
    "a lost row is not sent again",
    "an applied operation whose row core deleted is not sent a second time",
    [
      "src/providers/acquiring/refund.ts",
      "  if (request.isAnotherLost) throw",
      "  if (request.isAnotherLost && rows === null) throw",
    ],
    { ...LOST, test: "not sent a second time" },
  ),
  edit(
    "a lost row is recreated",
    "Medusa shows an applied operation even if core deleted its row",
    [`${PROJECTION}/lost-rows.ts`, "return went.filter((operation)", "return [].filter((operation)"],
    { ...LOST, test: "" },
  ),
  edit(
    "a lost row of a fully captured payment",
    "core adds no row to a payment that it considers fully captured",
    [`${PROJECTION}/refresh-collection.ts`, "if (payment.captured_at && isMissing)", "if (!isMissing && !isMissing)"],
    { ...LOST, test: "captured in full" },
  ),
  edit(
    "a success stays a success",
    "core does not delete a row because something failed after the money moved",
    ["src/providers/acquiring/base.ts", "return before ?? { order_no: attempt.order_no };", "throw error;"],
    { ...LOST, test: "a read that fails after a success" },
  ),
  edit(
    "a refund of a reverted payment",
    "no order contains a refund that did not happen",
    [`${PROJECTION}/remove-orphans.ts`, "if (others.length === 0 || order === null) return [];", "return [];"],
    { project: "http", files: ["integration-tests/http/rolled-back-held.spec"], test: "is in no order" },
  ),
  edit(
    "sums of a changed order",
    "an amount removed from an order is removed from its sums, also when the order has changed since",
    [
      `${PROJECTION}/order-transactions.ts`,
      "  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(TO_LAST_VERSION, [[...ids]]);\n",
      "",
    ],
    { project: "http", files: ["integration-tests/http/rolled-back-held.spec"], test: "is in no order" },
  ),
  edit(
    "subscription: missing until it arrives",
    "a missing charge stays reported, whatever other day the gateway names for it",
    [
      "src/application/subscriptions/sync-missed-charges.ts",
      "if (missing.length === 0 && !(await isStillMissing(following, look)))",
      "if (missing.length === 0)",
    ],
    { ...SUBSCRIPTIONS, test: "reports other days" },
  ),
  edit(
    "subscription: each missing period",
    "a subscription that is no longer charged is reported for each period",
    [
      "src/application/subscriptions/sync-missed-charges.ts",
      "...latestAfter({ anchor: subscription.anchor, terms }, { first: nextChargeAt, until, made })",
      "",
    ],
    { ...SUBSCRIPTIONS, test: "reports other days" },
  ),
  edit(
    "subscription: a charge is read under the lock",
    "a waiting writer writes nothing older than the other's data",
    [
      "src/application/subscriptions/sync-subscription.ts",
      "renewal && !isAmong ? await ledger.attempts.attempt(renewal.id) : undefined",
      "renewal && !isAmong ? renewal : undefined",
    ],
    { ...SUBSCRIPTIONS, test: "another one follows" },
  ),
  edit(
    "lost refund: no replacement",
    "of two concurrent retries neither is taken for the refund whose row was lost",
    ["src/modules/acquiring/medusa-records/medusa-record-guards.ts", ', "false"),', ', "true"),'],
    { ...LOST, test: "two who try again" },
  ),
  edit(
    "credit line: oldest first",
    "of several refunds the credit line of the declined one is removed",
    [`${PROJECTION}/credit-lines.ts`, "COALESCE(first.made_at, line.created_at)", "line.created_at"],
    { ...CHANGES, test: "of two refunds" },
  ),
  edit(
    "credit line: left open",
    "an unfinished order change of a crashed process blocks no refund",
    [
      `${PROJECTION}/order-transactions.ts`,
      'if (recorded.some(({ reference }) => reference === "refund")) await closeStaleOrderChange(container, orderId);',
      "",
    ],
    { ...CHANGES, test: "before it died" },
  ),
  edit(
    "subscription: the last charge",
    "a charge that is missing when its subscription ends is reported",
    ["src/application/subscriptions/sync-missed-charges.ts", ' && look.state !== "ended"', ""],
    { ...SUBSCRIPTIONS, test: "last charge of a plan" },
  ),
  edit(
    "subscription: each cancellation",
    "a repeated cancellation is reported each time",
    ["src/application/subscriptions/sync-subscription.ts", "tasks.request(", "tasks.add("],
    { project: "http", files: ["integration-tests/http/subscription-endings.spec"], test: "ends, and goes on" },
  ),
];

module.exports = { lateGuards };
