/** Our widget on an order's page of Medusa's dashboard, in Chromium: it shows, and the browser reports nothing. */
const { openBrowser } = require("../chromium.cjs");
const { logIn, NOT_OURS, watchProblems } = require("../packaged/admin-pages.cjs");

async function checkOrderWidget(store, orderId) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const problems = watchProblems(page);
    await logIn(page, store);
    await page.goto(`${store.backendUrl}/app/orders/${orderId}`);
    const widget = page.getByTestId("acquiring-order-widget").first();
    await widget.waitFor({ timeout: 30_000 }).catch(() => {
      throw new Error(`The order shows no widget. The browser says: ${problems.join("; ")}`);
    });
    await page.goto(`${store.backendUrl}/app/acquiring`);
    await page.getByTestId("acquiring-payments").first().waitFor({ timeout: 30_000 });
    const ours = problems.filter((text) => !NOT_OURS.some((known) => known.test(text)));
    if (ours.length > 0) throw new Error(`The browser says:\n${[...new Set(ours)].join("\n")}`);
  } finally {
    await browser.close();
  }
}

module.exports = { checkOrderWidget };
