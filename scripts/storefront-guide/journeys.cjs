/** The payment methods of the guide's "Try it", each up to the shop's own confirmation page. */
const { randomBytes } = require("node:crypto");
const { expectNoProblems, NARROW, openPage, shoot, withPictures } = require("./browser.cjs");
const { paymentInstructions } = require("./guide.cjs");
const { owedJourneys } = require("./owed-journeys.cjs");
const shop = require("./shopping.cjs");

const VISA = "4111111111111111";
const MASTERCARD = "5555555555554444";
const DECLINED = "4000000000000002";
const CHALLENGE = "4000000000003063";
const CHALLENGE_MASTERCARD = "5200000000001096";

const CUSTOMER = `ada.${randomBytes(4).toString("hex")}@example.test`;

/** Console errors of the starter itself, each with its reason. */
const ALLOWED = [
  {
    pattern: /Failed to load resource: .*404.*\/(contact|customer-service|content\/[a-z-]+)\?_rsc=/,
    why: "the starter links to pages that it does not have, and Next.js prefetches them",
  },
];

/** The payment step shows this text as an alert. */
const alerted = (page, text) => page.getByRole("alert").filter({ hasText: text }).waitFor({ timeout: 30_000 });

/** The router must not keep the return token: its next update would write it back, and a reload would use it again. */
async function refreshed(page) {
  const { pathname } = new URL(page.url());
  const isRefresh = (request) =>
    new URL(request.url()).pathname === pathname &&
    request.url().includes("_rsc=") &&
    !request.headers()["next-router-prefetch"];
  const [request] = await Promise.all([
    page.waitForRequest(isRefresh),
    page.evaluate(() => globalThis.next.router.refresh()),
  ]);
  for (const url of [request.url(), page.url()])
    if (url.includes("acquiring_return")) throw new Error(`The token is in ${url}.`);
}

/** `walk` pays; the rest is the same for all: the confirmation page, its screenshots, and no errors. */
const journey = (name, picture, { size, country, email, walk, confirm = confirmPaid }) => ({
  name,
  async run({ browser, shopUrl, gatewayUrl, texts, screenshots }) {
    const page = await openPage(browser, { size, allowed: ALLOWED });
    const atGateway = () => page.waitForURL((url) => url.href.startsWith(gatewayUrl));
    const checkout = async () => {
      // A separate address: Medusa refuses one of two guests that are created with the same address at the same time.
      await shop.fillCheckout(page, shopUrl, { country, email: email ?? `ada.${picture}@example.test` });
      await shoot(page, `${picture}-payment`, screenshots);
    };
    try {
      return await withPictures(page, { name: picture, folder: screenshots }, async () => {
        await walk(page, { shopUrl, texts, atGateway, checkout });
        await shop.confirmed(page);
        const note = await confirm(page);
        await shoot(page, `${picture}-confirmed`, screenshots);
        expectNoProblems(page);
        return { note };
      });
    } finally {
      await page.context().close();
    }
  },
});

/** The confirmation page names the payment method; it fails on the server if the guide left out its name. */
const confirmPaid = (page) => page.getByTestId("payment-method").waitFor();

/** A voucher's payment instructions on the confirmation page, if the package has the component. */
async function confirmVoucher(page) {
  const component = paymentInstructions();
  if (!component) return "src/react has no component for payment instructions yet, so none are looked for";
  if (!component.isInGuide) throw new Error(`src/react has ${component.name}, and the guide does not use it.`);
  await page.locator(`.${component.className}`).first().filter({ hasText: /\d/ }).waitFor({ timeout: 30_000 });
  return `the instructions are shown by ${component.name}`;
}

const JOURNEYS = [
  journey("a card pays", "card", {
    walk: async (page, { checkout }) => {
      await checkout();
      await shop.fillCard(page, VISA);
      await shop.pay(page);
    },
  }),
  journey("a declined card, then another card pays", "declined", {
    size: NARROW,
    walk: async (page, { checkout, texts }) => {
      await checkout();
      await shop.fillCard(page, DECLINED);
      await shop.pay(page);
      await alerted(page, texts.errors.card_declined);
      await shop.fillCard(page, VISA);
      await shop.pay(page);
    },
  }),
  journey("3-D Secure: the customer confirms at the bank", "challenge", {
    walk: async (page, { checkout, atGateway }) => {
      await checkout();
      await shop.fillCard(page, CHALLENGE);
      await shop.pay(page);
      await atGateway();
      await page.locator("#approve").click();
    },
  }),
  journey("3-D Secure: the customer fails at the bank, then another card pays", "challenge-failed", {
    size: NARROW,
    walk: async (page, { checkout, atGateway, texts }) => {
      await checkout();
      await shop.fillCard(page, CHALLENGE_MASTERCARD);
      await shop.pay(page);
      await atGateway();
      await page.locator("#fail").click();
      await alerted(page, texts.errors.card_declined);
      await refreshed(page);
      await shop.fillCard(page, VISA);
      await shop.pay(page);
    },
  }),
  journey("the hosted card page pays", "hosted", {
    walk: async (page, { checkout, atGateway, texts }) => {
      await checkout();
      await shop.choose(page, texts.labels.hostedCard);
      await shop.pay(page);
      await atGateway();
      await shop.fillHostedPage(page, VISA);
      await page.locator("#pay").click();
    },
  }),
  journey("the hosted card page is cancelled, and pays the second time", "hosted-cancelled", {
    size: NARROW,
    walk: async (page, { checkout, atGateway, texts }) => {
      await checkout();
      await shop.choose(page, texts.labels.hostedCard);
      await shop.pay(page);
      await atGateway();
      await page.locator("#cancel").click();
      await alerted(page, texts.labels.cancelled);
      await shop.choose(page, texts.labels.hostedCard);
      await shop.pay(page);
      await atGateway();
      await shop.fillHostedPage(page, MASTERCARD);
      await page.locator("#pay").click();
    },
  }),
  journey("iDEAL leads to the bank and back", "ideal", {
    country: "nl",
    walk: async (page, { checkout, atGateway }) => {
      await checkout();
      await shop.choose(page, "iDEAL");
      await shop.pay(page);
      await atGateway();
      await page.locator("#pay-now").click();
    },
  }),
  journey("Multibanco is paid later, and the order waits", "voucher", {
    country: "pt",
    walk: async (page, { checkout, atGateway }) => {
      await checkout();
      await shop.choose(page, "Multibanco");
      await shop.pay(page);
      await atGateway();
      await page.locator("#pay-later").click();
      await page.locator("#back").click();
    },
    confirm: confirmVoucher,
  }),
  journey("a customer saves a card and pays with it the next time", "saved-card", {
    email: CUSTOMER,
    walk: async (page, { checkout, shopUrl, texts }) => {
      await shop.register(page, shopUrl, CUSTOMER);
      await checkout();
      await shop.fillCard(page, MASTERCARD);
      await page.getByLabel(texts.labels.saveCard).check();
      await shop.pay(page);
      await shop.confirmed(page);
      await checkout();
      await page.getByRole("radio", { name: /4444/ }).check();
      const code = page.locator('.acq-form input[autocomplete="cc-csc"]');
      if ((await code.count()) > 0) await code.fill("123");
      await shop.pay(page);
    },
  }),
  ...owedJourneys(ALLOWED),
];

module.exports = { JOURNEYS };
