/** Guards of payouts, as in list.cjs. */
const PAYOUT = "src/modules/acquiring_payout";
const DESK = { project: "http", files: ["integration-tests/modules/payout-service.spec"] };

const edit = (name, protects, [file, find, replace], where) => ({
  name: `payout: ${name}`,
  protects,
  patches: [{ file: `${PAYOUT}/${file}`, find, replace }],
  ...where,
});

const FOUR_EYES = { project: "unit", files: ["acquiring_payout/domain/__tests__/four-eyes.unit"], test: "" };

const send = (name, protects, [find, replace], test) => ({
  name: `payout: ${name}`,
  protects,
  patches: [{ file: "src/modules/acquiring/payouts/payout-gate.ts", find, replace }],
  ...{ project: "http", files: ["integration-tests/modules/payout-sends.spec"], test },
});

const followed = (name, protects, [file, find, replace], test) => ({
  name: `payout: ${name}`,
  protects,
  patches: [{ file: `src/${file}`, find, replace }],
  ...{ project: "http", files: ["integration-tests/http/payouts.spec"], test },
});

const payoutGuards = [
  edit(
    "row lock",
    "the approved version is the one that was shown, and it is claimed once",
    ["store/payout-table.ts", ".forUpdate()", ""],
    {
      ...DESK,
      test: "at once",
    },
  ),
  edit(
    "lock of the limits",
    "concurrent approvals or sends do not exceed the limits",
    ["service/limits-left.ts", "await lockLimits(trx, currency);", "void currency;"],
    { ...DESK, test: "of ten that are approved" },
  ),
  edit(
    "limits after lost commits",
    "a payout that may have been sent before the commits were lost counts towards the limits",
    ["service/sync-with-ledger.ts", "claimedAt === null && mayHaveLeft(to)", "claimedAt !== null && mayHaveLeft(to)"],
    { ...DESK, test: "one held after lost commits counts" },
  ),
  edit(
    "content of an approval",
    "the sent payout is the approved one, whoever changed the rows",
    ["service/payload.ts", "isAsHashed: context.ring.isHashOf(row.payload_hash, text)", 'isAsHashed: text !== ""'],
    { ...DESK, test: "changed by hand" },
  ),
  edit(
    "approvals are checked again",
    "an approval of a person who lost the permission does not count",
    ["service/pre-send-checks.ts", "if (left >= options.approvalsNeeded) return null;", "if (left >= 0) return null;"],
    { ...DESK, test: "lost the right" },
  ),
  edit(
    "seal of an approval",
    "an approval written directly into the table does not count",
    [
      "store/approvals.ts",
      "return row.seal !== null && this.ring.isSigned(row.seal, textOf(row));",
      "return row.payout_id !== textOf(row);",
    ],
    { ...DESK, test: "wrote into the table" },
  ),
  edit(
    "author",
    "nobody approves a payout that they prepared",
    ["store/audit.ts", "actor_id: isNobody ? null : by.id", "actor_id: null"],
    { ...DESK, test: "never by anyone who prepared" },
  ),
  edit(
    "author of the account",
    "nobody approves a payout to an account that they entered",
    [
      "domain/four-eyes.ts",
      "return accountMakers.has(id) ? OWN_ACCOUNT : null;",
      "return accountMakers.size < 0 ? OWN_ACCOUNT : null;",
    ],
    { project: "unit", files: ["acquiring_payout/domain/__tests__/four-eyes.unit"], test: "" },
  ),
  edit(
    "append-only audit",
    "the audit trail cannot be changed",
    [
      "migrations/Migration20261125090002.ts",
      "RAISE EXCEPTION 'The audit trail of payouts is append-only and never changed.';",
      "RETURN NEW;",
    ],
    { ...DESK, test: "cannot be changed" },
  ),
  edit(
    "context of a seal",
    "bank data copied to another row cannot be decrypted",
    ["sealing/seal.ts", "decipher.setAAD(placeBytes(place));", ""],
    {
      ...DESK,
      test: "cannot be decrypted",
    },
  ),
  edit(
    "approves once",
    "two approvals need two people",
    [
      "domain/four-eyes.ts",
      "if (approvedBy.has(person.id) && approvedBy.size < approvalsNeeded)",
      "if (approvedBy.size < 0)",
    ],
    { ...DESK, test: "two who approve at once" },
  ),
  edit(
    "submitted by a person",
    "a payout prepared by an API key is reviewed by a person before approval",
    [
      "domain/four-eyes.ts",
      'if (person.type !== "user") return "A payout must be submitted by a person, not by an API key.";',
      "",
    ],
    { ...DESK, test: "never by anyone who prepared" },
  ),
  edit(
    "blocked beneficiary",
    "nothing is sent to a beneficiary blocked after the approval",
    ["domain/four-eyes.ts", "if (approvalState.isBeneficiaryBlocked)", "if (approvalState.makers.size < 0)"],
    { ...DESK, test: "changed or blocked" },
  ),
  edit(
    "beneficiary as approved",
    "nothing is sent to an account changed after the approval",
    ["domain/four-eyes.ts", "if (!approvalState.isBeneficiaryCurrent)", "if (approvalState.makers.size < 0)"],
    { ...DESK, test: "changed or blocked" },
  ),
  edit(
    "cool-down",
    "nothing is sent to a new or changed account at once",
    ["service/service-context.ts", "return until > now() ? until : null;", "return until < now() ? null : null;"],
    { ...DESK, test: "waiting time" },
  ),
  edit(
    "result by another person",
    "the author of a payout does not record its result",
    [
      "domain/four-eyes.ts",
      "approverProblem(lists, person) ?? involvedProblem(approvalState, person);\n\nexport function editProblem",
      "approverProblem(lists, person);\n\nexport function editProblem",
    ],
    FOUR_EYES,
  ),
  edit(
    "no copy of an open payout",
    "an unknown payout is not sent again as a new one",
    ["domain/states.ts", '["failed", "cancelled", "rejected",', '["unknown", "failed", "cancelled", "rejected",'],
    FOUR_EYES,
  ),
  edit(
    "one copy",
    "a failed payout is reissued once",
    ["domain/four-eyes.ts", "return inTheWay && reissueProblem(inTheWay);", "return null;"],
    FOUR_EYES,
  ),
  edit(
    "reissue chain",
    "a payout is not sent while another one of its reissue chain may be paid",
    ["domain/four-eyes.ts", "if (inTheWay === null) return null;", "if (inTheWay !== undefined) return null;"],
    { ...DESK, test: "turns out to be paid" },
  ),
  edit(
    "whole reissue chain",
    "copies of copies count, not only the direct original",
    ["store/reissue-chains.ts", "ON copy.replaces_id = family.id AND", "ON copy.replaces_id = family.id AND false AND"],
    { ...DESK, test: "what a copy's copy paid" },
  ),
  edit(
    "lock of the reissue chain",
    "of two concurrent copies in one chain one is created",
    ["store/payout-table.ts", "await lockChain(trx, id);", "void lockChain;"],
    { ...DESK, test: "copied at once make one copy" },
  ),
  edit(
    "listed transitions only",
    "a payout follows the transition table",
    ["domain/states.ts", "payoutTransitions[from][to]?.includes(by) ?? false", "from !== to || by === from"],
    { project: "unit", files: ["acquiring_payout/domain/__tests__/states.unit"], test: "" },
  ),
  send(
    "no second send of an unknown one",
    "a payout whose response was lost is never sent again",
    [
      "const outcome = await this.sendGuarded(opened.row, payload, maySend);",
      'const outcome = await this.sendGuarded(opened.row, payload, maySend);\n    if (outcome.kind === "unknown") await this.sendGuarded(opened.row, payload, maySend);',
    ],
    "times out after the gateway accepted it",
  ),
  send(
    "one send",
    "the second of two senders sends nothing",
    ['if (opened.kind === "known") return answerOf(opened.row);', ""],
    "ten concurrent clicks",
  ),
  send(
    "amounts of the send",
    "another amount under the same request ID is not sent",
    ["return isSameSend(known, request) ? answerOf(known) : differs;", "return answerOf(known);"],
    "one with different numbers",
  ),
  send(
    "paused sender",
    "a payout that may have been given up during a pause is not sent",
    ["this.deps.clock.ageMs(stamp) < TOO_LATE_MS", "true"],
    "was paused between",
  ),
  {
    ...send("outdated claim", "a sender whose claim was taken back sends nothing", ["", ""], "proven unsent"),
    patches: [
      {
        file: "src/modules/acquiring/payouts/payout-sends.ts",
        find: " || row.version !== send.seenVersion",
        replace: "",
      },
    ],
  },
  edit(
    "unknown but not sent",
    "a payout whose sender answers after it was given up does not stay unknown",
    ["domain/states.ts", '  unknown: {\n    approved: ["fact"],\n', "  unknown: {\n"],
    { ...DESK, test: "proven unsent" },
  ),
  edit(
    "limit of a former account",
    "changing a beneficiary after a payout does not free the limit of its old account",
    ["service/limits-left.ts", "if ((await identityOf(version)) === account) versions.push(version);", ";"],
    { ...DESK, test: "does not affect the limit" },
  ),
  edit(
    "limit of a late send",
    "a payout sent hours after its claim counts from the send",
    ["service/sending.ts", "this.isOld(row) ?", "false ?"],
    { ...DESK, test: "within a day of its claim" },
  ),
  edit(
    "reported before it expires",
    "no approved payout expires before it was reported",
    [
      "service/sending.ts",
      "await tell(await this.expireOne(trx, row), NOT_IN_TIME);",
      "await this.expireOne(trx, row);",
    ],
    { ...DESK, test: "approvals expire" },
  ),
  followed(
    "manual result",
    "followers of payouts are notified of a manually recorded result",
    ["modules/acquiring_payout/service/approval.ts", ", announces: [state] });", " });"],
    "checked the portal",
  ),
  followed(
    "contradicting result",
    "nobody is told to pay again a payout that an earlier message reports as paid",
    ["application/payouts/payout-attention.ts", "    (send && droppedProblem(send)) ??\n", ""],
    "another final state",
  ),
  edit(
    "blocked account: approval",
    "nobody approves a payout to an account that is blocked at another beneficiary",
    ["domain/four-eyes.ts", "if (approvalState.isAccountBlocked)", "if (approvalState.makers.size < 0)"],
    { ...DESK, test: "a blocked account is not paid through another beneficiary" },
  ),
  edit(
    "blocked account: the draft",
    "no payout is drafted to an account that is blocked at another beneficiary",
    ["service/read-input.ts", "...(isAccountBlocked ?", "...(isAccountBlocked && twins.length === 0 ?"],
    { ...DESK, test: "a blocked account is not paid through another beneficiary" },
  ),
  edit(
    "blocked account: the list",
    "the list shows that the account of a payout is blocked",
    ["store/payout-list.ts", '"twin.account_fingerprint = book.account_fingerprint"', '"false"'],
    { ...DESK, test: "a blocked account is not paid through another beneficiary" },
  ),
  {
    name: "payout: imported account at another bank",
    protects: "an imported row whose bank differs from the stored one is refused",
    patches: [
      {
        file: "src/application/payouts/import/import-rows.ts",
        find: "if (isOnlyOne && differing.length === 0)",
        replace: "if (isOnlyOne)",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payout-import.spec"],
    test: "a known account number with another bank than the stored one is refused",
  },
  {
    name: "payout file: a repeated payout",
    protects: "a file that is imported twice does not pay twice",
    patches: [
      {
        file: "src/application/payouts/import/import-repeats.ts",
        find: "    if (repeats.length > 0) texts.set(line, repeatText(repeats));\n",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payout-import.spec"],
    test: "a file that was imported, and a row that repeats another, create nothing again",
  },
  {
    name: "payout file: a repeated row",
    protects: "a row that is twice in a file is not paid twice",
    patches: [
      {
        file: "src/application/payouts/import/import-repeats.ts",
        find: "else texts.set(line, `",
        replace: "else if (earlier < 0) texts.set(line, `",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payout-import.spec"],
    test: "a file that was imported, and a row that repeats another, create nothing again",
  },
  {
    name: "payout: repeated under another name",
    protects: "a second beneficiary with the same account counts as the same",
    patches: [
      {
        file: "src/modules/acquiring_payout/store/repeats.ts",
        find: "ON twin.account_fingerprint = own.account_fingerprint AND",
        replace: "ON twin.id = own.id AND",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payout-import.spec"],
    test: "a file that was imported, and a row that repeats another, create nothing again",
  },
  {
    name: "payout: repeated among others",
    protects: "several payouts approved at once leave out a repeated one",
    patches: [
      {
        file: "src/application/payouts/payout-bulk.ts",
        find: "    await refuseRepeated(who, id);\n",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payout-import.spec"],
    test: "a file that was imported, and a row that repeats another, create nothing again",
  },
  {
    name: "payout: repeated in its summary",
    protects: "an approver is told that it looks like another payout",
    patches: [
      {
        file: "src/application/payouts/payout-summary.ts",
        find: "        ...repeated(repeats),\n",
        replace: "",
      },
    ],
    project: "unit",
    files: ["src/application/payouts/__tests__/payout-answers"],
    test: "an approver reads first that it looks like another payout",
  },
  {
    name: "payout: decided as it was seen",
    protects: "a person decides only about the send that was shown",
    patches: [
      {
        file: "src/modules/acquiring/payouts/payout-ledger.ts",
        find: " && (seenVersion === undefined || row.version === seenVersion)",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/payout-sends.spec"],
    test: "a person resolves unknown sends only",
  },
  followed(
    "decided as it was seen: the page",
    "a decision about a payout that was sent again meanwhile is refused",
    [
      "application/payouts/payout-commands.ts",
      "const seenVersion = seen.synced_version ?? undefined;",
      "const seenVersion = seen.version < 0 ? 0 : undefined;",
    ],
    "a decision about a payout that was changed or sent again since it was seen is refused",
  ),
  {
    name: "payout: blocked account: during the claim",
    protects: "an account that is blocked during the claim is not paid",
    patches: [
      {
        file: "src/modules/acquiring_payout/store/beneficiary-table.ts",
        find: "      .where({ deleted_at: null })\n      .forShare()",
        replace: "      .where({ deleted_at: null })",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/payout-service.spec"],
    test: "a blocked account is not paid through another beneficiary",
  },
  {
    name: "payout: blocked account: the page",
    protects: "the page says that the account of a payout is blocked",
    patches: [
      {
        file: "src/modules/acquiring_payout/service/approval-context.ts",
        find: "account.beneficiaryId === row.beneficiary_id && isBlocked(twins, account)",
        replace: 'account.beneficiaryId === "" && isBlocked(twins, account)',
      },
    ],
    project: "http",
    files: ["integration-tests/modules/payout-service.spec"],
    test: "a blocked account is not paid through another beneficiary",
  },
  {
    name: "payout: decided at the version that was seen",
    protects: "a decision about a payout that was changed meanwhile is refused",
    patches: [
      {
        file: "src/modules/acquiring_payout/service/approval.ts",
        find: "version === undefined || row.version === version",
        replace: "version === undefined || row.version > 0",
      },
    ],
    project: "http",
    files: ["integration-tests/http/payouts.spec"],
    test: "a decision about a payout that was changed or sent again since it was seen is refused",
  },
];

module.exports = { payoutGuards };
