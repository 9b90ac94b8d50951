/**
 * Makes an order and its payments older than they are, as if it had been placed earlier: what depends on the age of an
 * authorisation can then be seen without waiting for days. Only for data of the demo and the journeys: the journal's
 * trigger is off meanwhile, in this one transaction.
 */
const { Client } = require("pg");

const SESSIONS = `SELECT payment.payment_session_id AS id FROM payment
  JOIN order_payment_collection AS link ON link.payment_collection_id = payment.payment_collection_id
  WHERE link.order_id = $1`;

const STEPS = [
  // First, so that no worker holds the payment; the capture policy looks at it again.
  `UPDATE acquiring_payment_attempt SET created_at = created_at - $2::interval, policy_due_at = NULL
    WHERE session_id = ANY($1)`,
  "ALTER TABLE acquiring_entry DISABLE TRIGGER acquiring_append_only",
  `UPDATE acquiring_entry SET occurred_at = occurred_at - $2::interval WHERE attempt_id IN
    (SELECT id FROM acquiring_payment_attempt WHERE session_id = ANY($1))`,
  "ALTER TABLE acquiring_entry ENABLE TRIGGER acquiring_append_only",
  "UPDATE payment SET created_at = created_at - $2::interval WHERE payment_session_id = ANY($1)",
  // The overview's figures of the day from which they moved, and of the day to which.
  `INSERT INTO acquiring_overview_due (id, day)
    SELECT DISTINCT 'aged ' || moment.at, date_trunc('day', moment.at, 'UTC') FROM acquiring_payment_attempt AS attempt,
      LATERAL (VALUES (attempt.created_at), (attempt.created_at + $2::interval)) AS moment(at)
    WHERE attempt.session_id = ANY($1) ON CONFLICT (id) DO NOTHING`,
];
const ORDER = 'UPDATE "order" SET created_at = created_at - $2::interval WHERE id = $1';

const agePayment = (databaseUrl, orderId, hours) =>
  inTransaction(databaseUrl, async (client) => {
    const { rows } = await client.query(SESSIONS, [orderId]);
    const sessionIds = rows.map(({ id }) => id);
    await age(client, sessionIds, hours);
    await client.query(ORDER, [orderId, `${hours} hours`]);
  });

/** A payment without an order, such as a declined one. */
const ageSession = (databaseUrl, sessionId, hours) =>
  inTransaction(databaseUrl, (client) => age(client, [sessionId], hours));

async function age(client, sessionIds, hours) {
  for (const step of STEPS) await client.query(step, step.includes("$2") ? [sessionIds, `${hours} hours`] : []);
}

async function inTransaction(databaseUrl, run) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await run(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

module.exports = { agePayment, ageSession };
