/** Shared by the journeys: the shop in a browser, the store and admin APIs, and the gateway's own data. */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { closePages } = require("../chromium.cjs");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "Hauptstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country_code: "de",
};

async function call(url, { method = "GET", headers = {}, body, status = 200 } = {}) {
  const answer = await fetch(url, {
    method: body ? "POST" : method,
    headers: { "content-type": "application/json", ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (status !== "any" && answer.status !== status)
    throw new Error(`${method} ${url} answered ${answer.status}, not ${status}: ${text.slice(0, 500)}`);
  return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
}

/** Fails with the accessibility problems that axe-core finds. `within`: a part of the page, if the rest is not ours. */
async function accessible(page, where, within) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    `axe.run(${within ? JSON.stringify(within) : "document"}, { iframes: false })`,
  );
  const found = violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(" ")}`,
  );
  if (found.length > 0) throw new Error(`Not accessible, ${where}:\n${found.join("\n")}`);
}

/** Polls until `read` returns something truthy; fails with what it was waiting for. */
async function until(what, read, withinMs = 20_000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Timed out after ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function expectSame(what, actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

async function createContext(stack, browser) {
  const { backendUrl, gatewayUrl, publishableKey, admin } = stack;
  const { token } = await call(`${backendUrl}/auth/user/emailpass`, { body: admin });
  const store = (place, body, options = {}) =>
    call(backendUrl + place, { body, headers: { "x-publishable-api-key": publishableKey }, ...options });
  const adminApi = (place, body, options = {}) =>
    call(backendUrl + place, { body, headers: { authorization: `Bearer ${token}` }, ...options });
  const control = (place, body) => call(`${gatewayUrl}/_control/${place}`, body ? { body } : {});
  const pages = [];

  const page = async (size = { width: 1280, height: 900 }) => {
    const opened = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
    const fresh = await opened.newPage();
    fresh.problems = [];
    fresh.on("pageerror", (error) => fresh.problems.push(error.message));
    fresh.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        fresh.problems.push(`${message.text()} (${message.location().url})`);
    });
    pages.push(fresh);
    return fresh;
  };

  /** A cart ready to be paid, over the store API. */
  const checkout = async (handle = "tall-vase", quantity = 1, shipping = 0, email = "ada@example.test") => {
    const { regions } = await store("/store/regions");
    const { products } = await store(`/store/products?handle=${handle}&fields=*variants`);
    const { cart } = await store("/store/carts", {
      region_id: regions[0].id,
      email,
      shipping_address: ADDRESS,
      billing_address: ADDRESS,
      items: [{ variant_id: products[0].variants[0].id, quantity }],
    });
    const { shipping_options } = await store(`/store/shipping-options?cart_id=${cart.id}`);
    await store(`/store/carts/${cart.id}/shipping-methods`, {
      option_id: shipping_options.find(({ amount }) => amount === shipping).id,
    });
    const { payment_collection } = await store("/store/payment-collections", { cart_id: cart.id });
    const created = await store(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: "pp_acquiring-card_main",
    });
    return { cartId: cart.id, session: created.payment_collection.payment_sessions[0] };
  };
  const pay = async ({ session }, number = "4111111111111111") => {
    const card = {
      number,
      expiry_month: "12",
      expiry_year: "2039",
      security_code: "123",
      holder_first_name: "Ada",
      holder_last_name: "Lovelace",
    };
    const ref = { session_id: session.id, token: session.data.token };
    return (await store("/store/acquiring/payments", { ...ref, method: { type: "card", card } })).payment;
  };
  const status = async ({ session }) =>
    (await store("/store/acquiring/payment-status", { session_id: session.id, token: session.data.token })).payment;
  const complete = ({ cartId }) => store(`/store/carts/${cartId}/complete`, {});
  const orderOfCart = async (cartId) => {
    const { orders } = await adminApi(
      "/admin/orders?fields=id,display_id,payment_status,*cart&limit=100&order=-created_at",
    );
    return orders.filter((order) => order.cart?.id === cartId);
  };
  const paidOrder = async (handle, number, quantity, shipping) => {
    const cart = await checkout(handle, quantity, shipping);
    await pay(cart, number);
    const done = await complete(cart);
    if (done.type !== "order") throw new Error(`No order: ${JSON.stringify(done.error)}`);
    return { ...cart, orderId: done.order.id, ...(await paymentOf(done.order.id)) };
  };
  const paymentOf = async (orderId) => {
    const { order } = await adminApi(
      `/admin/orders/${orderId}?fields=payment_collections.payments.*,payment_collections.payments.captures.*,payment_collections.payments.refunds.*`,
    );
    const { payments } = await adminApi(`/admin/acquiring/orders/${orderId}/payments`);
    return { payment: order.payment_collections[0].payments[0], ledger: payments[0] };
  };
  const transaction = async (orderNo) =>
    (await control("state")).transactions.find(({ order_no }) => order_no === orderNo);

  return {
    stack,
    store,
    admin: adminApi,
    control,
    page,
    checkout,
    pay,
    status,
    complete,
    orderOfCart,
    paidOrder,
    paymentOf,
    transaction,
    until,
    expectSame,
    accessible,
    /** Posts a form like a browser, without following the redirect. */
    send: (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    /** A screenshot of the last page, for debugging. */
    picture: async (name) => {
      const last = pages.at(-1);
      if (!last || last.isClosed()) return;
      const file = path.join(os.tmpdir(), `acquiring-check-${name}.png`);
      await last.screenshot({ path: file }).catch((error) => console.log(`        no picture: ${error.message}`));
      if (fs.existsSync(file)) console.log(`        picture: ${file}`);
    },
    closePages: async () => {
      pages.length = 0;
      await closePages(browser);
    },
    shot: async (current, name) => {
      if (!process.env.CHECK_PICTURES) return;
      fs.mkdirSync(process.env.CHECK_PICTURES, { recursive: true });
      await current.screenshot({
        path: path.join(process.env.CHECK_PICTURES, `${name}.png`),
        fullPage: name.endsWith("-full"),
      });
    },
  };
}

module.exports = { createContext };
