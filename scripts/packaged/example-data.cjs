/**
 * One example of everything in the dashboard: a captured and refunded payment, an authorised one, a decline, a payment
 * under review, a waiting voucher, a dispute, a subscription, a capture policy, payouts in several states. Created over the store's and
 * the gateway's own interfaces.
 */
const { examplePayouts } = require("../demo-payouts.cjs");
const { adminOf, buy, caller, cardOf, openCheckout, pay, registerCustomer, shopOf } = require("./shop-client.cjs");

const DECLINED = "4000000000000002";
const HELD = "4000000000009243";
const PLANNED = "piece-of-the-month";

const SCOPE = { account: null, region_id: null, sales_channel_id: null, method: null };

/** Rules that capture nothing of what is bought here. */
const RULES = [
  { ...SCOPE, method: "card", capture: "on_shipment", at_expiry: "capture", hours: 24 },
  { ...SCOPE, capture: "manual", at_expiry: "void", hours: 12 },
].map((rule) => ({ only_if_not_held: true, single_capture: "last", ...rule }));

const PLAN = {
  name: "Piece of the month",
  amounts: { eur: "32" },
  interval: "month",
  interval_count: 1,
  billing_cycles: null,
  promotion_cycles: null,
  starts_on: null,
  ends_on: null,
  price_id: null,
};

/** `capturedOrderId`: a captured and partially refunded order of the account "main". Returns the pages' IDs. */
async function makeExampleData(store, capturedOrderId) {
  const admin = await adminOf(store);
  const card = "pp_acquiring-card_main";
  // The bank pays a refund out later; an authorised order always looks the same.
  const orderId = await buy(store, card);
  await pay(await openCheckout(store, card), { type: "card", card: cardOf(DECLINED) });
  await buy(store, card, { card: HELD });
  await takeVoucher(store);
  await openDispute(store, admin, capturedOrderId);
  const { customerId, productId } = await subscribe(store, admin);
  await admin("/admin/acquiring/capture-policy", { version: 0, rules: RULES });
  await examplePayouts(store.backendUrl, { admin: store.admin, approver: store.approver });

  const [beneficiaries, payouts, subscriptions, disputes] = await Promise.all(
    ["beneficiaries", "payouts", "subscriptions", "disputes"].map((list) => admin(`/admin/acquiring/${list}?limit=20`)),
  );
  const draft = payouts.payouts.find(({ state }) => state === "draft");
  return {
    orderId,
    customerId,
    productId,
    beneficiaryId: beneficiaries.beneficiaries[0].id,
    payoutId: payouts.payouts.find(({ state }) => state !== "draft").id,
    draftId: draft.id,
    subscriptionId: subscriptions.subscriptions[0].id,
    disputeId: disputes.disputes[0].id,
  };
}

/** The order that waits for a voucher's payment. */
async function takeVoucher(store) {
  const checkout = await openCheckout(store, "pp_acquiring-apm_main", { country: "pt" });
  const payment = await pay(checkout, { type: "apm", method: "multibanco" });
  if (payment.state === "declined") throw new Error("The voucher was declined.");
}

async function openDispute(store, admin, orderId) {
  const { payments } = await admin(`/admin/acquiring/orders/${orderId}/payments`);
  const gateway = caller(store.gatewayUrls.main);
  await gateway("/_control/dispute", { order_no: payments[0].order_no, stage: "received" });
  await waitFor("the dispute is known", async () => {
    const now = await admin(`/admin/acquiring/orders/${orderId}/payments`);
    return now.payments[0].dispute !== null;
  });
}

async function subscribe(store, admin) {
  const { products } = await admin(`/admin/products?handle=${PLANNED}&fields=id,*variants`);
  const [product] = products;
  await admin(`/admin/acquiring/plans/${product.variants[0].id}`, PLAN, "PUT");
  const headers = await registerCustomer(store, "subscriber@example.test");
  await buy(store, "pp_acquiring-card_main", { handle: PLANNED, headers });
  await waitFor("the subscription is active", async () => {
    const { subscriptions } = await admin("/admin/acquiring/subscriptions?limit=5");
    return subscriptions.some(({ state }) => state === "active");
  });
  const { customer } = await shopOf(store, headers)("/store/customers/me");
  return { customerId: customer.id, productId: product.id };
}

/** Polls; fails after half a minute with what it was waiting for. */
async function waitFor(what, isSo) {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Not within 30 s: ${what}`);
}

/** Ends the plan of `makeExampleData`, so that guests can buy every product again. */
async function endPlan(store, { productId }) {
  const admin = await adminOf(store);
  const { product } = await admin(`/admin/products/${productId}?fields=id,*variants`);
  await admin(`/admin/acquiring/plans/${product.variants[0].id}`, undefined, "DELETE");
}

module.exports = { endPlan, makeExampleData };
