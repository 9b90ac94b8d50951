import type { Ledger } from "../ledger/ledger";

/** Retry delay of a reminder in ms. Our choice. */
const PAUSE_MS = 600_000;

export class ExpiryReminders {
  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => Date,
  ) {}

  /** Claims the reminder of one attempt; true for exactly one caller. */
  async claim(attemptId: string): Promise<boolean> {
    const claimed = await this.ledger
      .connection("acquiring_payment_attempt")
      .where({ id: attemptId })
      .whereNotNull("remind_at")
      .update({ remind_at: null });
    return claimed > 0;
  }

  /** Releases it: it could not be sent now, or came too early. */
  async postpone(attemptId: string): Promise<void> {
    const at = new Date(this.now().getTime() + PAUSE_MS);
    await this.ledger.connection("acquiring_payment_attempt").where({ id: attemptId }).update({ remind_at: at });
  }
}
