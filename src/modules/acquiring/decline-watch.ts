import type { CardTestingOptions } from "../../gateway/card-testing-options";
import { clearAttention, raiseAttention } from "./ledger/attention";
import type { Ledger } from "./ledger/ledger";

/**
 * Tells a person when unusually many card payments are declined: that is what card
 * testing looks like from inside. It changes nothing and stops nobody; the limits do.
 */
interface Tally {
  readonly account: string;
  readonly total: number;
  readonly declined: number;
}

export class DeclineWatch {
  constructor(
    private readonly ledger: Ledger,
    private readonly rate: CardTestingOptions["declineRate"],
  ) {}

  async look(now: Date): Promise<void> {
    const { connection } = this.ledger;
    const { percent, minimum, windowMs } = this.rate;
    const since = new Date(now.getTime() - windowMs);
    const { rows } = await connection.raw<{ rows: Tally[] }>(
      `SELECT account, COUNT(*)::int AS total, COUNT(*) FILTER (WHERE state = 'declined')::int AS declined
       FROM acquiring_payment_attempt
       WHERE created_at > ? AND mode IN ('card', 'checkout') AND state NOT IN ('created', 'action_required', 'expired')
       GROUP BY account`,
      [since],
    );
    const alarming = rows.filter(
      ({ total, declined }) => total >= minimum && BigInt(declined) * 100n >= BigInt(total) * BigInt(percent),
    );
    for (const { account, total, declined } of alarming) {
      const minutes = String(Math.floor(windowMs / 60_000));
      const message = `${String(declined)} of the last ${String(total)} card payments (${minutes} minutes) were declined. Somebody may be testing stolen cards.`;
      await raiseAttention(connection, { account, kind: KIND, subject: account, attemptId: null, message }, now);
    }
    const open = await connection("acquiring_attention_item")
      .select<{ subject: string }[]>("subject")
      .where({ kind: KIND, cleared_at: null });
    for (const { subject } of open) {
      if (!alarming.some(({ account }) => account === subject)) {
        await clearAttention(connection, KIND, subject, now);
      }
    }
  }
}

const KIND = "decline_rate";
