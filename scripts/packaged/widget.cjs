/** The order's page in the dashboard that the stranger's store has built, with our widget in it, in a real browser. */
const { openBrowser } = require("../chromium.cjs");

async function seeWidget({ backendUrl, admin }, orderId) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await page.goto(`${backendUrl}/app/login`);
    await page.locator('input[name="email"]').fill(admin.email);
    await page.locator('input[name="password"]').fill(admin.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 30_000 });
    await page.goto(`${backendUrl}/app/orders/${orderId}`);
    await page.getByTestId("acquiring-order-widget").waitFor({ timeout: 30_000 });
    await page.getByTestId("acquiring-refunded").first().filter({ hasText: "50" }).waitFor({ timeout: 15_000 });
  } finally {
    await browser.close();
  }
}

module.exports = { seeWidget };
