/** A cart of another sales channel, as a second shop's: only for data of the journeys. */
const { Client } = require("pg");

async function moveToChannel({ admin, stack }, cartId, name) {
  const { sales_channel: channel } = await admin("/admin/sales-channels", { name });
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query("UPDATE cart SET sales_channel_id = $1 WHERE id = $2", [channel.id, cartId]);
  } finally {
    await client.end();
  }
}

module.exports = { moveToChannel };
