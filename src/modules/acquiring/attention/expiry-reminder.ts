import type { Ledger } from "../ledger/ledger";

/** Retry delay of a reminder in ms. Our choice. */
const PAUSE_MS = 600_000;

export class ExpiryReminders {
  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => Date,
  ) {}

  /** Claims the reminder of one attempt for a while, then it is due again; true for exactly one caller. */
  async claim(attemptId: string): Promise<boolean> {
    const now = this.now();
    const claimed = await this.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attemptId })
      .where("remind_at", "<=", now)
      .update({ remind_at: new Date(now.getTime() + PAUSE_MS) });
    return claimed > 0;
  }

  /** It was sent, or nobody needs it any more. */
  async end(attemptId: string): Promise<void> {
    await this.ledger.connection("acquiring_payment_attempt").where({ id: attemptId }).update({ remind_at: null });
  }
}
