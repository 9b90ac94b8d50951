/** Guards of personal data, as in list.cjs. */
const { edit } = require("./edit.cjs");
const STORE = { project: "http", files: ["integration-tests/http/privacy.spec"] };
const DATABASE = { project: "http", files: ["integration-tests/modules/privacy.spec"] };

const ERASE = "src/application/privacy/erase-person.ts";
const RETENTION = "src/application/privacy/apply-retention.ts";
const PERSON = "what is stored of a person is exported, and after an erasure a decoded dump contains nothing of them";

const privacyGuards = [
  edit(
    "legal hold: e-mails to customers",
    "what a legal hold keeps contains the record of e-mails about its payments",
    [
      "src/modules/acquiring/customer-messages/customer-messages.ts",
      "    .whereRaw(UNHELD, { attempts: [...attempts], cards: [...cards] })\n",
      "",
    ],
    { ...STORE, test: "a legal hold of a customer, an address or an order keeps" },
  ),
  edit(
    "privacy: what is in use",
    "the data of a payment or subscription that is not over are not erased",
    [ERASE, "if (refusals.length > 0)", "if (refusals.length < 0)"],
    { ...STORE, test: PERSON },
  ),
  edit(
    "privacy: record of an erasure",
    "an erasure whose process died goes on, and is recorded",
    [ERASE, "this.#id ??= await this.begin();", "this.#id ??= null;"],
    { ...STORE, test: PERSON },
  ),
  edit(
    "privacy: one record of two erasures",
    "an erasure that two processes end is recorded once",
    [ERASE, "if (ended === 0) return;", "if (ended === -1) return;"],
    { ...STORE, test: PERSON },
  ),
  edit(
    "privacy: what a legal hold keeps",
    "retention removes nothing that is on hold",
    [RETENTION, "AND NOT COALESCE(${table.isHeld}, false)", "AND COALESCE(${table.isHeld}, true) IS NOT NULL"],
    {
      ...DATABASE,
      test: "retention removes what its option no longer keeps, shows it before, and leaves what is on hold",
    },
  ),
  {
    name: "privacy: erasure of a payment not joined yet",
    protects: "nobody is erased while a payment of theirs is not joined to its subscription",
    patches: [
      {
        file: "src/application/privacy/erase-refusals.ts",
        find: "AND attempt.subscription_due_at IS NOT NULL",
        replace: "AND false",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/erase-refusals.spec"],
    test: "refuses the erasure",
  },
  {
    name: "cards: a former account's late token",
    protects: "a token of a former account replaces no current one",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: "if (!isCurrent && same.some((row) => this.#identities.isCurrent(row))) return null;",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/changed-account.spec"],
    test: "a late token of the former account does not replace the current one",
  },
  {
    name: "cards: the limit of each account",
    protects: "a late token of a former account removes no card of the current one",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: "mine.filter((row) => this.#identities.isCurrent(row) === isCurrent)",
        replace: "mine",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/changed-account.spec"],
    test: "removes no card of the current one",
  },
  {
    name: "cards: import beside a former account",
    protects: "an import stores the token of the current account",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/imported-card.ts",
        find: "row.removed_at === null && identities.isCurrent(row)",
        replace: "row.removed_at === null",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/changed-account.spec"],
    test: "an import stores the current account's token",
  },
  {
    name: "cards: a late decline",
    protects: "a late decline refuses no card that was used since",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: " || (sentAt && row.last_used_at && row.last_used_at > sentAt)",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/http/saved-cards.spec"],
    test: "a late decline refuses no card that was renewed or accepted since",
  },
  {
    name: "privacy: erasure of a subscription that the gateway charges",
    protects: "nobody is erased while the gateway still charges an ended subscription",
    patches: [
      {
        file: "src/application/privacy/erase-refusals.ts",
        find: " OR state = 'ended' AND gateway_status = 'active'",
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/erase-refusals.spec"],
    test: "refuses the erasure",
  },
  {
    name: "cards: a customer being deleted",
    protects: "no card is stored for a customer whom Medusa deletes meanwhile",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: ".where({ id, deleted_at: null }).forShare()",
        replace: ".where({ id, deleted_at: null })",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/locks.spec"],
    test: "stores no card of a customer whom Medusa is deleting",
  },
  {
    name: "cards: a deleted customer",
    protects: "no card is imported for a deleted customer",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: 'if (!(await isCustomer(trx, card.customer_id))) return { kind: "deleted" };',
        replace: "",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/locks.spec"],
    test: "stores no card of a customer whom Medusa is deleting",
  },
  {
    name: "cards: once for each payment",
    protects: "a removed card does not return with a later message about its payment",
    patches: [
      {
        file: "src/modules/acquiring/saved-cards/saved-cards.ts",
        find: "trx(ATTEMPTS).where({ id: attemptId, saved_card_id: null })",
        replace: "trx(ATTEMPTS).where({ id: attemptId })",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/locks.spec"],
    test: "stores a payment's card once",
  },
  {
    name: "vouchers: a lost reminder",
    protects: "a reminder whose worker died is due again",
    patches: [
      {
        file: "src/modules/acquiring/attention/expiry-reminder.ts",
        find: ".update({ remind_at: new Date(now.getTime() + PAUSE_MS) })",
        replace: ".update({ remind_at: null })",
      },
    ],
    project: "http",
    files: ["integration-tests/modules/expiry-reminders.spec"],
    test: "a reminder that failed is due again",
  },
  {
    name: "vouchers: one reminder of several workers",
    protects: "one worker of several sends a reminder",
    patches: [
      {
        file: "src/modules/acquiring/attention/expiry-reminder.ts",
        find: '.where("remind_at", "<=", now)',
        replace: '.whereNotNull("remind_at")',
      },
    ],
    project: "http",
    files: ["integration-tests/modules/expiry-reminders.spec"],
    test: "one worker of several claims a reminder",
  },
];

module.exports = { privacyGuards };
