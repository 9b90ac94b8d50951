/** Guards of late or lost data on its way to Medusa, as in list.cjs. */
const LATE = { project: "unit", files: ["acquiring/domain/__tests__/late-answers.unit"] };
const LOST = { project: "http", files: ["integration-tests/http/lost-rows.spec"] };
const CHANGES = { project: "http", files: ["integration-tests/http/order-changes.spec"] };
const SUBSCRIPTIONS = { project: "http", files: ["integration-tests/http/subscriptions.spec"] };
const OUTCOMES = "src/modules/acquiring/domain/apply-outcome.ts";
const PROJECTION = "src/application/orders";

const edit = (name, protects, [file, find, replace], where) => ({
  name,
  protects,
  patches: [{ file, find, replace }],
  ...where,
});

const lateGuards = [
  edit(
    "given up and gone through",
    "what the gateway took counts, also when it had been given up",
    [OUTCOMES, 'if (operation.status === "declined") return wentThrough(snapshot, operation, outcome, context);', ""],
    { ...LATE, test: "" },
  ),
  edit(
    "given up and counted",
    "what a query has counted as captured outside the store is not counted twice",
    [
      OUTCOMES,
      'if (kind === "capture" && operation.amount === capturedOutside(snapshot)) return unchanged(snapshot);',
      "",
    ],
    { ...LATE, test: "counted twice" },
  ),
  edit(
    "given up and voided anew",
    "of two voids of a payment one stands",
    [OUTCOMES, 'kind === "void" && isVoidedAnew(snapshot) ? snapshot : open', "open"],
    { ...LATE, test: "tried anew" },
  ),
  edit(
    "given up and not noted as recorded",
    "Medusa's row of what had been given up may be gone: the projection looks",
    ["src/modules/acquiring/gate/decide.ts", 'before?.status !== "declined" &&', ""],
    { project: "http", files: ["integration-tests/modules/stood-still.spec"], test: "" },
  ),
  edit(
    "too late to send",
    "what stood still since its row was committed is not sent any more",
    ["src/modules/acquiring/gate/gate.ts", "this.deps.clock.ageMs(begun.stamp) < TOO_LATE_MS", "true"],
    {
      project: "http",
      files: ["integration-tests/promises/never-late.spec", "integration-tests/modules/stood-still.spec"],
      test: "",
    },
  ),
  edit(
    "asked again before the first byte",
    "what becomes too old while it waits for a connection is not written",
    ["src/gateway/transport/transport.ts", "if (this.request.mayLeave?.() === false)", "if (false)"],
    { project: "unit", files: ["src/gateway/transport/__tests__/transport.unit"], test: "30" },
  ),
  edit(
    "the transaction's time",
    "a server's wrong clock proves nothing about what another one has in flight",
    ["src/modules/acquiring/runtime/database-clock.ts", "return this.#inTransaction(read);", "return new Date();"],
    { project: "http", files: ["integration-tests/promises/clock-skew.spec"], test: "29" },
  ),
  edit(
    "Postgres' time",
    "a server's wrong clock ends no wait and starts none",
    ["src/modules/acquiring/runtime/database-clock.ts", "if (this.#seen === null) return new Date", "return new Date"],
    { project: "http", files: ["integration-tests/promises/clock-skew.spec"], test: "29 a server's time" },
  ),
  edit(
    "a lost row is not sent again",
    "what went through, and whose row core took back, is not sent a second time",
    ["src/providers/acquiring/base.ts", "if (!(await this.rows.hasLost(kind, attempt.id, row))) return;", "return;"],
    { ...LOST, test: "not sent a second time" },
  ),
  edit(
    "a lost row is made anew",
    "Medusa shows what went through, also when core took its row back",
    [`${PROJECTION}/lost-rows.ts`, "return went.filter((operation)", "return [].filter((operation)"],
    { ...LOST, test: "" },
  ),
  edit(
    "a lost row of a payment captured in full",
    "core makes no row of a payment that it takes for captured in full",
    [`${PROJECTION}/refresh-collection.ts`, "if (payment.captured_at && isMissing)", "if (!isMissing && !isMissing)"],
    { ...LOST, test: "captured in full" },
  ),
  edit(
    "a success stays a success",
    "core does not take a row back because something failed after the money had moved",
    ["src/providers/acquiring/base.ts", "return before ?? { order_no: attempt.order_no };", "throw error;"],
    { ...LOST, test: "only fails to be read" },
  ),
  edit(
    "a refund of a payment that was taken back",
    "no order holds a refund that did not happen",
    [`${PROJECTION}/remove-orphans.ts`, "if (others.length === 0 || order === null) return [];", "return [];"],
    { project: "http", files: ["integration-tests/http/rolled-back-held.spec"], test: "stands in no order" },
  ),
  edit(
    "sums of a changed order",
    "what is taken out of an order is taken out of its sums, also when the order has changed since",
    [
      `${PROJECTION}/order-transactions.ts`,
      "  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(TO_LAST_VERSION, [[...ids]]);\n",
      "",
    ],
    { project: "http", files: ["integration-tests/http/rolled-back-held.spec"], test: "stands in no order" },
  ),
  edit(
    "subscription: missing until it came",
    "a charge that is missing stays shown, whatever other day the gateway names for it",
    [
      "src/application/subscriptions/sync-missed-charges.ts",
      "if (missing.length === 0 && !(await isStillMissing(following, look)))",
      "if (missing.length === 0)",
    ],
    { ...SUBSCRIPTIONS, test: "names other days" },
  ),
  edit(
    "subscription: each period that is missing",
    "a subscription that is charged no more is told with each period",
    [
      "src/application/subscriptions/sync-missed-charges.ts",
      "...latestAfter({ anchor: subscription.anchor, terms }, { first: nextChargeAt, until, made })",
      "",
    ],
    { ...SUBSCRIPTIONS, test: "names other days" },
  ),
  edit(
    "subscription: a charge is read under the lock",
    "who waited writes nothing that is older than what another wrote",
    [
      "src/application/subscriptions/sync-subscription.ts",
      "renewal && !isAmong ? await ledger.journal.attempt(renewal.id) : undefined",
      "renewal && !isAmong ? renewal : undefined",
    ],
    { ...SUBSCRIPTIONS, test: "another one follows" },
  ),
  edit(
    "lost refund: nothing stands for it",
    "of two retries at once neither is taken for the refund whose row was lost",
    ["src/modules/acquiring/medusa-records/medusa-record-guards.ts", ', "false"),', ', "true"),'],
    { ...LOST, test: "two who try again" },
  ),
  edit(
    "credit line: when it was made first",
    "of several refunds the credit of the one that was refused is taken back",
    [`${PROJECTION}/credit-lines.ts`, "COALESCE(first.made_at, line.created_at)", "line.created_at"],
    { ...CHANGES, test: "of two refunds" },
  ),
  edit(
    "credit line: left open",
    "a change that core died over keeps no refund away",
    [
      `${PROJECTION}/order-transactions.ts`,
      'if (booked.some(({ reference }) => reference === "refund")) await closeStaleOrderChange(container, orderId);',
      "",
    ],
    { ...CHANGES, test: "died over" },
  ),
  edit(
    "subscription: the last charge",
    "a charge that is missing when its subscription ends is shown",
    ["src/application/subscriptions/sync-missed-charges.ts", ' && look.state !== "ended"', ""],
    { ...SUBSCRIPTIONS, test: "last charge of a plan" },
  ),
  edit(
    "subscription: each cancellation",
    "who ends a second time is told a second time",
    ["src/application/subscriptions/sync-subscription.ts", "tasks.wish(", "tasks.add("],
    { project: "http", files: ["integration-tests/http/subscription-endings.spec"], test: "ends, and goes on" },
  ),
];

module.exports = { lateGuards };
