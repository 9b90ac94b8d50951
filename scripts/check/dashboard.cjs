/** The dashboard in a browser: logging in, and viewing pages in both themes and at both widths. */
/* What runs inside the page: */
/* global document, innerWidth */

async function openDashboard(context, who = context.stack.admin) {
  const page = await context.page({ width: 1400, height: 1000 });
  const { dashboardUrl } = context.stack;
  await page.goto(`${dashboardUrl}/login`);
  await page.locator('input[name="email"]').fill(who.email);
  await page.locator('input[name="password"]').fill(who.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"), { timeout: 30_000 });
  return page;
}

/** Another admin of the same store. */
async function secondAdmin(context, email = "second@demo.test") {
  const { backendUrl } = context.stack;
  const who = { email, password: "another long password" };
  const post = async (place, body, headers = {}) => {
    const answer = await fetch(backendUrl + place, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { invite } = await context.admin("/admin/invites", { email: who.email });
  const { token } = await post("/auth/user/emailpass/register", who);
  const names = { email: who.email, first_name: "Grace", last_name: "Hopper" };
  await post(`/admin/invites/accept?token=${invite.token}`, names, { authorization: `Bearer ${token}` });
  return who;
}

/** `npm test` (CHECK_SHORT) shows each width in one theme only, the demo's own check in both. */
const themesAt = (width) => (process.env.CHECK_SHORT ? [width > 1000 ? "light" : "dark"] : ["light", "dark"]);

/** Markup problems: a block element inside a paragraph, and on a laptop a list that is cut off. */
async function expectTidy(page, name, width) {
  const { blocks, tables } = await page.evaluate(() => ({
    blocks: [
      ...document.querySelectorAll('[data-testid^="acquiring"] p :is(div, p, ul, ol, dl, table, form, h1, h2, h3)'),
    ].map((block) => block.parentElement.outerHTML.slice(0, 200)),
    tables: [...document.querySelectorAll('[data-testid^="acquiring"] table')]
      .map(({ parentElement: frame }) => frame.scrollWidth - frame.clientWidth)
      .filter((over) => over > 1),
  }));
  if (blocks.length > 0) throw new Error(`${name} has a block inside a paragraph: ${blocks.join(" ")}`);
  if (width >= 1280 && tables.length > 0)
    throw new Error(`${name} cuts a table off by ${tables[0]} px at ${width} px.`);
}

/** Screenshots in both themes and widths; the page must never scroll sideways. */
async function look(context, page, name, within, widths = [1280, 768]) {
  // Disables transitions: colours in between belong to neither theme.
  await page.addStyleTag({
    content: "*, ::before, ::after { transition: none !important; animation: none !important; }",
  });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1000 });
    for (const theme of themesAt(width)) {
      await page.evaluate((wanted) => {
        document.documentElement.classList.remove("light", "dark");
        document.documentElement.classList.add(wanted);
        document.documentElement.style.colorScheme = wanted;
      }, theme);
      if (within)
        await page
          .locator(within)
          .first()
          .evaluate((shown) => shown.scrollIntoView({ block: "start" }));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) throw new Error(`${name} scrolls ${over} px sideways at ${width} px.`);
      await expectTidy(page, name, width);
      await context.accessible(page, `${name}, ${theme}, ${width} px`, within);
      await context.shot(page, `${name}-${theme}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1400, height: 1000 });
}

const WIDGET = '[data-testid="acquiring-order-widget"]';
const DRAWER = '[data-testid="acquiring-action"]';

async function openOrder(context, page, orderId) {
  await page.goto(`${context.stack.dashboardUrl}/orders/${orderId}`);
  const widget = page.locator(WIDGET);
  await widget.waitFor({ timeout: 30_000 });
  return widget;
}

/** Opens an action's drawer and clicks its button twice, like an impatient user. */
async function act(page, widget, name, fill = async () => undefined) {
  await widget.getByTestId(`acquiring-${name}`).first().click();
  await page.locator(DRAWER).waitFor();
  await fill(page.locator(DRAWER));
  await page.getByTestId("acquiring-confirm").dblclick();
}

const outcome = (page, wanted) => page.locator(`[data-testid="acquiring-outcome"][data-outcome="${wanted}"]`).waitFor();

/** The number of open attention items in the sidebar; 0 if there is none. */
async function badge(page) {
  const shown = page.getByTestId("acquiring-badge").first();
  return (await shown.isVisible()) ? Number(await shown.textContent()) : 0;
}

const requestsOf = async (context, operation) =>
  (await context.control("requests")).requests.filter((one) => one.operation === operation).length;

module.exports = { act, badge, DRAWER, look, openDashboard, openOrder, outcome, requestsOf, secondAdmin, WIDGET };
