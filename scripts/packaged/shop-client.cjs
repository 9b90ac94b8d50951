/** Requests of a customer and an admin over HTTP, in a store with the package. */
const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "Hauptstr. 1",
  city: "Berlin",
  country_code: "de",
  postal_code: "10115",
};
const APPROVED = "4111111111111111";

const cardOf = (number) => ({
  number,
  expiry_month: "12",
  expiry_year: "2039",
  security_code: "123",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
});

/** Returns a function that sends JSON to `base`, and throws with the answer's text unless it succeeds. */
function caller(base, headers = {}) {
  return async (place, body, method = body === undefined ? "GET" : "POST") => {
    const answer = await fetch(base + place, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

async function adminOf({ backendUrl, admin }) {
  const { token } = await caller(backendUrl)("/auth/user/emailpass", admin);
  return caller(backendUrl, { authorization: `Bearer ${token}` });
}

const shopOf = ({ backendUrl, seeded }, headers = {}) =>
  caller(backendUrl, { "x-publishable-api-key": seeded.publishableKey, ...headers });

/** A new customer with an account, and their request headers. */
async function registerCustomer(store, email) {
  const login = { email, password: "a long password of a customer" };
  const call = caller(store.backendUrl);
  const { token } = await call("/auth/customer/emailpass/register", login);
  await shopOf(store, { authorization: `Bearer ${token}` })("/store/customers", { email });
  const { token: own } = await call("/auth/customer/emailpass", login);
  return { authorization: `Bearer ${own}` };
}

/** A cart ready to be paid, with a payment session of `provider`. */
async function openCheckout(
  store,
  provider,
  { country = "de", handle = "tall-vase", quantity = 1, email = "ada@example.test", headers = {} } = {},
) {
  const shop = shopOf(store, headers);
  const { regionId } = store.seeded;
  const { products } = await shop(`/store/products?handle=${handle}&region_id=${regionId}&fields=*variants`);
  const address = { ...ADDRESS, country_code: country };
  const { cart } = await shop("/store/carts", {
    region_id: regionId,
    email,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: products[0].variants[0].id, quantity }],
  });
  const { shipping_options: options } = await shop(`/store/shipping-options?cart_id=${cart.id}`);
  const free = options.find(({ amount }) => amount === 0);
  await shop(`/store/carts/${cart.id}/shipping-methods`, { option_id: free.id });
  const { payment_collection: collection } = await shop("/store/payment-collections", { cart_id: cart.id });
  const answer = await shop(`/store/payment-collections/${collection.id}/payment-sessions`, { provider_id: provider });
  const [session] = answer.payment_collection.payment_sessions;
  return { shop, cartId: cart.id, session };
}

/** Sends the payment of a checkout; returns the store's answer. */
async function pay({ shop, session }, method) {
  const { payment } = await shop("/store/acquiring/payments", {
    session_id: session.id,
    token: session.data.token,
    method,
  });
  return payment;
}

/** A paid cart with one product; returns the order's ID. */
async function buy(store, provider, { card = APPROVED, ...rest } = {}) {
  const checkout = await openCheckout(store, provider, rest);
  const payment = await pay(checkout, { type: "card", card: cardOf(card) });
  if (!payment.completable) throw new Error(`The payment is ${payment.state}.`);
  const { order } = await checkout.shop(`/store/carts/${checkout.cartId}/complete`, {});
  return order.id;
}

module.exports = { adminOf, buy, caller, cardOf, openCheckout, pay, registerCustomer, shopOf };
