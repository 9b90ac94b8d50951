/** What each step of a cell does. Each needs the ones before it. */
const { adminOf, buy, caller, cardOf, openCheckout, pay } = require("../packaged/shop-client.cjs");
const { enableProviders } = require("../packaged/buying.cjs");
const { captureByShipment, refundReturn } = require("./after-sale.cjs");
const { captureAtOnce, completeAtOnce, refundAtOnce } = require("./at-once.cjs");
const { expectGateway, expectMedusa, within } = require("./books.cjs");
const { checkOrderWidget } = require("./order-widget.cjs");

const CARD = "pp_acquiring-card_main";

/** By step's name. `cell`: `store`, `tarball`, `pg` (a client of its database), and what earlier steps left. */
const RUN = {
  install: ({ store, tarball }) => store.install(tarball),
  migrate: ({ store }) => store.migrate(),
  build: ({ store }) => store.build(),
  start: ({ store }) => store.start(),
  pay: payByCard,
  doctor: ({ store }) => store.askDoctor(),
  capture: capturePart,
  refund: refundPart,
  notification,
  order: orderWithoutBrowser,
  "at-once": atOnce,
  shipments: captureByShipment,
  return: refundReturn,
  widget: ({ store, orderId }) => checkOrderWidget(store, orderId),
};

async function payByCard(cell) {
  cell.admin = await adminOf(cell.store);
  await expectRefused(() => openCheckout(cell.store, CARD), /not enabled in the cart's region/);
  await enableProviders(cell.store);
  cell.orderId = await buy(cell.store, CARD);
  Object.assign(cell, await paymentOf(cell, cell.orderId));
}

async function expectRefused(request, text) {
  const message = await request().then(
    () => "nothing",
    (error) => error.message,
  );
  if (!text.test(message)) throw new Error(`A refusal with ${text} was expected, and not: ${message}`);
}

/** The order's payment: in Medusa, and its number at the gateway. */
async function paymentOf({ admin }, orderId) {
  const { order } = await admin(`/admin/orders/${orderId}?fields=*payment_collections.payments`);
  const { payments } = await admin(`/admin/acquiring/orders/${orderId}/payments`);
  return { paymentId: order.payment_collections[0].payments[0].id, orderNo: payments[0].order_no };
}

/** With Medusa's own routes, which Medusa's buttons use. Who captured is in Medusa's row. */
async function capturePart(cell) {
  const { admin, paymentId } = cell;
  await expectRefused(() => admin(`/admin/payments/${paymentId}/capture`, { amount: 0 }), /amount/i);
  await admin(`/admin/payments/${paymentId}/capture`, { amount: 40 });
  await expectGateway(cell, cell.orderNo, { captured: "40.00", refunded: "0.00" });
  await expectMedusa(cell, paymentId, { capture: 40, refund: 0 });
  const { rows } = await cell.pg.query("SELECT created_by FROM capture WHERE payment_id = $1", [paymentId]);
  if (!rows[0].created_by?.startsWith("user_")) throw new Error(`The capture is by ${rows[0].created_by}.`);
}

async function refundPart(cell) {
  const { admin, paymentId } = cell;
  await expectRefused(() => admin(`/admin/payments/${paymentId}/refund`, { amount: 0 }), /amount/i);
  await admin(`/admin/payments/${paymentId}/refund`, { amount: 15 });
  await expectGateway(cell, cell.orderNo, { captured: "40.00", refunded: "15.00" });
  await expectMedusa(cell, paymentId, { capture: 40, refund: 15 });
}

/** A capture in the gateway's portal: only a notification tells the store, which records it in Medusa. */
async function notification(cell) {
  const gateway = caller(cell.store.gatewayUrls.main);
  const orderId = await buy(cell.store, CARD);
  const { orderNo, paymentId } = await paymentOf(cell, orderId);
  await gateway("/_control/portal-capture", { order_no: orderNo, amount: "100.00" });
  await within("the portal's capture is in Medusa", () => expectMedusa(cell, paymentId, { capture: 100, refund: 0 }));
}

/** The customer pays and closes the browser: the store completes the cart by itself, once. */
async function orderWithoutBrowser(cell) {
  const checkout = await openCheckout(cell.store, CARD);
  await pay(checkout, { type: "card", card: cardOf("4111111111111111") });
  await within("the cart became an order", async () => {
    const { rows } = await cell.pg.query("SELECT order_id FROM order_cart WHERE cart_id = $1", [checkout.cartId]);
    if (rows.length !== 1) throw new Error(`There are ${rows.length} orders.`);
  });
}

/** Requests that race: nothing is captured, refunded or ordered twice. */
async function atOnce(cell) {
  const checkout = await openCheckout(cell.store, CARD);
  await pay(checkout, { type: "card", card: cardOf("4111111111111111") });
  const orderId = await completeAtOnce(cell, checkout);
  const payment = await paymentOf(cell, orderId);
  await captureAtOnce(cell, payment);
  await refundAtOnce(cell, payment);
}

module.exports = { RUN };
