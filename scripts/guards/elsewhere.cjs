/** Guards of databases and deployments other than our own, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test) => ({ project: "unit", files: [`${file}.unit`], test });
const store = (file, test) => ({ project: "http", files: [`integration-tests/${file}.spec`], test });
const transport = (test) => unit("src/gateway/transport/__tests__/transport", test);
const TRANSPORT = "src/gateway/transport/transport.ts";
const SENTINEL = "src/modules/acquiring/lost-commits/sentinel.ts";
const EVENT_LOST = "money of a cancelled order whose event was lost is found, once";

const elsewhereGuards = [
  edit(
    "database: repeatable reads by default",
    "a check after a lock sees what was committed before the lock",
    [
      "src/modules/acquiring/runtime/run-transaction.ts",
      'pg.transaction(work, { isolationLevel: "read committed" });',
      "pg.transaction(work);",
    ],
    store(
      "modules/payout-service",
      "two claimed together are within the limits, also if the database reads repeatably",
    ),
  ),
  edit(
    "database: level of a joined transaction",
    "a transaction in two messages sees what was committed before its locks",
    ["src/modules/acquiring/runtime/joined-transaction.ts", '"BEGIN ISOLATION LEVEL READ COMMITTED"', '"BEGIN"'],
    store("modules/joined-transaction", "two messages: BEGIN with the first statements, COMMIT with the last one"),
  ),
  edit(
    "database: a standby",
    "a process that looked at a standby notices its promotion",
    [
      "src/modules/acquiring/lost-commits/database-identity.ts",
      "    if (timeline === STANDBY)",
      '    if (timeline === "none")',
    ],
    unit("src/modules/acquiring/lost-commits/__tests__/database-identity", "its timeline is read once it is promoted"),
  ),
  edit(
    "database: a timed-out connection",
    "behind a pooler a busy connection is not used again",
    [
      "src/modules/acquiring/runtime/prepared-statement.ts",
      'if (errorName(error) === "KnexTimeoutError") connection.__knex__disposed = error;',
      "",
    ],
    store("modules/inbox", "a connection whose statement timed out is not used again"),
  ),
  edit(
    "database: read-only is not ready",
    "a standby receives no requests",
    [
      "src/modules/acquiring/health/readiness.ts",
      'if (!rows[0]?.writable) return "database";',
      'if (!rows[0]) return "database";',
    ],
    store("modules/readiness", "a process whose database is read-only, as a standby is, is not ready"),
  ),
  edit(
    "database: read-only is not up",
    "the gauge says that nothing can be written",
    [
      "src/modules/acquiring/health/figures.ts",
      'if (rows.some(({ what }) => what === "read_only"))',
      "if (rows.length < 0)",
    ],
    unit(
      "src/modules/acquiring/health/__tests__/gauges",
      "a read-only database is reported as one that does not answer",
    ),
  ),
  edit(
    "database: times that cannot be read",
    "the start says why no payment can be made",
    ["src/modules/acquiring/service.ts", "      if (this.clock.isUnreadable) this.#logError(UNREADABLE_TIMES);\n", ""],
    store("corpus/our-side", "its times cannot be read: the start says so, and what to set"),
  ),
  edit(
    "epoch file: complete or not sent",
    "with epochFileShared nothing is sent that the file lacks",
    [SENTINEL, "if (failed && isFileComplete) return failed;", ""],
    store("modules/lost-commits", "31 a file that is to name every write, and cannot be written"),
  ),
  edit(
    "epoch file: unreadable",
    "the refusal names the file and not the database",
    [SENTINEL, "      if (error instanceof EpochFileError) return this.fileFailed(write, error);\n", ""],
    store("modules/lost-commits", "31 a file that is to name every write, and cannot be written"),
  ),
  edit(
    "epoch file: full",
    "a full file that cannot be replaced blocks no send",
    [
      "src/modules/acquiring/lost-commits/epoch-file.ts",
      "      this.onFull(new EpochFileError(codeOf(error)));\n",
      "      throw error;\n",
    ],
    unit("src/modules/acquiring/lost-commits/__tests__/epoch-file", "a full file that cannot be replaced is told once"),
  ),
  edit(
    "epoch file: a cut line",
    "a line that a full disk has cut does not hide the next write",
    [
      "src/modules/acquiring/lost-commits/epoch-file.ts",
      "`\\n${JSON.stringify(write)}`",
      "`${JSON.stringify(write)}\\n`",
    ],
    unit("src/modules/acquiring/lost-commits/__tests__/epoch-file", "a line that a full disk has cut"),
  ),
  edit(
    "epoch file: checked at the start",
    "a file that cannot be used is named before a payment needs it",
    ["src/modules/acquiring/health/startup-check.ts", "    void this.lookAtFile();\n", ""],
    unit("src/modules/acquiring/__tests__/startup", "an epoch file that cannot be used is an error"),
  ),
  edit(
    "tests of a store: a restored database",
    "a store's own tests may restore their database",
    [SENTINEL, "    if (this.#isDiscarded) await noteIdentity(connection, identity, now());\n", ""],
    store("modules/lost-commits", "a store's own tests restore their database on purpose"),
  ),
  edit(
    "transport: begun is unknown",
    "a request that was begun is never reported as not sent",
    [TRANSPORT, 'return this.#controller === null ? "not_sent" : "lost";', 'return "not_sent";'],
    transport("a connection reset after the request is lost"),
  ),
  edit(
    "transport: not begun is not sent",
    "what was never written is not unknown",
    [TRANSPORT, 'return this.#controller === null ? "not_sent" : "lost";', 'return "lost";'],
    transport("a TLS handshake that is reset"),
  ),
  edit(
    "transport: not begun twice",
    "a request is written once",
    [TRANSPORT, 'if (this.#controller) this.end({ kind: "lost", reason: "begun twice" });', ""],
    transport("what would begin twice, and it is not written again"),
  ),
  edit(
    "transport: not written later",
    "what was reported as not sent is not written when a connection is free",
    [TRANSPORT, '    if (this.#result) controller.abort(new Error("given up"));\n', ""],
    transport("a time limit that ends while every connection is busy: it is not written later either"),
  ),
  edit(
    "notify: a body that was read before",
    "a notification whose bytes are gone is told apart",
    ["src/api/body-door.ts", '    if (req.readableEnded) return { kind: "read" };\n', ""],
    unit("src/api/__tests__/body-door", "a body that something before has read is told apart"),
  ),
  edit(
    "command line: the store's schema",
    "card numbers are looked for where the store's tables are",
    ["src/cli/store/store-config.ts", 'schema: config.databaseSchema || "public"', 'schema: "public"'],
    store("modules/store-database", "20 card numbers are found in the store's own schema"),
  ),
  edit(
    "command line: no tables",
    "a schema without our tables is not reported as free of card numbers",
    [
      "src/cli/store/store-database.ts",
      'if (await pg.schema.hasTable("acquiring_payment_attempt")) return work(pg);',
      "return work(pg);",
    ],
    store("modules/store-database", "refuses a schema without our tables: they are not empty"),
  ),
  edit(
    "command line: the driver's options",
    "commands connect as Medusa does",
    [
      "src/cli/store/store-database.ts",
      "createPgConnection({ clientUrl, schema, driverOptions, pool })",
      "createPgConnection({ clientUrl, schema, pool })",
    ],
    store("modules/store-database", "the driver's options are used"),
  ),
  edit(
    "lost events: a subscription of a cancelled order",
    "the gateway does not go on charging for an order that was cancelled",
    ["src/application/subscriptions/check-subscriptions.ts", "  await endWithOrders(container);\n", ""],
    store(
      "http/subscription-endings",
      "the hourly check ends the subscription of a cancelled order whose event was lost",
    ),
  ),
  edit(
    "lost events: a returned first payment in recovery",
    "a subscription whose first payment was returned ends after the recovery",
    [
      "src/application/subscriptions/follow-subscription.ts",
      'result.reason.code === "recovery"',
      'result.reason.code === "none"',
    ],
    store("http/subscription-endings", "a returned first payment cancels its subscription after a recovery"),
  ),
  edit(
    "lost events: a cancelled order",
    "money of a cancelled order is shown although Medusa's event was lost",
    ["src/jobs/acquiring-reconcile.ts", "await recheckCancelledOrders(container)", "await Promise.resolve(0)"],
    store("http/cancelled-orders", EVENT_LOST),
  ),
  edit(
    "lost events: only recently cancelled orders",
    "orders that were cancelled long ago are not examined again and again",
    ["src/application/orders/recheck-cancelled-order.ts", "WHERE change.id >= :first AND", "WHERE :first <> '' AND"],
    store(
      "http/cancelled-orders",
      "captured money that was not refunded in full is found, of recently cancelled orders only",
    ),
  ),
  edit(
    "lost events: cards of a deleted customer",
    "a deleted customer's cards are removed the next night",
    ["src/jobs/acquiring-retention.ts", "await forgetDeletedCustomers(container)", "await Promise.resolve(0)"],
    store("http/saved-cards", "every night the cards of deleted customers are removed"),
  ),
  edit(
    "lost events: a customer who is unknown",
    "a card of a customer whom Medusa does not know is kept",
    [
      "src/application/saved-cards/forget-customer.ts",
      "WHERE customer.id = card.customer_id AND customer.deleted_at IS NOT NULL)",
      "WHERE customer.deleted_at IS NOT NULL)",
    ],
    store("http/saved-cards", "every night the cards of deleted customers are removed"),
  ),
  edit(
    "clock: after a suspension",
    "the first reading after a pause asks the database for the time",
    [
      "src/modules/acquiring/runtime/database-clock.ts",
      "this.ageMs(this.#seen) >= GOOD_FOR_MS",
      "monotonicMs - this.#seen.monotonicMs >= GOOD_FOR_MS",
    ],
    unit("src/modules/acquiring/runtime/__tests__/database-clock", "29 the first reading after a suspension"),
  ),
  edit(
    "log: kind of failed work",
    "a failure names the work that failed",
    ["src/application/log-failed-work.ts", "`work=${work}${", "`${"],
    unit("src/application/__tests__/log-failed-work", "the line says which kind of work failed for each item"),
  ),
];

module.exports = { elsewhereGuards };
