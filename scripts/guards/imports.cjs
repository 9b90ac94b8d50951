/** What keeps an import of another integration's payments, cards and subscriptions from inventing or repeating money. */
const COMMAND = { project: "http", files: ["integration-tests/http/import-command.spec"] };
const SUBSCRIPTIONS = { project: "http", files: ["integration-tests/http/import-subscriptions.spec"] };
const CONFIRM = { project: "unit", files: ["application/import/__tests__/confirm.unit"] };
const READ = { project: "unit", files: ["application/import/__tests__/read-record.unit"] };

const guard = (name, protects, [file, find, replace], where) => ({
  name,
  protects,
  patches: [{ file, find, replace }],
  ...where,
});

const importGuards = [
  guard(
    "imported amounts",
    "a payment is imported only with the amount and currency that the gateway reports",
    ["src/application/import/confirm-payment.ts", "!isAmountAgreed || sameMoney(fact.money, claim.money)", "true"],
    { ...CONFIRM, test: "confirms nothing" },
  ),
  guard(
    "imported authorisations are open",
    "only what the gateway reports as authorised is imported as an open authorisation",
    ["src/application/import/import-authorisations.ts", 'reading !== "authorised"', 'reading === "declined"'],
    { ...COMMAND, test: "what the gateway contradicts" },
  ),
  guard(
    "imported money is not late",
    "an imported payment without an order is not reversed as late money",
    ["src/modules/acquiring/ledger/rows/attempt-row.ts", "Boolean(of) || Boolean(at)", "Boolean(of)"],
    { ...COMMAND, test: "a dry run changes nothing" },
  ),
  guard(
    "charges before an import",
    "a charge that the former integration ordered does not become a second order",
    [
      "src/application/subscriptions/sync-charge.ts",
      "if (isBeforeImport(subscription, attempt)) return;",
      "void isBeforeImport;",
    ],
    { ...SUBSCRIPTIONS, test: "it is active with" },
  ),
  guard(
    "imported subscriptions go on",
    "an imported subscription does not end because its first payment was refunded long ago",
    [
      "src/application/subscriptions/follow-subscription.ts",
      "if (subscription.takes_over_at !== null) return false;",
      "",
    ],
    { ...SUBSCRIPTIONS, test: "refunded in full long ago" },
  ),
  guard(
    "card numbers in an import",
    "a card number in an import file is refused",
    ["src/application/import/read-record.ts", "if (card !== null)", "if (card === undefined)"],
    { ...READ, test: "a card number in" },
  ),
  guard(
    "removed cards stay removed",
    "another import does not bring back a card that the customer removed",
    ["src/modules/acquiring/saved-cards/imported-card.ts", "row.token === removedToken(row.id, token)", "false"],
    { ...COMMAND, test: "another run changes nothing: not a card" },
  ),
];

module.exports = { importGuards };
