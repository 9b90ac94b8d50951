/**
 * Every dashboard page and widget of ours, in a store that built it from the tarball: light and dark, 1280 and 390 px.
 * Each has its content and styles, does not scroll sideways, and logs nothing to the console.
 */
/* global document, innerWidth */
const fs = require("node:fs");
const path = require("node:path");
const { openBrowser } = require("../chromium.cjs");
const { checkStyles, NAMED } = require("./styles.cjs");

const VIEWS = [
  { width: 1280, theme: "light" },
  { width: 390, theme: "light" },
  { width: 390, theme: "dark" },
  { width: 1280, theme: "dark" },
];

/** Pages of a store without payments: each has to say so, and what to do. */
const EMPTY_PAGES = {
  payments: ["acquiring", "acquiring-payments"],
  overview: ["acquiring/overview", "acquiring-overview"],
  reviews: ["acquiring/reviews", "acquiring-reviews"],
  disputes: ["acquiring/disputes", "acquiring-disputes"],
  attention: ["acquiring/attention", "acquiring-attention-page"],
  health: ["acquiring/health", "acquiring-health"],
  "capture-policy": ["acquiring/capture-policy", "acquiring-policy"],
  notifications: ["acquiring/notifications", "acquiring-notifications"],
  privacy: ["acquiring/privacy", "acquiring-privacy"],
  subscriptions: ["acquiring/subscriptions", "acquiring-subscriptions"],
  payouts: ["acquiring/payouts", "acquiring-payouts"],
  beneficiaries: ["acquiring/beneficiaries", "acquiring-beneficiaries"],
  "new-payout": ["acquiring/payouts/new", "acquiring-payout-wizard"],
  "payout-import": ["acquiring/payouts/import", "acquiring-payout-import"],
};

const pagesWith = (ids) => ({
  ...EMPTY_PAGES,
  subscription: [`acquiring/subscriptions/${ids.subscriptionId}`, "acquiring-subscription"],
  dispute: [`acquiring/disputes/${encodeURIComponent(ids.disputeId)}`, "acquiring-dispute"],
  payout: [`acquiring/payouts/${ids.payoutId}`, "acquiring-payout"],
  "edit-payout": [`acquiring/payouts/${ids.draftId}/edit`, "acquiring-payout-wizard"],
  beneficiary: [`acquiring/beneficiaries/${ids.beneficiaryId}`, "acquiring-beneficiary"],
  order: [`orders/${ids.orderId}`, "acquiring-order-widget"],
  customer: [`customers/${ids.customerId}`, "acquiring-customer-subscriptions"],
  product: [`products/${ids.productId}`, "acquiring-product-plans"],
});

/** Every folder below src/admin/routes with a page has to be in `pages`. */
function expectEveryRoute(pages) {
  const routes = path.join(__dirname, "../../src/admin/routes");
  const places = Object.values(pages).map(([place]) => place);
  for (const file of fs.readdirSync(routes, { recursive: true }).filter((name) => path.basename(name) === "page.tsx")) {
    const pattern = path
      .dirname(file)
      .replaceAll(path.sep, "/")
      .replaceAll(/\[\w+\]/g, "[^/]+");
    if (!places.some((place) => new RegExp(`^${pattern}$`).test(place)))
      throw new Error(`The page ${pattern} is not looked at.`);
  }
}

async function logIn(page, { backendUrl, admin }) {
  await page.goto(`${backendUrl}/app/login`);
  await page.locator('input[name="email"]').fill(admin.email);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 60_000 });
}

/** Applies the theme without reloading and shows the page without animations. */
async function wear(page, { width, theme }, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate((wanted) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(wanted);
    document.documentElement.style.colorScheme = wanted;
  }, theme);
}

/** Separates problems of our pages from others. */
function watchProblems(page) {
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${message.text()} (${message.location().url})`);
  });
  return problems;
}

/**
 * Not ours: Medusa asks who is logged in before anyone is, React Router warns about its settings, and flags are on
 * another host.
 */
const NOT_OURS = [
  /401 \(Unauthorized\).*\/admin\/users\/me/,
  /React Router Future Flag/,
  /No `HydrateFallback`/,
  /flag-icons/,
];

/** In the browser: all dates and times read the same, because "1:05 PM" and "10:15 PM" differ in column width. */
function stopClocks() {
  // A constant of NodeFilter.
  const SHOW_TEXT = 4;
  const texts = document.createTreeWalker(document.body, SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const still = data
      .replace(/\b\d{1,2}:\d{2}(:\d{2})?(?=[\s\u202f][AP]M)/g, (_, seconds) => `10:00${seconds ? ":00" : ""}`)
      .replace(/([\s\u202f])PM\b/g, "$1AM")
      .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}/g, "Nov 24, 2026")
      .replace(/\buntil [A-Z][a-z]+ \d{1,2}(, \d{4})?/g, "until November 24");
    if (still !== data) texts.currentNode.data = still;
  }
}

/** Opens each of `pages` in every view; `pictures`: folder for the screenshots. Returns the number of views. */
async function openPages(browser, store, pages, pictures) {
  const used = fs.readFileSync(path.join(store.packageFolder, ".medusa/server/src/admin/index.js"), "utf8");
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await logIn(page, store);
  const seen = new Set();
  fs.mkdirSync(pictures, { recursive: true });
  for (const [name, [place, testId]] of Object.entries(pages)) {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(`${store.backendUrl}/app/${place}`);
    const part = page.getByTestId(testId).first();
    await part.waitFor({ timeout: 30_000 }).catch(() => {
      throw new Error(`${store.name}: ${place} does not show ${testId}. The browser says: ${problems.join("; ")}`);
    });
    await page.addStyleTag({
      content: "*, ::before, ::after { transition: none !important; animation: none !important; }",
    });
    await page.waitForLoadState("networkidle");
    await page.evaluate(stopClocks);
    for (const view of VIEWS) {
      const where = `${store.name}, ${name}, ${view.theme}, ${view.width} px`;
      await wear(page, view, 1000);
      await part.evaluate((shown) => shown.scrollIntoView({ block: "start" }));
      for (const selector of await checkStyles(page, where, used)) seen.add(selector);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) throw new Error(`${where}: scrolls ${over} px sideways.`);
      await page.screenshot({ path: path.join(pictures, `${name}-${view.theme}-${view.width}.png`) });
    }
  }
  await context.close();
  const ours = problems.filter((text) => !NOT_OURS.some((known) => known.test(text)));
  if (ours.length > 0) throw new Error(`${store.name}: the browser says:\n${[...new Set(ours)].join("\n")}`);
  return { views: Object.keys(pages).length * VIEWS.length, seen };
}

/** All pages of an empty store. */
async function checkEmptyPages(store, pictures) {
  const browser = await openBrowser();
  try {
    return (await openPages(browser, store, EMPTY_PAGES, path.join(pictures, "empty"))).views;
  } finally {
    await browser.close();
  }
}

/** All pages and widgets of a store with `ids` (example-data.cjs). */
async function checkFilledPages(store, ids, pictures) {
  const pages = pagesWith(ids);
  expectEveryRoute(pages);
  const browser = await openBrowser();
  try {
    const { views, seen } = await openPages(browser, store, pages, path.join(pictures, "filled"));
    const missed = Object.keys(NAMED).filter((selector) => !seen.has(selector));
    if (missed.length > 0) throw new Error(`${store.name}: no page shows ${missed.join(", ")}`);
    return views;
  } finally {
    await browser.close();
  }
}

module.exports = { checkEmptyPages, checkFilledPages, EMPTY_PAGES, logIn, NOT_OURS, watchProblems };
