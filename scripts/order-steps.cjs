/**
 * What staff do with an order of one item in Medusa's dashboard, over its admin API; for the demo's data and the journeys.
 * `admin(place, body)` sends a request and returns the answer.
 */
const itemOf = async (admin, orderId) => (await admin(`/admin/orders/${orderId}?fields=*items`)).order.items[0];

/** Fulfils `quantity` of the item and marks them as shipped. */
async function ship(admin, orderId, quantity) {
  const { id } = await itemOf(admin, orderId);
  const items = [{ id, quantity }];
  const { order } = await admin(`/admin/orders/${orderId}/fulfillments?fields=*fulfillments`, { items });
  const { id: made } = order.fulfillments.find(({ shipped_at }) => shipped_at === null);
  await admin(`/admin/orders/${orderId}/fulfillments/${made}/shipments`, { items });
}

/** Medusa's own return, requested and received. */
async function receiveReturn(admin, orderId, quantity = 1) {
  const { id } = await itemOf(admin, orderId);
  const { stock_locations: places } = await admin("/admin/stock-locations");
  const begun = await admin("/admin/returns", { order_id: orderId, location_id: places[0].id });
  const at = `/admin/returns/${begun.return.id}`;
  const items = [{ id, quantity }];
  await admin(`${at}/request-items`, { items });
  await admin(`${at}/request`, {});
  await admin(`${at}/receive`, {});
  await admin(`${at}/receive-items`, { items });
  await admin(`${at}/receive/confirm`, {});
}

/** One item is to come back, and `sent` of the same are sent for it. */
async function exchange(admin, orderId, sent) {
  const { id, variant_id } = await itemOf(admin, orderId);
  const begun = await admin("/admin/exchanges", { order_id: orderId });
  const at = `/admin/exchanges/${begun.exchange.id}`;
  await admin(`${at}/inbound/items`, { items: [{ id, quantity: 1 }] });
  await admin(`${at}/outbound/items`, { items: [{ variant_id, quantity: sent }] });
  await admin(`${at}/request`, {});
}

module.exports = { exchange, receiveReturn, ship };
