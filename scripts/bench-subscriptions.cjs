/** `npm run bench:subscriptions [-- --contracts N --charges K]`: one check of N subscriptions with K charges each. */
const { parseArgs } = require("node:util");
const { bench } = require("./bench-stage.cjs");

const { values } = parseArgs({
  options: { contracts: { type: "string", default: "10000" }, charges: { type: "string", default: "3" } },
});
const { contracts, charges } = values;

bench({
  script: "subscriptions.ts",
  words: [contracts, charges],
  seed: { step: "seed", says: `Creating ${contracts} subscriptions with ${charges} charges each …` },
  measure: { step: "check", says: "Checking all of them once …" },
});
