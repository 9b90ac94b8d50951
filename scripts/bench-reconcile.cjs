/**
 * `npm run bench:reconcile [-- --payments N --differences K]`: compares N payments with K differences between gateway,
 * ledger and Medusa.
 */
const { parseArgs } = require("node:util");
const { bench } = require("./bench-stage.cjs");

const { values } = parseArgs({
  options: { payments: { type: "string", default: "100000" }, differences: { type: "string", default: "37" } },
});
const { payments, differences } = values;

bench({
  script: "reconcile.ts",
  words: [payments, differences],
  seed: {
    step: "seed",
    says: `Filling the gateway, the ledger and Medusa with ${payments} payments and ${differences} differences …`,
  },
  measure: { step: "compare", says: "Comparing …" },
});
