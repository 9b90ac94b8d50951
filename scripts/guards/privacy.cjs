/** Guards of personal data, as in list.cjs. */
const STORE = { project: "http", files: ["integration-tests/http/privacy.spec"] };
const DATABASE = { project: "http", files: ["integration-tests/modules/privacy.spec"] };

const ERASE = "src/application/privacy/erase-person.ts";
const RETENTION = "src/application/privacy/apply-retention.ts";
const PERSON = "what is stored of a person is exported, and after an erasure a decoded dump contains nothing of them";

const edit = (name, protects, [file, find, replace], where) => ({
  name,
  protects,
  patches: [{ file, find, replace }],
  ...where,
});

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
];

module.exports = { privacyGuards };
