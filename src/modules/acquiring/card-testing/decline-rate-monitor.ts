import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CardTestingOptions } from "../../../options/card-testing-options";
import { clearUnrenewed, raiseAttention } from "../ledger/attention-rows";

/** Raises an item when unusually many card payments of an account are declined. It blocks nothing. */
export type DeclineRate = CardTestingOptions["declineRate"];

const KIND = "decline_rate";

/**
 * Payments that never reached the gateway do not count: an outage is not card testing. The counts are far below 2^31.
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

  /** Raises an item for each account with a high rate, and clears it after a whole window below it. */
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
    // Each check with a high rate renews the item; without a renewal for a whole window it is cleared.
    await clearUnrenewed(this.pg, KIND, since, now);
  }
}

/** Whole minutes if possible, else whole seconds. */
function span(ms: number): string {
  const seconds = (ms - (ms % 1_000)) / 1_000;
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? "minute" : `${seconds / 60} minutes`;
}
