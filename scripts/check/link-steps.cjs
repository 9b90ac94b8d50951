/** Steps of journeys with payment links: an admin's in the dashboard, and the customer's on the link's page. */
/* What runs inside the page: */
/* global document, innerWidth, navigator */
const { DRAWER } = require("./dashboard.cjs");
const { fillCard, payButton } = require("./shopping.cjs");

const LINKS = '[data-testid="acquiring-links"]';
const VISA = "4111111111111111";
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

const told = (page, text) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text }).first().waitFor({ timeout: 15_000 });

/** The links' part of an order's or draft order's page. */
async function openLinks(context, page, place) {
  await page.goto(`${context.stack.dashboardUrl}/${place}`);
  const part = page.locator(LINKS);
  await part.waitFor({ timeout: 30_000 });
  return part;
}

async function create(page, part, fill = async () => undefined) {
  const drawer = page.locator(DRAWER);
  // Medusa's page still moves while its parts load, and a click can miss the button.
  for (let tries = 0; tries < 3 && !(await drawer.isVisible()); tries += 1) {
    await part.getByTestId("acquiring-link-create").click();
    await drawer.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  await drawer.waitFor();
  await fill(drawer);
  await page.getByTestId("acquiring-confirm").dblclick();
  await told(page, "Link created");
}

/** Clicks "Copy" and returns what the clipboard then contains. */
async function copied(context, page, part) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await part.getByTestId("acquiring-link-copy").click();
  await told(page, "Link copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** A customer's page on a laptop and a phone: no sideways scrolling, no accessibility problem, a picture of each. */
async function seen(context, page, name) {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    context.expectSame(`${name} scrolls sideways by`, Math.max(0, over), 0);
    await context.accessible(page, `${name}, ${size.width} px`);
    await context.shot(page, `${name}-${size.width}-full`);
  }
  await page.setViewportSize(before);
}

/** A customer with nothing but the address pays with a card. */
async function payAt(context, address, name) {
  const page = await context.page(SIZES[1]);
  await page.goto(address);
  await page.getByLabel("Card number").waitFor({ timeout: 30_000 });
  await seen(context, page, `${name}-open`);
  await fillCard(page, VISA);
  await payButton(page).click();
  await page.getByText("Thank you. This is paid.").waitFor({ timeout: 30_000 });
  await seen(context, page, `${name}-paid`);
  context.expectSame(`errors on ${name}`, page.problems, []);
  return page;
}

module.exports = { LINKS, copied, create, openLinks, payAt, seen, told };
