/** Guards of lost commits and changed gateway accounts, as in list.cjs. */
const { edit } = require("./edit.cjs");
const LOST_COMMITS = { project: "http", files: ["integration-tests/modules/lost-commits.spec"] };
const CHANGED = { project: "http", files: ["integration-tests/modules/changed-account.spec"] };

const recoveryGuards = [
  edit(
    "held payout: current account",
    "a payout held after lost commits waits for its current account, not for the first one",
    ["src/modules/acquiring/payouts/payout-ledger.ts", "this.deps.identity(payout.account)", '""'],
    { ...CHANGED, test: "one held after lost commits has the current account" },
  ),
  edit(
    "held payout: former accounts",
    "a held payout that went through a former account is not paid again",
    [
      "src/modules/acquiring/inbox/process-payout-notification.ts",
      "return isHeld ? { gatewayIdentity: identityOf(proven.account) } : null;",
      "return isHeld ? null : null;",
    ],
    { ...CHANGED, test: "one held after lost commits has the current account" },
  ),
  edit(
    "held payout: its account stays",
    "the account that reported a held payout first is the only one that can report it later",
    ["src/modules/acquiring/inbox/process-payout-notification.ts", "!proven || send.reading !== null", "!proven"],
    { ...CHANGED, test: "one held after lost commits has the current account" },
  ),
  edit(
    "held payout: no other payout",
    "only a payout held after lost commits can be reported by another account of its key",
    ["src/modules/acquiring/inbox/process-payout-notification.ts", "code === HELD.code", "code !== HELD.code"],
    { ...CHANGED, test: "only its own account can end it" },
  ),
  edit(
    "withdrawn payout: current account",
    "the gateway can report a withdrawn payout that it has all the same",
    ["src/modules/acquiring/payouts/payout-ledger.ts", "this.deps.identity(send.account)", '""'],
    { ...CHANGED, test: "one withdrawn before it was sent" },
  ),
  edit(
    "lost payout: its notification waits",
    "a notification that arrives before the recovery holds the payout is not lost",
    [
      "src/modules/acquiring/inbox/process-payout-notification.ts",
      "if (await this.isInRecovery(inbox))",
      "if (inbox.tries < 0 && (await this.isInRecovery(inbox)))",
    ],
    { ...LOST_COMMITS, test: "a notification of a lost payout waits" },
  ),
  edit(
    "lost payout: its notification is a reason to check",
    "a notification that arrives before lost commits are noticed is not lost",
    ["src/modules/acquiring/inbox/process-payout-notification.ts", "    await this.deps.sentinel.look();\n", ""],
    { ...LOST_COMMITS, test: "a notification of a lost payout waits" },
  ),
  edit(
    "lost commits: former accounts",
    "a lost payment of a former account is not concluded because the current account does not list it",
    [
      "src/modules/acquiring/recovery/lost-writes.ts",
      "for (const queries of all)",
      "for (const queries of all.slice(0, 1))",
    ],
    { ...LOST_COMMITS, test: "a lost payment of a former account" },
  ),
  edit(
    "changed account: profile",
    "a payment of a former account is captured as that account captures",
    [
      "src/modules/acquiring/service.ts",
      "return this.components.accounts.accountOf(row);",
      "return this.components.accounts.account(row.account);",
    ],
    { ...CHANGED, test: "an old payment keeps the profile" },
  ),
  edit(
    "changed account: known at the start",
    "payments older than account identities have their own account from the start of a server",
    [
      "src/modules/acquiring/service.ts",
      "await this.components.identities.ready().catch",
      "this.components.identities.ready().catch",
    ],
    { ...CHANGED, test: "once a server has started" },
  ),
  edit(
    "lost commits: every account",
    "a sign of one account stops every account of the database",
    [
      "src/modules/acquiring/lost-commits/lost-commit-signals.ts",
      "{ ...sign, account: EVERY,",
      "{ ...sign, account: sign.lost[0]?.account ?? EVERY,",
    ],
    { ...LOST_COMMITS, test: "by a signed notification of one of our order numbers" },
  ),
  edit(
    "lost commits: payouts before they are held",
    "nobody ends or copies a payout that may have been sent while a recovery is open",
    [
      "src/application/payouts/payout-commands.ts",
      "if (await isRecovering(container)) throw",
      'if (IN_RECOVERY.message === "") throw',
    ],
    {
      project: "http",
      files: ["integration-tests/http/recover-command.spec"],
      test: "31 nobody ends or copies a payout",
    },
  ),
  edit(
    "lost commits: payouts do not expire",
    "a payout that may have been sent does not expire before the recovery holds it",
    ["src/application/payouts/work-payouts.ts", "if (!(await isRecovering(container))) {", "if (container) {"],
    {
      project: "http",
      files: ["integration-tests/http/recover-command.spec"],
      test: "31 nobody ends or copies a payout",
    },
  ),
  edit(
    "lost commits: checked before the send",
    "nothing is sent while the database may have lost commits",
    [
      "src/modules/acquiring/lost-commits/sentinel.ts",
      "      if (this.isDue() && !(await this.look())) return IN_RECOVERY;\n",
      "",
    ],
    { ...LOST_COMMITS, test: "by a server that continues" },
  ),
  edit(
    "lost commits: operations of ours",
    "a refund made by another system starts no recovery",
    [
      "src/modules/acquiring/lost-commits/lost-commit-signals.ts",
      "        OPERATION_OF_OURS.test(operationId) &&\n",
      "",
    ],
    { ...LOST_COMMITS, test: "ID of another system" },
  ),
  edit(
    "lost commits: lock",
    "a recovery waits for a write that is being committed",
    [
      "src/modules/acquiring/lost-commits/recovery-rows.ts",
      '    await trx.raw("SELECT pg_advisory_xact_lock(?)", [LOCK]);\n',
      "",
    ],
    { ...LOST_COMMITS, test: "31 a recovery waits" },
  ),
  edit(
    "lost commits: captures with their amount",
    "a lost partial capture does not count as the whole authorisation",
    [
      "src/modules/acquiring/recovery/recovery.ts",
      "row.cursor === null ? await this.deps.operations.restoreAll(row.account) : []",
      "row.cursor === null ? [] : []",
    ],
    { ...LOST_COMMITS, test: "31 a lost partial capture" },
  ),
  edit(
    "lost commits: further captures",
    "a lost further capture is not sent again",
    [
      "src/modules/acquiring/recovery/restore-operations.ts",
      "    await applyDecision(trx, withIt, reduced, context);\n",
      '    await trx("acquiring_operation").where({ id: row.id }).update({ status: "not_sent" });\n',
    ],
    { ...LOST_COMMITS, test: "31 a further partial capture" },
  ),
  edit(
    "lost commits: several captures",
    "of several lost captures none is guessed",
    [
      "src/modules/acquiring/recovery/restore-operations.ts",
      "return lostCaptures === 1 && (this",
      "return lostCaptures > 0 && (this",
    ],
    { ...LOST_COMMITS, test: "31 of several lost captures" },
  ),
  edit(
    "lost commits: refunds",
    "a lost refund that is not listed yet is not sent again",
    [
      "src/modules/acquiring/recovery/restore-operations.ts",
      'RESTORED: readonly string[] = ["capture", "void", "refund"];',
      'RESTORED: readonly string[] = ["capture", "void"];',
    ],
    { ...LOST_COMMITS, test: "31 a refund that the gateway does not list yet" },
  ),
  edit(
    "lost commits: a refund counts once",
    "a refund that was listed before its row was recorded again counts once",
    [
      "src/modules/acquiring/domain/refunds.ts",
      "  if (byId && byNumber?.isOutside && isBlocking(byId)) {",
      "  if (byId && byNumber?.isOutside && isBlocking(byId) && byNumber.status === byId.status) {",
    ],
    { ...LOST_COMMITS, test: "31 a refund that was listed" },
  ),
  edit(
    "lost commits: waiting captures",
    "nothing is captured between two lost captures that a person resolves",
    [
      "src/modules/acquiring/status-checks/manual-resolution.ts",
      "      await this.deps.afterDecision(trx, attempt.row.id);\n",
      "",
    ],
    { ...LOST_COMMITS, test: "31 lost further captures" },
  ),
  edit(
    "lost commits: key",
    "a command that is repeated after lost commits is not sent again",
    ["src/modules/acquiring/recovery/restore-operations.ts", 'key === "" || taken ?', "key || taken ?"],
    { ...LOST_COMMITS, test: "31 a command that is repeated" },
  ),
  edit(
    "lost commits: second attempt",
    "an operation whose second attempt was lost is not taken for unsent",
    [
      "src/modules/acquiring/lost-commits/recovery-rows.ts",
      "(known.status <> 'not_sent' OR known.sent_at >= sent.at)",
      "(known.status <> 'not_sent' OR sent.at IS NOT NULL)",
    ],
    { ...LOST_COMMITS, test: "31 an operation that was sent in a second attempt" },
  ),
  edit(
    "changed account: route",
    "a payment is queried only at the account it was sent to",
    [
      "src/modules/acquiring/accounts/account-identities.ts",
      "return this.#routes.get(row.account)?.get(identity) ?? `${row.account} ${identity}`.trim();",
      "return row.account;",
    ],
    { ...CHANGED, test: "32 two servers" },
  ),
  edit(
    "changed account: query",
    "a missing account of a payment raises an attention item",
    [
      "src/modules/acquiring/status-checks/status-checker.ts",
      'return reason ? { kind: "refused", reason } : this',
      "return this",
    ],
    { ...CHANGED, test: "32 its 'not found' proves" },
  ),
  edit(
    "changed account: write",
    "nothing is sent for a payment of another account",
    ["src/modules/acquiring/gate/decide.ts", '  if (elsewhere) return { kind: "refused", reason: elsewhere };\n', ""],
    { ...CHANGED, test: "" },
  ),
  edit(
    "changed account: former one",
    "payments of a former account are settled there",
    [
      "src/modules/acquiring/accounts/gateway-accounts.ts",
      "      for (const former of account.former) this.open(formerRoute(former), former);\n",
      "",
    ],
    { ...CHANGED, test: "until the former account is listed" },
  ),
];

module.exports = { recoveryGuards };
