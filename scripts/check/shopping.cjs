/** The customer's steps up to the payment, for journeys that start in the shop. */

/** Adds a product, then enters address and delivery; ends on the payment step, when `endsAt` is shown. */
async function fillCheckout(context, page, { handle, country = "de", delivery = 0, endsAt = payButton }) {
  const { stack } = context;
  await page.goto(stack.shopUrl);
  await page.getByTestId(`product-card-${handle}`).waitFor();
  await context.shot(page, "shop");
  await page.getByTestId(`product-card-${handle}`).click();
  await page.getByTestId("add-to-cart").click();
  await page.getByText("is in your cart").waitFor();
  await page.getByTestId("cart-link").click();
  await page.getByTestId("go-checkout").click();
  await page.getByTestId("email").fill("ada@example.test");
  await page.getByTestId("first-name").fill("Ada");
  await page.getByTestId("last-name").fill("Lovelace");
  await page.getByTestId("address-1").fill("Hauptstr. 1");
  await page.getByTestId("postal-code").fill("10115");
  await page.getByTestId("city").fill("Berlin");
  await page.getByTestId("country").selectOption(country);
  await page.getByTestId("save-address").click();
  await page.getByTestId(`shipping-option-${delivery}`).check();
  await page.getByTestId("save-shipping").click();
  await endsAt(page).waitFor();
}

/** Chooses a payment method by its name. */
const choose = (page, name) => page.getByRole("radio", { name }).check();

async function fillCard(page, number) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry (MM / YY)").fill("12 / 39");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ada Lovelace");
}

/** The submit button of the payment step, in any language. */
const payButton = (page) => page.getByTestId("payment").locator('button[type="submit"]');

const pay = (page) => payButton(page).click();

const HOSTED = "Card (on the payment provider's page)";

/** The card form of the gateway's page; `page` may be a frame. */
async function payHosted(page, number = "4111111111111111") {
  await page.locator("#card").fill(number);
  await page.locator("#expiry").fill("12/39");
  await page.locator("#security_code").fill("123");
  await page.locator("#name").fill("Ada Lovelace");
  await page.locator("#pay").click();
}

/** Waits for the order page; returns the order's ID. */
async function placed(page) {
  await page.getByTestId("order-number").waitFor({ timeout: 30_000 });
  return new URL(page.url()).pathname.split("/").pop();
}

/** The payment status on the order page. */
const standing = async (page, words) => {
  await page.getByTestId("order-standing").filter({ hasText: words }).waitFor({ timeout: 20_000 });
};

const PASSWORD = "a long password";

/** A new account; ends logged in. */
async function register(page, shopUrl, email) {
  await page.goto(`${shopUrl}/account`);
  await page.getByTestId("register-instead").click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await logIn(page, email);
}

async function logIn(page, email) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByTestId("log-in").click();
  await page.getByTestId("customer-email").filter({ hasText: email }).waitFor();
}

module.exports = {
  HOSTED,
  choose,
  fillCard,
  fillCheckout,
  logIn,
  pay,
  payButton,
  payHosted,
  placed,
  register,
  standing,
};
