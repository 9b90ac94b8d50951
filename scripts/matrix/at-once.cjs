/** The same request several times at once, over Medusa's own routes. The gateway's records decide. */
const { expectGateway, expectMedusa, within } = require("./books.cjs");

const TIMES = 5;

/** All answers; how many succeeded. */
async function together(request) {
  const answers = await Promise.allSettled(Array.from({ length: TIMES }, request));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

/** One order, whose payment was not voided by the completions that came second. */
async function completeAtOnce({ pg }, { shop, cartId }) {
  const answers = await together(() => shop(`/store/carts/${cartId}/complete`, {}));
  const ids = new Set(answers.map(({ order }) => order.id));
  const { rows } = await pg.query("SELECT order_id FROM order_cart WHERE cart_id = $1", [cartId]);
  if (ids.size !== 1 || rows.length !== 1) throw new Error(`There are ${rows.length} orders; ${ids.size} were shown.`);
  return rows[0].order_id;
}

async function captureAtOnce(cell, { paymentId, orderNo }) {
  const done = await together(() => cell.admin(`/admin/payments/${paymentId}/capture`, { amount: 60 }));
  if (done.length !== 1) throw new Error(`${done.length} of ${TIMES} captures of 60 of 100 succeeded.`);
  await expectGateway(cell, orderNo, { captured: "60.00" });
  await within("the captures agree", () => expectMedusa(cell, paymentId, { capture: 60 }));
}

async function refundAtOnce(cell, { paymentId, orderNo }) {
  const done = await together(() => cell.admin(`/admin/payments/${paymentId}/refund`, { amount: 40 }));
  if (done.length !== 1) throw new Error(`${done.length} of ${TIMES} refunds of 40 of 60 succeeded.`);
  await expectGateway(cell, orderNo, { captured: "60.00", refunded: "40.00" });
  await within("the refunds agree", () => expectMedusa(cell, paymentId, { refund: 40 }));
}

module.exports = { captureAtOnce, completeAtOnce, refundAtOnce };
