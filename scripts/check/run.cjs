/**
 * Runs every journey of this folder against a running store, one after another. CHECK_ONLY: only those whose name
 * matches.
 */
const { openBrowser } = require("../chromium.cjs");
const { createContext } = require("./context.cjs");

const JOURNEYS = [
  "browser",
  "payment-methods",
  "content-policy",
  "detours",
  "payment-page",
  "parts",
  "leaving",
  "money",
  "trouble",
  "payments",
  "overview",
  "settling",
  "payment-links",
  "owed-orders",
  "capture-policy",
  "policy-captures",
  "notifications",
  "returns",
  "reviews",
  "subscriptions",
  "payouts",
  "payout-import",
  "disputes",
  "privacy",
  "demo-data",
]
  .flatMap((name) => require(`./${name}.cjs`))
  .filter(({ name }) => new RegExp(process.env.CHECK_ONLY ?? "").test(name));

async function runJourneys(stack, say) {
  const browser = await openBrowser();
  let passed = 0;
  let failed = 0;
  try {
    const context = await createContext(stack, browser);
    for (const { name, run } of JOURNEYS) {
      const since = Date.now();
      try {
        await run(context);
        passed += 1;
        say(`ok      ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        say(`FAILED  ${name}\n${String(error.stack ?? error).slice(0, 2000)}`);
        await context.picture(`failed-${failed}`);
        console.log(stack.log().slice(-1500));
      }
    }
  } finally {
    await browser.close();
  }
  return { passed, failed };
}

module.exports = { runJourneys };
