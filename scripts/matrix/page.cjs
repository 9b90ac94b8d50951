/** docs/compatibility.md: what was run, when, and what came out. A cell without a run is never shown as working. */
const { ALL, CORNERS, MEDUSA, NODE, POSTGRES, isSame, nameOf } = require("./cells.cjs");
const { STEPS } = require("./step-names.cjs");

/** What was recorded of each step; undefined if it was not run. */
const stepsOf = ({ steps }) => Object.keys(STEPS).map((name) => steps.find(({ step }) => step === name));
const isPassed = ({ date, steps }) =>
  Object.entries(STEPS)
    .filter(([, { since }]) => since === undefined || since <= date)
    .every(([name]) => steps.find(({ step }) => step === name)?.outcome === "passed");

const ranIn = (results, cell) => results.find((result) => isSame(result.cell, cell));

/** The Medusa versions of which every recorded cell passed, in the matrix's order. */
const passedVersions = (results) =>
  MEDUSA.filter((medusa) => {
    const own = results.filter(({ cell }) => cell.medusa === medusa);
    return own.length > 0 && own.every(isPassed);
  });

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** What one run says about each step. */
function row(result) {
  const { cell, date } = result;
  const outcomes = stepsOf(result).map((step) => step?.outcome ?? "not run");
  return [cell.medusa, NODE[cell.node], POSTGRES[cell.postgres].split("-")[0], cell.manager, date, ...outcomes];
}

const outcomeOf = (results, cell) => {
  const result = ranIn(results, cell);
  if (!result) return "not run";
  return isPassed(result) ? `passed ${result.date}` : `failed ${result.date}`;
};

function overview(results) {
  const surroundings = ALL.filter(({ medusa }) => medusa === MEDUSA[0]);
  const head = ["Node, Postgres, manager", ...MEDUSA];
  const rows = surroundings.map(({ node, postgres, manager }) => [
    `${node}, ${postgres}, ${manager}`,
    ...MEDUSA.map((medusa) => outcomeOf(results, { medusa, node, postgres, manager })),
  ]);
  return table(head, rows);
}

function failures(results) {
  const failed = results.filter((result) => !isPassed(result));
  if (failed.length === 0) return "";
  const lines = failed.map(({ cell, steps }) => {
    const step = steps.find(({ outcome }) => outcome === "failed");
    return `- ${nameOf(cell)}: ${step ? `${step.step}: ${(step.message ?? "").split("\n")[0]}` : "stopped early"}`;
  });
  return `\n## What failed\n\n${lines.join("\n")}\n`;
}

function page(results) {
  const versions = passedVersions(results);
  const run = ALL.filter((cell) => ranIn(results, cell)).length;
  return `# Compatibility

Made by \`npm run matrix\` from recorded runs. Do not edit.

Each run packs the plugin, installs it into a new store without flags, and drives that store over HTTP and in a browser. Of the
${ALL.length} combinations, ${run} were run; nothing is claimed about one that is "not run". Medusa versions of which every run passed:
${versions.join(", ") || "none"}.

## All combinations

${overview(results)}

The corners of the matrix are run first: ${CORNERS.length} combinations in which each version occurs.

## What each run did

${table(
  ["Medusa", "Node", "Postgres", "manager", "date", ...Object.values(STEPS).map(({ text }) => text)],
  results.map(row),
)}

${Object.values(STEPS)
  .map(({ text, does }) => `- **${text}**: ${does}`)
  .join("\n")}
${failures(results)}
${DIFFERENCES}`;
}

const DIFFERENCES = `## Differences between Medusa versions

The plugin looks for what the installed Medusa can do, not at its version number. \`npx medusa-payment-acquiring doctor\` reports
what it lacks.

- **Who captured** (before 2.21): Medusa does not store who used its capture button. The plugin stores it
  (\`medusa-records/capture-creators.ts\`); its own records depend on it.
- **Providers of the region** (before 2.20): Medusa accepts a payment session of a provider that is not enabled in the cart's region.
  The plugin refuses it (\`medusa-guards/refuse-disabled-provider.ts\`).
- **Totals** (found in 2.17.2 and 2.18.0, not in 2.21.2): a query that asks Medusa for a total and names single fields of the items is answered with a total of 0,
  because the prices are not read. The plugin asks for all fields of the items wherever it asks for a total.
- **Concurrent captures and refunds** (before 2.18): Medusa does not lock the payment while it adds up its rows. The plugin's ledger
  locks it in every version, and refuses what exceeds the authorised or captured amount before anything is sent.
- **An amount of 0** (before 2.18): Medusa's routes take it for the whole payment. The plugin refuses it
  (\`medusa-guards/refuse-empty-amount.ts\`).
- **The dashboard** (before 2.19) uses React Router 6 and Vite 5, later React Router 7 and Vite 7. The plugin's pages use what both have.
- **Medusa's own webhook URL** (\`/hooks/payment/…\`): before 2.21.2 it wants the provider's ID without \`pp_\`. The plugin has its
  own notification URL, which is the same in every version.

Medusa before 2.17.2 cannot place an order that waits for its payment (\`pending_authorization\`), which vouchers and reviewed payments
need, so it is not supported. A release of 2.22 did not exist yet when this was run, and its snapshot of 11 September 2026 could not
be installed: the registry does not have its \`@medusajs/admin-sdk\`.
`;

module.exports = { isPassed, page, passedVersions };
