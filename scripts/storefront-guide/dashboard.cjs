/**
 * The backend's dashboard, built from the packed package: all our pages and an order with our widget. A second copy of
 * a library shared with the dashboard shows here as "No QueryClient set".
 */
const fs = require("node:fs");
const path = require("node:path");
const { expectNoProblems, openPage, shoot, WIDE, withPictures } = require("./browser.cjs");

const ROUTES = path.join(__dirname, "../../src/admin/routes");
/** Shown by the dashboard instead of a crashed page. */
const CRASHED = "An error occurred";
/** Used if the store has no such record: the page has to say so and not crash. */
const UNKNOWN_ID = "unknown";
const PATIENCE_MS = 20_000;

/** URL of each of our pages, as in `src/admin/routes`: `/acquiring/payouts/[id]`. */
function adminRoutes() {
  const files = fs.readdirSync(ROUTES, { recursive: true, encoding: "utf8" });
  const pages = files.filter((name) => path.basename(name) === "page.tsx");
  return pages.map((name) => `/${path.dirname(name).replaceAll(path.sep, "/")}`).sort();
}

/** An unknown ID is answered with 404, which the browser logs. */
const ALLOWED = [
  {
    pattern: new RegExp(`Failed to load resource: .*404.*/admin/acquiring/[^ ]*${UNKNOWN_ID}`),
    why: "the page of something that does not exist",
  },
];

/** A page logged in to the dashboard. */
async function logIn(browser, { backendUrl, admin }) {
  const page = await openPage(browser, { size: WIDE, allowed: ALLOWED });
  await page.goto(`${backendUrl}/app/login`);
  await page.locator('input[name="email"]').fill(admin.email);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 30_000 });
  return page;
}

/** Opens a URL and waits until `isThere(page)`; fails at once if the page reports an error. */
async function visit(page, address, isThere) {
  page.problems.length = 0;
  await page.goto(address);
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    expectNoProblems(page);
    if ((await page.getByText(CRASHED, { exact: true }).count()) > 0) {
      // Content may appear before errors are reported.
      await page.waitForLoadState("networkidle");
      expectNoProblems(page);
      throw new Error(`${address} says "${CRASHED}".`);
    }
    if (await isThere(page)) break;
    if (Date.now() > end) throw new Error(`${address} showed nothing within ${PATIENCE_MS / 1000} s.`);
    await page.waitForTimeout(100);
  }
  await page.waitForLoadState("networkidle");
  expectNoProblems(page);
}

/** A heading of the page itself; those of the dashboard's frame are outside of `main`. */
const hasHeading = async (page) => (await page.locator("main h1:visible, main h2:visible").count()) > 0;

/** A check of one page, `{ name, run }`, always with screenshots. */
const check = ({ page, screenshots }, { name, picture, open }) => ({
  name: `dashboard: ${name}`,
  run: () =>
    withPictures(page, { name: picture, folder: screenshots }, async () => {
      await open();
      await shoot(page, picture, screenshots);
    }),
});

/** One check for each of our pages. `page` is logged in. */
const openEveryAdminPage = ({ page, backendUrl, screenshots }) =>
  adminRoutes().map((route) =>
    check(
      { page, screenshots },
      {
        name: `${route} opens`,
        picture: `dashboard${route.replaceAll("/", "-").replaceAll(/[[\]]/g, "")}`,
        open: () => visit(page, `${backendUrl}/app${route.replaceAll(/\[\w+\]/g, UNKNOWN_ID)}`, hasHeading),
      },
    ),
  );

/** The page of an order, with our widget. */
const openOrder = ({ page, backendUrl, orderId, screenshots }) =>
  check(
    { page, screenshots },
    {
      name: "an order shows its payment",
      picture: "dashboard-order",
      open: async () => {
        if (!orderId) throw new Error("There is no order to open: no journey of the shop made one.");
        const widget = page.getByTestId("acquiring-order-widget");
        await visit(page, `${backendUrl}/app/orders/${orderId}`, () => widget.isVisible());
      },
    },
  );

module.exports = { adminRoutes, logIn, openEveryAdminPage, openOrder };
