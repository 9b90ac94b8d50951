import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { raiseAttention } from "../ledger/attention-rows";

/**
 * Counts notifications that cannot be read and raises an attention item: at once for the first, then every ten seconds
 * at most. Counts are in memory only; a process that dies loses ten seconds.
 */
interface Count {
  more: number;
  reason: string;
}

const TELL_MS = 10_000;

export class UnreadableResponseCount {
  readonly #counts = new Map<string, Count>();
  readonly #toldAt = new Map<string, number>();

  constructor(
    private readonly connection: Knex,
    private readonly now: () => Date,
  ) {}

  /** True when the counts should be written. */
  note(account: string, reason: string): boolean {
    const known = this.#counts.get(account);
    this.#counts.set(account, { more: (known?.more ?? 0) + 1, reason });
    const toldAt = this.#toldAt.get(account);
    // A clock that was set back does not delay the write.
    return toldAt === undefined || Math.abs(this.now().getTime() - toldAt) >= TELL_MS;
  }

  async flush(): Promise<void> {
    const now = this.now();
    for (const [account, count] of [...this.#counts]) {
      this.#counts.delete(account);
      this.#toldAt.set(account, now.getTime());
      const { more, reason } = count;
      const many = more === 1 ? "A notification" : `${String(more)} notifications`;
      const message = `${many} could not be read (${reason}). Check the profile's notify options.`;
      const item = { account, kind: "notification_unreadable", subject: account, attemptId: null, message } as const;
      await raiseAttention(this.connection, item, now).catch((error: unknown) => {
        this.#counts.set(account, { more: more + (this.#counts.get(account)?.more ?? 0), reason });
        throw error;
      });
    }
  }
}
