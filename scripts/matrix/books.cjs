/** Compares the gateway's and Medusa's own records of one payment with what they have to be. */
const { caller } = require("../packaged/shop-client.cjs");

/** The gateway has one transaction of this number; `expected`: its fields. */
async function expectGateway({ store }, orderNo, expected) {
  const { transactions } = await caller(store.gatewayUrls.main)(`/_control/state?order_no=${orderNo}`);
  if (transactions.length !== 1) throw new Error(`The gateway has ${transactions.length} payments ${orderNo}.`);
  for (const [name, value] of Object.entries(expected)) {
    const found = transactions[0][name];
    if (found !== value) throw new Error(`The gateway's ${name} is ${found} and not ${value}.`);
  }
}

/** The sums of Medusa's rows of this payment, in major units. */
async function expectMedusa({ pg }, paymentId, expected) {
  for (const [table, value] of Object.entries(expected)) {
    const { rows } = await pg.query(
      `SELECT COALESCE(SUM(amount), 0)::float AS sum FROM ${table} WHERE payment_id = $1 AND deleted_at IS NULL`,
      [paymentId],
    );
    if (rows[0].sum !== value) throw new Error(`Medusa's sum of ${table} rows is ${rows[0].sum} and not ${value}.`);
  }
}

/** Repeats until it no longer throws; after a minute its error. */
async function within(what, look) {
  for (const end = Date.now() + 60_000; ;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw new Error(`Not within a minute: ${what}. ${error.message}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

module.exports = { expectGateway, expectMedusa, within };
