/** The guards of payouts, as in list.cjs: how each is taken away, and the test that has to notice. */
const PAYOUT = "src/modules/acquiring_payout";
const DESK = { project: "http", files: ["integration-tests/modules/payout-desk.spec"] };

const edit = (name, protects, [file, find, replace], where) => ({
  name: `payout: ${name}`,
  protects,
  patches: [{ file: `${PAYOUT}/${file}`, find, replace }],
  ...where,
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
    ["desk/allowance.ts", "await lockLimits(trx, currency);", "void currency;"],
    { ...DESK, test: "of ten that are approved" },
  ),
  edit(
    "content of an approval",
    "what leaves is what was approved, whoever changed the rows",
    ["desk/content.ts", "isAsHashed: parts.ring.isHashOf(row.payload_hash, text)", 'isAsHashed: text !== ""'],
    { ...DESK, test: "changed by hand" },
  ),
  edit(
    "approvals still hold",
    "who may not approve any more has approved nothing",
    ["desk/leaving.ts", "if (left >= options.approvalsNeeded) return null;", "if (left >= 0) return null;"],
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
      "migrations/Migration20261122000200.ts",
      "\"RAISE EXCEPTION 'The audit of payouts is appended to, never changed.';\"",
      '"RETURN NEW;"',
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
];

module.exports = { payoutGuards };
