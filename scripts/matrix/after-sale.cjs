/** What follows a sale, with Medusa's own fulfilments and returns: captures by a rule, and the refund of what comes back. */
const { receiveReturn, ship } = require("../order-steps.cjs");
const { buy } = require("../packaged/shop-client.cjs");
const { expectGateway, expectMedusa, within } = require("./books.cjs");

const CARD = "pp_acquiring-card_main";
const RULE = {
  ...{ account: "main", region_id: null, sales_channel_id: null, method: "card" },
  ...{ capture: "on_shipment", single_capture: "last", at_expiry: "remind", hours: 24, only_if_not_held: true },
};

/** Two items of 100 are shipped one after the other; as the account captures once, everything is captured with the last. */
async function captureByShipment(cell) {
  const { admin } = cell;
  await admin("/admin/acquiring/capture-policy", { version: 0, rules: [RULE] });
  const orderId = await buy(cell.store, CARD, { quantity: 2 });
  const { payments } = await admin(`/admin/acquiring/orders/${orderId}/payments`);
  const { order } = await admin(`/admin/orders/${orderId}?fields=*payment_collections.payments`);
  const paymentId = order.payment_collections[0].payments[0].id;
  const orderNo = payments[0].order_no;
  await expectGateway(cell, orderNo, { captured: "0.00" });
  await ship(admin, orderId, 1);
  await expectGateway(cell, orderNo, { captured: "0.00" });
  await ship(admin, orderId, 1);
  await within("the shipments are captured", async () => {
    const { payment } = await admin(`/admin/acquiring/payments/${payments[0].id}`);
    await expectGateway(cell, orderNo, { captured: "200.00" }).catch((error) => {
      throw new Error(`${error.message} The payment's plan is ${JSON.stringify(payment.capture_plan)}.`);
    });
  });
  await within("Medusa has the capture", () => expectMedusa(cell, paymentId, { capture: 200 }));
  Object.assign(cell, { shippedOrder: { orderId, orderNo, paymentId } });
}

/** One of the two comes back; the refund that is proposed for it is issued. */
async function refundReturn(cell) {
  const { admin, shippedOrder } = cell;
  const { orderId, orderNo, paymentId } = shippedOrder;
  await receiveReturn(admin, orderId);
  const place = `/admin/acquiring/orders/${orderId}/refund-proposal`;
  const { surplus, causes, plan } = await admin(place);
  if (surplus !== "100.00" || causes.length !== 1 || causes[0].kind !== "return")
    throw new Error(`What is proposed is ${surplus} for ${JSON.stringify(causes)}.`);
  await admin(place, { plan, note: "came back" });
  await expectGateway(cell, orderNo, { captured: "200.00", refunded: "100.00" });
  await within("Medusa has the refund", () => expectMedusa(cell, paymentId, { refund: 100 }));
  await exchangeForTwo(cell);
}

/** The other one is exchanged for two: until it comes back, the order owes the difference, as Medusa shows it. */
async function exchangeForTwo({ admin, shippedOrder: { orderId } }) {
  const [item] = (await admin(`/admin/orders/${orderId}?fields=*items`)).order.items;
  const { exchange } = await admin("/admin/exchanges", { order_id: orderId });
  const at = `/admin/exchanges/${exchange.id}`;
  await admin(`${at}/inbound/items`, { items: [{ id: item.id, quantity: 1 }] });
  await admin(`${at}/outbound/items`, { items: [{ variant_id: item.variant_id, quantity: 2 }] });
  await admin(`${at}/request`, {});
  const { order } = await admin(`/admin/orders/${orderId}?fields=total,summary`);
  const { due } = await admin(`/admin/acquiring/orders/${orderId}/payment-links`);
  const shown = Number(order.summary.pending_difference).toFixed(2);
  if (shown !== "100.00" || due?.amount !== shown)
    throw new Error(`With an open exchange Medusa shows ${shown} as due, a payment link would ask for ${due?.amount}.`);
}

module.exports = { captureByShipment, refundReturn };
