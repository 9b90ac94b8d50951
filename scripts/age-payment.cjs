/**
 * Makes an order and its payments older than they are, as if it had been placed earlier: what depends on the age of an
 * authorisation can then be seen without waiting for days. Only for data of the demo and the journeys: the journal's
 * trigger is off meanwhile, in this one transaction.
 */
const { Client } = require("pg");

const SESSIONS = `SELECT payment.payment_session_id FROM payment
  JOIN order_payment_collection AS link ON link.payment_collection_id = payment.payment_collection_id
  WHERE link.order_id = $1`;

const STEPS = [
  // First, so that no worker holds the payment; the capture policy looks at it again.
  `UPDATE acquiring_payment_attempt SET created_at = created_at - $2::interval, policy_due_at = NULL
    WHERE session_id IN (${SESSIONS})`,
  "ALTER TABLE acquiring_entry DISABLE TRIGGER acquiring_append_only",
  `UPDATE acquiring_entry SET occurred_at = occurred_at - $2::interval WHERE attempt_id IN
    (SELECT id FROM acquiring_payment_attempt WHERE session_id IN (${SESSIONS}))`,
  "ALTER TABLE acquiring_entry ENABLE TRIGGER acquiring_append_only",
  `UPDATE payment SET created_at = created_at - $2::interval WHERE payment_session_id IN (${SESSIONS})`,
  'UPDATE "order" SET created_at = created_at - $2::interval WHERE id = $1',
];

async function agePayment(databaseUrl, orderId, hours) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    for (const step of STEPS)
      await client.query(step, step.startsWith("UPDATE") ? [orderId, `${String(hours)} hours`] : []);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

module.exports = { agePayment };
