/**
 * The demo's first orders and its capture policy, created over the store's own interfaces: orders shipped in part and in
 * full, captured by the policy; a return whose refund is proposed, one that was refunded, an exchange that owes money;
 * two authorisations that expire, one of them within a day.
 */
const { agePayment, ageSession } = require("./age-payment.cjs");
const { exchange, receiveReturn, ship } = require("./order-steps.cjs");
const { adminOf, buy, caller, cardOf, openCheckout, pay } = require("./packaged/shop-client.cjs");

const POLICY = "/admin/acquiring/capture-policy";
const ALL = { account: null, region_id: null, sales_channel_id: null, method: null };
const RULES = [
  { ...ALL, method: "card", capture: "on_shipment", at_expiry: "capture", hours: 12 },
  { ...ALL, capture: "manual", at_expiry: "remind", hours: 24 },
].map((rule) => ({ ...rule, only_if_not_held: true, single_capture: "last" }));

/** `ships`: one shipment after the other. `age`: of the authorisation, in hours; it is valid for 168. */
const ORDERS = [
  { handle: "teapot", quantity: 1, ships: [], age: 75 },
  { handle: "serving-bowl", quantity: 2, ships: [], age: 148 },
  { handle: "stoneware-mug", quantity: 3, ships: [1] },
  { handle: "dinner-plate", quantity: 6, ships: [4, 2] },
  { handle: "tall-vase", quantity: 3, ships: [3], then: returned },
  { handle: "stoneware-mug", quantity: 4, ships: [4], then: refunded },
  { handle: "candle-holder", quantity: 1, ships: [1], then: exchanged },
];

const WITHIN_MS = 30_000;

/** Nothing if the store has a policy already, unless `isRepeated`. Returns the IDs of the orders, in the order of the list. */
async function exampleOrders({ backendUrl, publishableKey, admin: login, databaseUrl, email, isRepeated = false }) {
  const admin = await adminOf({ backendUrl, admin: login });
  const { version } = await admin(POLICY);
  if (version > 0 && !isRepeated) return [];
  const shop = caller(backendUrl, { "x-publishable-api-key": publishableKey });
  const { regions } = await shop("/store/regions");
  const store = { backendUrl, email, seeded: { publishableKey, regionId: regions[0].id } };
  await admin(POLICY, { version, rules: RULES });
  const [first, ...others] = ORDERS;
  // Of two first carts of one customer at once, Medusa refuses one: the customer exists before the others.
  const placed = [await place({ admin, store }, first)];
  placed.push(...(await Promise.all(others.map((order) => place({ admin, store }, order)))));
  for (const { orderId, age } of placed) if (age) await agePayment(databaseUrl, orderId, age);
  return placed.map(({ orderId }) => orderId);
}

async function place({ admin, store }, { handle, quantity, ships, age, then }) {
  const orderId = await buy(store, "pp_acquiring-card_main", { handle, quantity, email: store.email });
  let shipped = 0;
  for (const count of ships) {
    await ship(admin, orderId, count);
    shipped += count;
    await captured(admin, orderId, shipped / quantity);
  }
  await then?.(admin, orderId);
  return { orderId, age };
}

/** Waits until the policy has captured this part of the order. */
async function captured(admin, orderId, part) {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const { payments } = await admin(`/admin/acquiring/orders/${orderId}/payments`);
    const { authorised, captured: sum } = payments[0].amounts;
    if (Number(sum) >= Math.floor(Number(authorised) * 100 * part) / 100) return;
    if (Date.now() > end) throw new Error(`The capture policy did not capture order ${orderId} in time.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function returned(admin, orderId) {
  return receiveReturn(admin, orderId);
}

async function refunded(admin, orderId) {
  await receiveReturn(admin, orderId, 2);
  const { plan } = await admin(`/admin/acquiring/orders/${orderId}/refund-proposal`);
  await admin(`/admin/acquiring/orders/${orderId}/refund-proposal`, { plan });
}

function exchanged(admin, orderId) {
  return exchange(admin, orderId, 2);
}

/** For the overview: orders of the last four weeks, shipped and captured, and payments that were declined. */
const PAST = [
  { days: 1, handle: "tall-vase", quantity: 1 },
  { days: 2, handle: "dinner-plate", quantity: 6 },
  { days: 3, handle: "stoneware-mug", quantity: 4 },
  { days: 4, isDeclined: true, handle: "teapot", quantity: 1 },
  { days: 5, handle: "teapot", quantity: 1 },
  { days: 5, handle: "stoneware-mug", quantity: 2 },
  { days: 7, handle: "serving-bowl", quantity: 2 },
  { days: 9, handle: "candle-holder", quantity: 3 },
  { days: 10, isDeclined: true, handle: "tall-vase", quantity: 2 },
  { days: 11, handle: "dinner-plate", quantity: 4 },
  { days: 14, handle: "tall-vase", quantity: 2 },
  { days: 16, handle: "stoneware-mug", quantity: 6 },
  { days: 19, handle: "teapot", quantity: 1 },
  { days: 22, handle: "serving-bowl", quantity: 1 },
  { days: 23, isDeclined: true, handle: "stoneware-mug", quantity: 1 },
  { days: 26, handle: "dinner-plate", quantity: 2 },
];
const AT_ONCE = 4;
const DECLINED = "4000000000000002";

/** After `exampleOrders`, whose capture policy captures them: nothing if it was changed. Returns how many days ago they were paid. */
async function pastOrders({ backendUrl, publishableKey, admin: login, databaseUrl, isRepeated = false }) {
  const admin = await adminOf({ backendUrl, admin: login });
  const { version } = await admin(POLICY);
  if (version !== 1 && !isRepeated) return [];
  const { regions } = await caller(backendUrl, { "x-publishable-api-key": publishableKey })("/store/regions");
  const store = { backendUrl, seeded: { publishableKey, regionId: regions[0].id } };
  const left = [...PAST];
  const work = async () => {
    for (let past = left.shift(); past; past = left.shift()) await pastPayment({ admin, store, databaseUrl }, past);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return PAST.map(({ days }) => days);
}

async function pastPayment({ admin, store, databaseUrl }, { days, isDeclined, handle, quantity }) {
  const hours = days * 24;
  if (!isDeclined) {
    const { orderId } = await place({ admin, store }, { handle, quantity, ships: [quantity] });
    return agePayment(databaseUrl, orderId, hours);
  }
  const checkout = await openCheckout(store, "pp_acquiring-card_main", { handle, quantity });
  await pay(checkout, { type: "card", card: cardOf(DECLINED) });
  return ageSession(databaseUrl, checkout.session.id, hours);
}

module.exports = { exampleOrders, pastOrders };
