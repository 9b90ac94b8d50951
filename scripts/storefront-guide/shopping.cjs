/** A customer's steps in the starter's shop, by its own test IDs and this package's field names. */

/** A product seeded by the starter, with one of its variants. */
const PRODUCT = "t-shirt";
const VARIANT = ["M", "Black"];
const ADDRESSES = {
  de: { address: "Hauptstr. 1", postalCode: "10115", city: "Berlin" },
  nl: { address: "Damrak 1", postalCode: "1012 LG", city: "Amsterdam" },
  pt: { address: "Rua Augusta 1", postalCode: "1100-048", city: "Lisboa" },
};
const PASSWORD = "a long password";

async function fillCart(page, shopUrl, country) {
  await page.goto(`${shopUrl}/${country}/products/${PRODUCT}`);
  for (const name of VARIANT) {
    const option = page.getByTestId("option-button").filter({ hasText: new RegExp(`^${name}$`) });
    await option.first().click();
  }
  // The cart exists once the server has answered; the page may show it later.
  const added = page.waitForResponse((answer) => "next-action" in answer.request().headers() && answer.ok());
  await page.getByTestId("add-product-button").click();
  await added;
}

/** From the cart to the payment step, with an address in `country`. */
async function fillCheckout(page, shopUrl, { country = "de", email }) {
  const { address, postalCode, city } = ADDRESSES[country];
  await fillCart(page, shopUrl, country);
  await page.goto(`${shopUrl}/${country}/checkout?step=address`);
  const type = (name, text) => page.getByTestId(`shipping-${name}-input`).fill(text);
  await type("first-name", "Ada");
  await type("last-name", "Lovelace");
  await type("address", address);
  await type("postal-code", postalCode);
  await type("city", city);
  await page.getByTestId("shipping-country-select").selectOption(country);
  await type("email", email);
  await page.getByTestId("submit-address-button").click();
  await page.waitForURL(/step=delivery/);
  await page.getByTestId("delivery-option-radio").first().click();
  await page.getByTestId("submit-delivery-option-button").click();
  await page.waitForURL(/step=payment/);
  await payButton(page).waitFor();
}

const payButton = (page) => page.locator("button.acq-button-pay");
const pay = (page) => payButton(page).click();

/** Chooses a payment method by its display name. */
const choose = (page, name) => page.getByRole("radio", { name }).check();

/** The card form by its autocomplete attributes, because merchants can change the labels. */
async function fillCard(page, number) {
  const field = (name) => page.locator(`.acq-form input[autocomplete="${name}"]`);
  await field("cc-number").fill(number);
  await field("cc-exp").fill("12 / 39");
  await field("cc-csc").fill("123");
  for (const [name, text] of [
    ["cc-name", "Ada Lovelace"],
    ["cc-given-name", "Ada"],
    ["cc-family-name", "Lovelace"],
  ]) {
    if ((await field(name).count()) > 0) await field(name).fill(text);
  }
}

/** The gateway's own card page. */
async function fillHostedPage(page, number) {
  await page.locator("#card").fill(number);
  await page.locator("#expiry").fill("12/39");
  await page.locator("#security_code").fill("123");
  await page.locator("#name").fill("Ada Lovelace");
}

/** The shop's own confirmation page. */
async function confirmed(page) {
  await page.waitForURL(/\/order\/[^/]+\/confirmed/, { timeout: 45_000 });
  await page.getByTestId("order-complete-container").waitFor();
}

/** A new customer; ends logged in. */
async function register(page, shopUrl, email) {
  await page.goto(`${shopUrl}/de/account`);
  await page.getByTestId("register-button").click();
  const form = page.getByTestId("register-page");
  await form.getByTestId("first-name-input").fill("Ada");
  await form.getByTestId("last-name-input").fill("Lovelace");
  await form.getByTestId("email-input").fill(email);
  await form.getByTestId("password-input").fill(PASSWORD);
  await form.getByTestId("register-button").click();
  await page.getByTestId("customer-email").first().waitFor();
}

module.exports = { choose, confirmed, fillCard, fillCheckout, fillHostedPage, pay, payButton, register };
