/** Guards of what waits for someone, and of what goes on after the options were changed, as in list.cjs. */
const { edit } = require("./edit.cjs");
const unit = (file, test) => ({ project: "unit", files: [`${file}.unit`], test });
const store = (file, test) => ({ project: "http", files: [`integration-tests/${file}.spec`], test });

const ATTENTION = "src/modules/acquiring/attention";
const PAYOUTS = "src/application/payouts";
const RECONCILIATION = "src/modules/acquiring/reconciliation";
const RESTS = "src/modules/acquiring/attention/expiring.ts";
const changed = store("modules/changed-account", "that is not configured any more is told once");
const subscribed = store("modules/changed-account", "what the hourly check of a subscription raises");
const overdue = (test) => store("modules/overdue-refunds", test);
const failing = (test) => store("modules/failing-reconciliation", test);
const rest = store("http/capture-expiry", "what is left after a partial capture is told once");
const owed = store("http/capture-expiry", "is what the order owes at most, and is closed once it owes nothing");
const announced = store("http/automatic-refunds", "a proposal whose process died before its announcement");
const SENDING = "src/modules/acquiring_payout/service/sending.ts";
const SENT = "src/application/staff-notifications/send-messages.ts";
const removed = store("http/staff-notifications", "the item of a recipient that the settings no longer name closes");
const desk = (test) => store("modules/payout-service", test);
const givenUp = store("http/customer-emails", "an e-mail that is given up after a day raises an item");

const waitGuards = [
  edit(
    "accounts: a missing key is told",
    "payments of a key that is not configured any more are told",
    [
      `${ATTENTION}/changed-accounts.ts`,
      "payments: isMissing ? quiet : payments",
      "payments: isMissing ? 0 : payments",
    ],
    changed,
  ),
  edit(
    "accounts: a dismissed key stays so",
    "a removed account that a person dismissed is not told every minute",
    [
      `${ATTENTION}/changed-accounts.ts`,
      'if (await isDismissed(pg, { kind: "account_changed", subject: key, names }, now)) continue;',
      "",
    ],
    changed,
  ),
  edit(
    "accounts: old authorisations",
    "an authorisation of a year ago does not keep a removed account open",
    [`${ATTENTION}/changed-accounts.ts`, "const AUTHORISED_MS = 365", "const AUTHORISED_MS = 3650"],
    changed,
  ),
  edit(
    "accounts: a subscription waits for queries",
    "a refused query of a removed account's subscription does not close every minute",
    [`${ATTENTION}/load-evidence.ts`, "return found !== undefined;\n}", "return found === null;\n}"],
    subscribed,
  ),
  edit(
    "accounts: a subscription keeps the item",
    "the item of a changed account stays open while a subscription goes on",
    [`${ATTENTION}/changed-accounts.ts`, "? OPEN + SUBSCRIPTIONS : OPEN", "? OPEN : OPEN"],
    subscribed,
  ),
  edit(
    "accounts: former signing keys",
    "links from before a change of account open",
    [
      "src/modules/acquiring/checkout/signed-tokens.ts",
      "...former.flatMap((each) => each.signingKeys),",
      "...former.flatMap((each) => each.signingKeys.slice(99)),",
    ],
    unit("checkout/__tests__/signed-tokens", "from before a change of account open"),
  ),
  edit(
    "accounts: reject flag of the former one",
    "whether a held payment can be rejected depends on its own account",
    [
      "src/modules/acquiring/composition-root.ts",
      "mayReject: (attempt) => accountOf(attempt)?.profile",
      "mayReject: ({ account }) => accounts.account(account)?.profile",
    ],
    store("modules/review", "a reject of a former account's payment"),
  ),
  edit(
    "customer e-mail: older options",
    "a server with older options keeps an e-mail",
    ["src/application/customer-emails/send-emails.ts", "const DEPLOY_MS = 600_000;", "const DEPLOY_MS = 0;"],
    store("http/customer-emails", "a server with older options keeps an e-mail"),
  ),
  edit(
    "overdue refunds: after 14 days",
    "a refund that is not processed is told after 14 days",
    ["src/modules/acquiring/ledger/rows/overdue-refund.ts", "now.getTime() - at.getTime() >= OVERDUE_MS", "now > at"],
    overdue("a refund that waits for 14 days is told once"),
  ),
  edit(
    "overdue refunds: only of accounts that report",
    "an account that reports no refund as processed raises nothing",
    [
      "src/modules/acquiring/status-checks/overdue-refunds.ts",
      "if (first === null || at < first) continue;",
      "if (first === null) continue;",
    ],
    overdue("a refund that waits for 14 days is told once"),
  ),
  edit(
    "overdue refunds: once",
    "an overdue refund that a person dismissed is not told again",
    [
      "src/modules/acquiring/status-checks/overdue-refunds.ts",
      "overdue.filter(({ id }) => !told.includes(id))",
      "overdue.filter(({ id }) => id !== told[99])",
    ],
    overdue("it is not told again after a person dismissed it"),
  ),
  edit(
    "reconciliation: two intervals",
    "a failing reconciliation is told after two of its intervals",
    [`${RECONCILIATION}/reconciler.ts`, "Math.max(2 * DAY, 2 * everyHours * HOUR)", "2 * DAY"],
    failing("with longer intervals it is raised after two of them"),
  ),
  edit(
    "reconciliation: closed by a good run",
    "the next good run closes the item of a failing reconciliation",
    [
      `${RECONCILIATION}/reconciler.ts`,
      '    await clearAttention(ledger.connection, "reconciliation_failing", EVERY, now());\n',
      "",
    ],
    failing("raises one item with the reason"),
  ),
  edit(
    "reconciliation: stood still",
    "a store that stood still gets its next run first",
    [
      `${RECONCILIATION}/runs.ts`,
      "WHERE last.id = :runId OR (last.finished_at IS NULL AND last.started_at > :lately)",
      "WHERE true",
    ],
    failing("a new store is given two days"),
  ),
  edit(
    "reconciliation: steps on their own",
    "a step that fails does not keep the records from being compared",
    [
      "src/jobs/acquiring-reconcile.ts",
      "  for (const [name, step] of Object.entries(steps)) {\n    await step().catch((error: unknown) => {\n",
      "  let failed = false;\n  for (const [name, step] of Object.entries(steps)) {\n    if (failed) return;\n    await step().catch((error: unknown) => {\n      failed = true;\n",
    ],
    unit("reconciliation/__tests__/reconcile-job", "also if the earlier steps of the job fail"),
  ),
  edit(
    "messages: given up is told",
    "an e-mail that is given up raises an item",
    [
      "src/application/outgoing/try-again.ts",
      "if (isOver && outlet && !(await outlet.works?.()))",
      "if (isOver && outlet && isOver === null)",
    ],
    givenUp,
  ),
  edit(
    "messages: delivered closes",
    "the next delivered message closes the item of those given up",
    [
      "src/application/outgoing/try-again.ts",
      '  if (outlet) await clearAttention(pg, "message_not_sent", outlet.subject, ledger.now());\n',
      "",
    ],
    givenUp,
  ),
  edit(
    "messages: each recipient",
    "a good address does not close the item of a bad one",
    [
      "src/application/staff-notifications/send-messages.ts",
      "JSON.stringify([role, channel, recipient])",
      "JSON.stringify([role])",
    ],
    store("http/staff-notifications", "an item tells that messages to a recipient are given up"),
  ),
  edit(
    "captures: rest of accounts in parts only",
    "nobody is told of a rest that cannot be captured",
    [RESTS, "capture.multiple && capture.authorisationValidDays === days", "capture.authorisationValidDays === days"],
    store("http/attention", "nothing is left to capture of an account that captures once"),
  ),
  edit(
    "captures: rest that nobody owes",
    "a rest that the order does not owe expires silently",
    [RESTS, "if (left <= 0n) continue;", "if (left < 0n) continue;"],
    rest,
  ),
  edit(
    "captures: the rest is an event",
    "the rest of a payment is announced to the store",
    [RESTS, "      await noteExpiring(ledger, rest.id);\n", ""],
    rest,
  ),
  edit(
    "captures: rest after the whole",
    "a rest is told although the whole payment was told before",
    [RESTS, "item.attempt_id = attempt.id AND item.kind = '${REST_KIND}'", "item.attempt_id = attempt.id"],
    store("http/capture-expiry", "is told although the whole payment was told before"),
  ),
  edit(
    "captures: rest is what is owed",
    "a rest is told with what the order owes",
    [RESTS, "return due < left ? due : left;", "return left;"],
    owed,
  ),
  edit(
    "captures: a paid rest closes",
    "the item of a rest closes once its order owes nothing",
    [`${ATTENTION}/attention.ts`, "    await closePaidRests(connection, now);\n", ""],
    owed,
  ),
  edit(
    "refund proposals: died before the announcement",
    "a proposal is announced although its process died",
    ["src/application/returns/follow-refund.ts", "proposal.surplus === null ? null : soon(container)", "null"],
    announced,
  ),
  edit(
    "payouts: expired is told",
    "staff are told of a payout that expires",
    [
      `${PAYOUTS}/payout-attention.ts`,
      '  expired: "Its approvals expired before it was sent. Copy it and have the copy approved.",\n',
      "",
    ],
    store("http/payouts", "a payout that expires without all its approvals"),
  ),
  edit(
    "payouts: unlisted status",
    "a status that is not listed raises an item that names it",
    [`${PAYOUTS}/payout-attention.ts`, "    (send && unmappedProblem(payout, send)) ??\n", ""],
    store("http/payouts", "an unlisted status raises an item that names it"),
  ),
  edit(
    "payouts: held while off",
    "a recovery holds payouts also while payouts are off",
    [
      "src/application/worker/recover.ts",
      "if (!(await connection.schema.hasTable(PAYOUTS))) return 0;",
      "if (!findPayoutService(container)) return 0;",
    ],
    store("http/recover-command", "31 payouts are held too while they are off"),
  ),
  edit(
    "payouts: another unit waits",
    "a report in another unit waits for the option",
    [
      "src/modules/acquiring/inbox/process-payout-notification.ts",
      "if (parsed.moneys.some(isOurs))",
      "if (parsed.moneys.length > 99)",
    ],
    store("modules/payout-sends", "a message in another unit of amounts, or without one"),
  ),
  edit(
    "payouts: dead process while off",
    "a payout of a dead process is noticed while payouts are off",
    [`${PAYOUTS}/work-payouts.ts`, "    await ledger.payouts.sweep();\n", ""],
    store("http/payouts", "a payout of a dead process becomes unknown also while payouts are off"),
  ),
  edit(
    "payouts: approval of an unknown key",
    "a server without the key of an approval takes nothing back",
    [
      "src/modules/acquiring_payout/service/sending.ts",
      "if (await approvals.isOfUnknownKey(trx, id)) {",
      "if (id === null) {",
    ],
    store("modules/payout-service", "a server without the key of an approval"),
  ),
  edit(
    "payouts: fewer approvals are needed",
    "an approver confirms a payout that has enough approvals",
    [
      "src/modules/acquiring_payout/domain/four-eyes.ts",
      "approvedBy.has(person.id) && approvedBy.size < approvalsNeeded",
      "approvedBy.has(person.id)",
    ],
    store("modules/payout-service", "an approver confirms a payout whose approvals are enough"),
  ),
  edit(
    "payouts: interrupted without the key",
    "an interrupted payout does not lose its approvals to a server without their key",
    [SENDING, "const taken = isOfOther", 'const taken = id === ""'],
    desk("a server without the key of an approval"),
  ),
  edit(
    "payouts: approvals of an older key",
    "a rotation signs every approval with the new key",
    [
      "src/modules/acquiring_payout/service/rotate-keys.ts",
      "approvals.ofOlderKeys(limit -",
      "approvals.ofOlderKeys(0 * limit -",
    ],
    desk("a rotation re-encrypts everything"),
  ),
  edit(
    "notifications: one waits for options",
    "an item of unreadable notifications stays open while one of them waits",
    [`${ATTENTION}/load-evidence.ts`, `.whereRaw("status = 'pending'")`, `.whereRaw("status = 'none'")`],
    store("http/attention", "notification_unreadable: a day without another"),
  ),
  edit(
    "reconciliation: a stopped server",
    "a run that its server left long ago is not told before the next run",
    [`${RECONCILIATION}/runs.ts`, " AND last.started_at > :lately", ""],
    failing("runs whose server stops before they end count as failed"),
  ),
  edit(
    "reconciliation: dismissed for a day",
    "a failing reconciliation that a person dismissed is not told again at once",
    [`${RECONCILIATION}/reconciler.ts`, "if (!isDismissed) await raiseAttention", "await raiseAttention"],
    failing("once dismissed it is not raised for a day"),
  ),
  edit(
    "messages: one bad address",
    "one customer's bad address raises no item while others receive theirs",
    ["src/application/outgoing/try-again.ts", " && !(await outlet.works?.())", ""],
    store("http/customer-emails", "one e-mail that is given up raises no item if another of its kind"),
  ),
  edit(
    "messages: former recipients",
    "nothing is sent to a recipient that the settings no longer name",
    [SENT, "if (!isRecipient(settings, message)) {", 'if (!isRecipient(settings, message) && message.id === "") {'],
    removed,
  ),
];

module.exports = { waitGuards };
