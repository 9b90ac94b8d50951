/** A customer pays over HTTP, an admin captures and refunds half of it; the gateway's own data decides. */
const { adminOf, buy, caller } = require("./shop-client.cjs");

/** Compares the gateway's only transaction. */
async function expectAtGateway(url, expected) {
  const { transactions } = await caller(url)("/_control/state");
  const [transaction] = transactions;
  for (const [name, value] of Object.entries(expected)) {
    if (transactions.length !== 1 || transaction[name] !== value) {
      throw new Error(
        `The gateway's ${name} is ${transaction?.[name]} and not ${value} (${transactions.length} payments).`,
      );
    }
  }
}

/** The README's dashboard steps: all providers of both accounts in the region. */
async function enableProviders(store) {
  const admin = await adminOf(store);
  await admin(`/admin/regions/${store.seeded.regionId}`, {
    payment_providers: ["card", "checkout", "apm"].flatMap((kind) =>
      ["main", "second"].map((name) => `pp_acquiring-${kind}_${name}`),
    ),
  });
}

/** With a paid order; returns its ID. */
async function enableAndBuy(store, account) {
  await enableProviders(store);
  return buy(store, `pp_acquiring-card_${account}`);
}

async function captureAndRefund(store, account, orderId) {
  const admin = await adminOf(store);
  const { order } = await admin(`/admin/orders/${orderId}?fields=*payment_collections.payments`);
  const [payment] = order.payment_collections[0].payments;
  const gateway = store.gatewayUrls[account];
  await admin(`/admin/payments/${payment.id}/capture`, {});
  await expectAtGateway(gateway, { captured: "100.00", refunded: "0.00" });
  await admin(`/admin/payments/${payment.id}/refund`, { amount: 50 });
  await expectAtGateway(gateway, { captured: "100.00", refunded: "50.00" });
}

module.exports = { adminOf, captureAndRefund, enableAndBuy, enableProviders };
