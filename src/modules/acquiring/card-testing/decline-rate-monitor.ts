import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CardTestingOptions } from "../../../options/card-testing-options";
import { clearUnrenewed, raiseAttention } from "../ledger/attention";

/**
 * Tells a person when unusually many card payments of an account are declined,
 * which is what card testing looks like from here. It stops nothing; the limits
 * and the captcha do. Meant to be called about once a minute.
 */
export type DeclineRate = CardTestingOptions["declineRate"];

const KIND = "decline_rate";

/**
 * What never reached the gateway was declined by nobody, and does not count: an
 * outage is no card testing. The counts are far below 2^31.
 */
const HIGH_RATES = `
  SELECT account, CAST(total AS integer) AS total, CAST(declined AS integer) AS declined
  FROM (
    SELECT attempt.account, count(*) AS total, count(*) FILTER (WHERE attempt.state = 'declined') AS declined
    FROM acquiring_payment_attempt AS attempt
    JOIN acquiring_operation AS operation
      ON operation.attempt_id = attempt.id AND operation.kind = 'authorise' AND operation.deleted_at IS NULL
    WHERE attempt.mode = 'card' AND attempt.created_at > :since AND attempt.created_at <= :now
      AND attempt.deleted_at IS NULL AND operation.status <> 'not_sent'
    GROUP BY attempt.account
  ) AS rates
  WHERE total >= CAST(:minimum AS integer) AND declined * 100 >= total * CAST(:percent AS integer)`;

interface HighRate {
  readonly account: string;
  readonly total: number;
  readonly declined: number;
}

export class DeclineRateMonitor {
  constructor(
    private readonly pg: Knex,
    private readonly rate: DeclineRate,
  ) {}

  /** Raises attention for each account whose rate is high, and clears what was not high for a whole window. */
  async watch(now: Date): Promise<void> {
    const { windowMs, minimum, percent } = this.rate;
    const since = new Date(now.getTime() - windowMs);
    const { rows } = await this.pg.raw<{ rows: HighRate[] }>(HIGH_RATES, { since, now, minimum, percent });
    for (const { account, total, declined } of rows) {
      const message =
        `${declined} of the ${total} card payments of the last ${span(windowMs)} were declined. ` +
        "Someone may be testing stolen cards in this shop. Check these payments in the gateway's portal. " +
        "If they are not from your customers, set a captcha (cardTesting.verifyCaptcha) or lower cardTesting.limits.";
      await raiseAttention(this.pg, { account, kind: KIND, subject: account, attemptId: null, message }, now);
    }
    // Each look at a high rate renews its item; one that nothing renewed for a whole window is over.
    await clearUnrenewed(this.pg, KIND, since, now);
  }
}

/** Whole minutes where they are, else whole seconds. Integers only. */
function span(ms: number): string {
  const seconds = (ms - (ms % 1_000)) / 1_000;
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? "minute" : `${seconds / 60} minutes`;
}
