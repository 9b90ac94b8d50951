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
    "what is approved is what was seen, and it is claimed once",
    ["store/payout-table.ts", ".forUpdate()", ""],
    {
      ...DESK,
      test: "at once",
    },
  ),
  edit(
    "lock of the limits",
    "of many that are approved or sent at once no more leaves than the limits allow",
    ["service/limits-left.ts", "await lockLimits(trx, currency);", "void currency;"],
    { ...DESK, test: "of ten that are approved" },
  ),
  edit(
    "content of an approval",
    "what leaves is what was approved, whoever changed the rows",
    ["service/payload.ts", "isAsHashed: parts.ring.isHashOf(row.payload_hash, text)", 'isAsHashed: text !== ""'],
    { ...DESK, test: "changed by hand" },
  ),
  edit(
    "approvals still hold",
    "who may not approve any more has approved nothing",
    ["service/pre-send-checks.ts", "if (left >= options.approvalsNeeded) return null;", "if (left >= 0) return null;"],
    { ...DESK, test: "lost the right" },
  ),
  edit(
    "seal of an approval",
    "an approval that somebody wrote into the table is none",
    [
      "store/approvals.ts",
      "return row.seal !== null && this.ring.isSigned(row.seal, textOf(row));",
      "return row.payout_id !== textOf(row);",
    ],
    { ...DESK, test: "wrote into the table" },
  ),
  edit(
    "who prepared it",
    "nobody approves what they prepared",
    ["store/audit.ts", "actor_id: isNobody ? null : by.id", "actor_id: null"],
    { ...DESK, test: "never who prepared" },
  ),
  edit(
    "who wrote down the account",
    "nobody approves money to an account that they wrote down",
    [
      "domain/four-eyes.ts",
      "return accountMakers.has(id) ? OWN_ACCOUNT : null;",
      "return accountMakers.size < 0 ? OWN_ACCOUNT : null;",
    ],
    { project: "unit", files: ["acquiring_payout/domain/__tests__/four-eyes.unit"], test: "" },
  ),
  edit(
    "append-only audit",
    "who did what cannot be rewritten",
    [
      "migrations/Migration20261125090002.ts",
      "RAISE EXCEPTION 'The audit of payouts is appended to, never changed.';",
      "RETURN NEW;",
    ],
    { ...DESK, test: "cannot be changed" },
  ),
  edit(
    "place of a seal",
    "bank data that is copied to another row does not open",
    ["sealing/seal.ts", "decipher.setAAD(placeBytes(place));", ""],
    {
      ...DESK,
      test: "does not open",
    },
  ),
  edit(
    "approves once",
    "two approvals are two people's",
    ["domain/four-eyes.ts", "if (standing.approvedBy.has(person.id))", "if (standing.approvedBy.size < 0)"],
    { ...DESK, test: "two who approve at once" },
  ),
  edit(
    "submitted by a person",
    "what a key prepared is looked at by somebody before it is approved",
    [
      "domain/four-eyes.ts",
      'if (person.type !== "user") return "A payout must be submitted by a person, not by an API key.";',
      "",
    ],
    { ...DESK, test: "never who prepared" },
  ),
  edit(
    "blocked beneficiary",
    "nothing goes to an account that was blocked after the approval",
    ["domain/four-eyes.ts", "if (standing.isBeneficiaryBlocked)", "if (standing.makers.size < 0)"],
    { ...DESK, test: "changed or blocked" },
  ),
  edit(
    "beneficiary as approved",
    "nothing goes to an account that was changed after the approval",
    ["domain/four-eyes.ts", "if (!standing.isBeneficiaryCurrent)", "if (standing.makers.size < 0)"],
    { ...DESK, test: "changed or blocked" },
  ),
  edit(
    "cool-down",
    "nothing goes to a new or changed account at once",
    ["service/service-context.ts", "return until > now() ? until : null;", "return until < now() ? null : null;"],
    { ...DESK, test: "cooled down" },
  ),
  edit(
    "a word by another person",
    "who prepared it does not say what became of it",
    [
      "domain/four-eyes.ts",
      "approverProblem(lists, person) ?? involvedProblem(standing, person);\n\nexport function editProblem",
      "approverProblem(lists, person);\n\nexport function editProblem",
    ],
    FOUR_EYES,
  ),
  edit(
    "no copy of what may have left",
    "what is unknown is not sent again as a new payout",
    ["domain/states.ts", '["failed", "cancelled", "rejected",', '["unknown", "failed", "cancelled", "rejected",'],
    FOUR_EYES,
  ),
  edit(
    "one copy",
    "what failed is sent again once",
    ["domain/four-eyes.ts", "return inTheWay && reissueProblem(inTheWay);", "return null;"],
    FOUR_EYES,
  ),
  edit(
    "family in the way",
    "a payout is not sent while another copy of the same may be paid",
    ["domain/four-eyes.ts", "if (inTheWay === null) return null;", "if (inTheWay !== undefined) return null;"],
    { ...DESK, test: "turns out to be paid" },
  ),
  edit(
    "whole family",
    "the copies of copies count, not only what a payout was copied from",
    ["store/reissue-chains.ts", "ON copy.replaces_id = family.id AND", "ON copy.replaces_id = family.id AND false AND"],
    { ...DESK, test: "what a copy's copy paid" },
  ),
  edit(
    "lock of the family",
    "of two that are copied at once in one family one is made",
    ["store/payout-table.ts", "await lockChain(trx, id);", "void lockChain;"],
    { ...DESK, test: "copied at once make one copy" },
  ),
  edit(
    "moves of the table only",
    "a payout moves along the listed moves",
    ["domain/states.ts", "payoutTransitions[from][to]?.includes(by) ?? false", "from !== to || by === from"],
    { project: "unit", files: ["acquiring_payout/domain/__tests__/states.unit"], test: "" },
  ),
  send(
    "no second send of what is unknown",
    "a payout whose answer was lost is asked about, never sent again",
    [
      "const outcome = await this.between(opened.row, payload, mayLeave);",
      'const outcome = await this.between(opened.row, payload, mayLeave);\n    if (outcome.kind === "unknown") await this.between(opened.row, payload, mayLeave);',
    ],
    "times out after the gateway took it",
  ),
  send(
    "one send",
    "who comes second sends nothing",
    ['if (opened.kind === "known") return answerOf(opened.row);', ""],
    "ten who press at once",
  ),
  send(
    "the numbers of the send",
    "another amount under the same number is not sent",
    ["return isSameSend(known, wish) ? answerOf(known) : differs;", "return answerOf(known);"],
    "one whose numbers differ",
  ),
  send(
    "no send by who stood still",
    "what may have been given up meanwhile is not sent",
    ["this.deps.clock.ageMs(stamp) < TOO_LATE_MS", "true"],
    "stood still",
  ),
  {
    ...send(
      "no repeat by who knew less",
      "who claimed it before it was taken back sends nothing",
      ["", ""],
      "proven not",
    ),
    patches: [
      {
        file: "src/modules/acquiring/payouts/payout-sends.ts",
        find: " || row.version !== send.seenVersion",
        replace: "",
      },
    ],
  },
  edit(
    "unknown and never left",
    "a payout whose sender answers after it was given up is not unknown for ever",
    ["domain/states.ts", '  unknown: {\n    approved: ["fact"],\n', "  unknown: {\n"],
    { ...DESK, test: "proven not to have left" },
  ),
  edit(
    "limit of a former account",
    "changing an entry of the book after it was paid makes no room for its old account",
    ["service/limits-left.ts", "if ((await identityOf(version)) === account) versions.push(version);", ";"],
    { ...DESK, test: "leaves the limit" },
  ),
  edit(
    "limit of a late send",
    "what leaves hours after its claim counts from then",
    ["service/sending.ts", "this.isOld(row) ?", "false ?"],
    { ...DESK, test: "within a day of its claim" },
  ),
  edit(
    "told before it ends",
    "nothing that was approved expires before a person could be told",
    [
      "service/sending.ts",
      "await tell(await this.expireOne(trx, row), NOT_IN_TIME);",
      "await this.expireOne(trx, row);",
    ],
    { ...DESK, test: "approvals do not last" },
  ),
  followed(
    "a person's word is told",
    "who follows payouts hears of one that a person settled",
    ["workflows/payout/follow-payout.ts", " && !isPersonsWord(send)", ""],
    "portal says",
  ),
  followed(
    "another end stays shown",
    "nobody is told to pay once more what an older message calls paid",
    ["application/payouts/payout-attention.ts", "    (send && droppedProblem(send)) ??\n", ""],
    "another end",
  ),
];

module.exports = { payoutGuards };
