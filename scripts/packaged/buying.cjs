/** A shopper pays over HTTP, an admin captures and gives half of it back; the gateway's books are the judge. */
const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "Hauptstr. 1",
  city: "Berlin",
  country_code: "de",
  postal_code: "10115",
};
const CARD = {
  number: "4111111111111111",
  expiry_month: "12",
  expiry_year: "2039",
  security_code: "123",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
};

function caller(base, headers) {
  return async (place, body) => {
    const answer = await fetch(base + place, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

async function adminOf({ backendUrl, admin }) {
  const { token } = await caller(backendUrl, {})("/auth/user/emailpass", admin);
  return caller(backendUrl, { authorization: `Bearer ${token}` });
}

/** A paid cart of one vase; answers the order's id. */
async function buy({ backendUrl, seeded }, provider) {
  const shop = caller(backendUrl, { "x-publishable-api-key": seeded.publishableKey });
  const { products } = await shop(`/store/products?handle=tall-vase&region_id=${seeded.regionId}&fields=*variants`);
  const { cart } = await shop("/store/carts", {
    region_id: seeded.regionId,
    email: "ada@example.test",
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    items: [{ variant_id: products[0].variants[0].id, quantity: 1 }],
  });
  const { shipping_options: options } = await shop(`/store/shipping-options?cart_id=${cart.id}`);
  const free = options.find(({ amount }) => amount === 0);
  await shop(`/store/carts/${cart.id}/shipping-methods`, { option_id: free.id });
  const { payment_collection: collection } = await shop("/store/payment-collections", { cart_id: cart.id });
  const answer = await shop(`/store/payment-collections/${collection.id}/payment-sessions`, { provider_id: provider });
  const [session] = answer.payment_collection.payment_sessions;
  const { payment } = await shop("/store/acquiring/payments", {
    session_id: session.id,
    token: session.data.token,
    method: { type: "card", card: CARD },
  });
  if (!payment.completable) throw new Error(`The payment is ${payment.state}.`);
  const { order } = await shop(`/store/carts/${cart.id}/complete`, {});
  return order.id;
}

/** The gateway's own books about its only transaction. */
async function expectAtGateway(url, expected) {
  const { transactions } = await caller(url, {})("/_control/state");
  const [transaction] = transactions;
  for (const [name, value] of Object.entries(expected)) {
    if (transactions.length !== 1 || transaction[name] !== value) {
      throw new Error(
        `The gateway's ${name} is ${transaction?.[name]} and not ${value} (${transactions.length} payments).`,
      );
    }
  }
}

/** What the README says to do in the dashboard, and a paid order; answers its id. */
async function enableAndBuy(stranger, account) {
  const admin = await adminOf(stranger);
  await admin(`/admin/regions/${stranger.seeded.regionId}`, {
    payment_providers: ["pp_acquiring-card_main", "pp_acquiring-card_second"],
  });
  return buy(stranger, `pp_acquiring-card_${account}`);
}

async function captureAndRefund(stranger, account, orderId) {
  const admin = await adminOf(stranger);
  const { order } = await admin(`/admin/orders/${orderId}?fields=*payment_collections.payments`);
  const [payment] = order.payment_collections[0].payments;
  const gateway = stranger.gatewayUrls[account];
  await admin(`/admin/payments/${payment.id}/capture`, {});
  await expectAtGateway(gateway, { captured: "100.00", refunded: "0.00" });
  await admin(`/admin/payments/${payment.id}/refund`, { amount: 50 });
  await expectAtGateway(gateway, { captured: "100.00", refunded: "50.00" });
}

module.exports = { captureAndRefund, enableAndBuy };
