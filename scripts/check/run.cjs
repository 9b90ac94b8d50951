/**
 * Runs every journey of this folder against a running store, one after another. CHECK_ONLY: only those whose name
 * matches. A rejection that nothing awaits fails the journey in which it appears; the next ones still run.
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

/** `counts`: `{ passed, failed }`, counted up as they run. */
async function runJourneys(stack, { say, counts }) {
  const browser = await openBrowser();
  const strays = [];
  const onStray = (error) => strays.push(error);
  process.on("unhandledRejection", onStray);
  try {
    const context = await createContext(stack, browser);
    for (const { name, run } of JOURNEYS) {
      const since = Date.now();
      try {
        await run(context);
        if (strays.length > 0) throw strays[0];
        counts.passed += 1;
        say(`ok      ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      } catch (error) {
        counts.failed += 1;
        // What failed beside it, such as a changed answer that was not sent, may be why it waited in vain.
        for (const each of new Set([error, ...strays]))
          say(`FAILED  ${name}\n${String(each.stack ?? each).slice(0, 2000)}`);
        await context.picture(`failed-${counts.failed}`);
        console.log(stack.log().slice(-1500));
      }
      strays.length = 0;
      // A dashboard that stays open asks the store again and again.
      await context.closePages();
    }
  } finally {
    process.off("unhandledRejection", onStray);
    await browser.close();
  }
}

module.exports = { runJourneys };
