/** Guards of disputes, as in list.cjs. */
const { edit } = require("./edit.cjs");
const STORE = { project: "http", files: ["integration-tests/http/disputes.spec"] };
const UNIT = { project: "unit", files: ["acquiring/domain/__tests__/dispute-state.unit"] };

const CASE = "src/modules/acquiring/disputes/dispute-case.ts";
const REMINDERS = "src/modules/acquiring/disputes/dispute-reminders.ts";
const STATE = "src/modules/acquiring/domain/dispute-state.ts";
const EVIDENCE = "src/application/disputes/evidence/collect-evidence.ts";

const disputeGuards = [
  edit(
    "disputes: one reminder",
    "a due date is announced once for each day, however many workers there are",
    [REMINDERS, "ON CONFLICT (id) DO NOTHING RETURNING id)", "RETURNING id)"],
    { ...STORE, test: "a reminder is announced and told once for each day and due date, also by two workers" },
  ),
  edit(
    "disputes: version of a change",
    "what another person saved is not overwritten",
    [CASE, ".where({ id: dispute.id, version })", ".where({ id: dispute.id })"],
    { ...STORE, test: "of two people who save at once the second is told, and nothing of theirs is saved" },
  ),
  edit(
    "disputes: the entered due date",
    "a date from the gateway's portal takes precedence over the reported one",
    [STATE, "enteredDueAt ?? reportedDueAt", "reportedDueAt ?? enteredDueAt"],
    { ...UNIT, test: "the entered due date takes precedence over the reported one" },
  ),
  edit(
    "disputes: currency of the amount",
    "an amount in another currency is not shown in the payment's",
    [
      "src/modules/acquiring/domain/disputes.ts",
      "(fact.money?.currency === snapshot.currency ? fact.money.minor : null)",
      "fact.money?.minor",
    ],
    {
      project: "unit",
      files: ["acquiring/domain/__tests__/outside-money.unit"],
      test: "a disputed amount in another currency than the payment's is unknown",
    },
  ),
  edit(
    "disputes: card numbers in evidence",
    "a card number that a customer wrote into a note leaves no store",
    [EVIDENCE, "maskCardNumbers(value) : value", "maskCardNumbers(value) && value : value"],
    { ...STORE, test: "the evidence package has what the store knows, as PDF and ZIP, without a card number" },
  ),
];

module.exports = { disputeGuards };
