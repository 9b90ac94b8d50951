/** Our widget on an order's page of Medusa's dashboard, and each page of ours, in Chromium: they show, and the browser reports nothing. */
const { openBrowser } = require("../chromium.cjs");
const { EMPTY_PAGES, logIn, NOT_OURS, watchProblems } = require("../packaged/admin-pages.cjs");

async function checkOrderWidget(store, orderId) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const problems = watchProblems(page);
    await logIn(page, store);
    const show = async (place, testId) => {
      await page.goto(`${store.backendUrl}/app/${place}`);
      const part = page.getByTestId(testId).first();
      await part.waitFor({ timeout: 30_000 }).catch(() => {
        throw new Error(`${place} does not show ${testId}. The browser says: ${problems.join("; ")}`);
      });
      await page.waitForLoadState("networkidle");
    };
    await show(`orders/${orderId}`, "acquiring-order-widget");
    for (const [place, testId] of Object.values(EMPTY_PAGES)) await show(place, testId);
    const ours = problems.filter((text) => !NOT_OURS.some((known) => known.test(text)));
    if (ours.length > 0) throw new Error(`The browser says:\n${[...new Set(ours)].join("\n")}`);
  } finally {
    await browser.close();
  }
}

module.exports = { checkOrderWidget };
