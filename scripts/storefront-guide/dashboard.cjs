/**
 * The dashboard of the backend, built from the packed package: every page of ours and an order with our widget. A
 * second copy of a library that the dashboard shares with us shows here, as "No QueryClient set".
 */
const fs = require("node:fs");
const path = require("node:path");
const { expectNoProblems, openPage, shoot, WIDE, withPictures } = require("./browser.cjs");

const ROUTES = path.join(__dirname, "../../src/admin/routes");
/** What the dashboard says in the place of a page that crashed. */
const CRASHED = "An error occurred";
/** In the place of an id when the store has no such thing: the page has to say so and not to crash. */
const UNKNOWN_ID = "unknown";
const PATIENCE_MS = 20_000;

/** The address of every page of ours, as in `src/admin/routes`: `/acquiring/payouts/[id]`. */
function adminRoutes() {
  const files = fs.readdirSync(ROUTES, { recursive: true, encoding: "utf8" });
  const pages = files.filter((name) => path.basename(name) === "page.tsx");
  return pages.map((name) => `/${path.dirname(name).replaceAll(path.sep, "/")}`).sort();
}

/** An id that no such thing has is answered with 404, and the browser says so in the console. */
const ALLOWED = [
  {
    pattern: new RegExp(`Failed to load resource: .*404.*/admin/acquiring/[^ ]*${UNKNOWN_ID}`),
    why: "the page of something that does not exist",
  },
];

/** A page that is logged in to the dashboard. */
async function logIn(browser, { backendUrl, admin }) {
  const page = await openPage(browser, { size: WIDE, allowed: ALLOWED });
  await page.goto(`${backendUrl}/app/login`);
  await page.locator('input[name="email"]').fill(admin.email);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 30_000 });
  return page;
}

/** Goes to an address and waits until `isThere(page)`; fails at once when the page reports an error. */
async function visit(page, address, isThere) {
  page.problems.length = 0;
  await page.goto(address);
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    expectNoProblems(page);
    if ((await page.getByText(CRASHED, { exact: true }).count()) > 0) {
      // What the page shows may come before what it reports.
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

/** A check of one page, `{ name, run }`, with pictures of it whether it is right or wrong. */
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

/** The page of an order, with our widget in it. */
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
