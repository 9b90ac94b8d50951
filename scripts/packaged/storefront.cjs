/**
 * The storefront of the pnpm workspace: a Next.js shop with React 19 that consists of the payment step and the
 * confirmation page of the React components (`storefront/`), built from the tarball. A customer pays by card, on the
 * gateway's page, and with a voucher, each up to the confirmation page.
 */
/* global document, innerWidth */
const fs = require("node:fs");
const path = require("node:path");
const { openBrowser } = require("../chromium.cjs");
const { openCheckout } = require("./shop-client.cjs");

const TEMPLATE = path.join(__dirname, "storefront");
const next = (folder) => path.join(folder, "node_modules/next/dist/bin/next");

/** Builds it with the URLs of `store`, and serves it at `store.storeUrl`. */
async function startStorefront(store, folder) {
  fs.cpSync(TEMPLATE, folder, { recursive: true });
  const env = {
    NODE_ENV: "production",
    NODE_OPTIONS: "",
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_PUBLIC_BACKEND_URL: store.backendUrl,
    NEXT_PUBLIC_PUBLISHABLE_KEY: store.seeded.publishableKey,
  };
  await store.processes.run("The build of the storefront", [next(folder), "build"], { env, cwd: folder });
  const args = [next(folder), "start", "--hostname", "127.0.0.1", "--port", new URL(store.storeUrl).port];
  const url = store.storeUrl.replace("localhost", "127.0.0.1");
  await store.processes.answering(
    "The storefront",
    `${url}/checkout`,
    store.processes.start(args, { env, cwd: folder }),
  );
}

const confirmed = (page) => page.getByTestId("order").waitFor({ timeout: 30_000 });

/** The customer's steps with the chosen method, and what the confirmation page then shows. */
const JOURNEYS = {
  card: {
    country: "de",
    async pay(page) {
      await page.getByRole("radio", { name: /card/i }).first().check();
      await page.getByLabel(/card number/i).fill("4111 1111 1111 1111");
      await page.getByLabel(/expir/i).fill("12/39");
      await page.getByLabel(/security code/i).fill("123");
      await page.getByLabel(/name on card/i).fill("Ada Lovelace");
      await page.locator(".acq-button-pay").click();
    },
    shows: async () => undefined,
  },
  voucher: {
    country: "pt",
    async pay(page) {
      // Both accounts offer it.
      await page
        .getByRole("radio", { name: /multibanco/i })
        .first()
        .check();
      await page.locator(".acq-button-pay").click();
      await page.locator("#pay-later").click();
      await page.locator("#back").click();
    },
    async shows(page) {
      const instructions = page.locator(".acq-instructions");
      await instructions.waitFor({ timeout: 30_000 });
      for (const text of ["€100.00", "Pay by"]) await instructions.getByText(text).first().waitFor();
      await page.locator(".acq-instructions-link").waitFor();
      await page.reload();
      await instructions.waitFor({ timeout: 30_000 });
    },
  },
};

/** `pictures`: folder for the screenshots of confirmation pages. Returns the number of journeys. */
async function payInStorefront(store, pictures) {
  const browser = await openBrowser();
  fs.mkdirSync(pictures, { recursive: true });
  try {
    for (const [name, journey] of Object.entries(JOURNEYS)) {
      const { cartId } = await openCheckout(store, "pp_acquiring-card_main", { country: journey.country });
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
      const problems = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      try {
        await page.goto(`${store.storeUrl}/checkout?cart=${cartId}`);
        await page.locator(".acq-button-pay, [role=radio], input[type=radio]").first().waitFor({ timeout: 30_000 });
        await journey.pay(page);
        await confirmed(page);
        await journey.shows(page);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (over > 0) throw new Error(`The confirmation page scrolls ${over} px sideways at ${width} px.`);
          await page.screenshot({ path: path.join(pictures, `confirmation-${name}-${width}.png`) });
        }
        if (problems.length > 0) throw new Error(`The browser says: ${problems.join("; ")}`);
      } catch (error) {
        const file = path.join(pictures, `failed-${name}.png`);
        await page.screenshot({ path: file }).catch(() => undefined);
        throw new Error(`The storefront, ${name}: ${error.message} (${page.url()}, ${file})`, { cause: error });
      }
      await page.close();
    }
    return Object.keys(JOURNEYS).length;
  } finally {
    await browser.close();
  }
}

module.exports = { payInStorefront, startStorefront };
