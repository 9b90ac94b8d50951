import { randomUUID } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { errorName } from "../runtime/safe-error-text";

/**
 * One completion of a cart at a time, over all processes of the store. Medusa's own lock guarantees that only with a
 * shared locking module; by default each process has its own, and two of them place two orders for one cart. The lock
 * is a row with a lease on the database's clock: a dead process loses it soon, and no connection is held meanwhile.
 */
export interface CompletionLockDependencies {
  readonly connection: Knex;
  /** Real time: the lease is about processes, not the business clock. */
  readonly pause: (ms: number) => Promise<void>;
  readonly monotonicMs: () => number;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

/** The holder renews it three times as often; a dead process blocks others no longer than this. */
const LEASE_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;
const ASK_AGAIN_MS = 100;

export interface CompletionLease {
  /** Releases the lock. Never throws: an unreleased lease expires. */
  release(): Promise<void>;
}

export class CartCompletionLock {
  constructor(private readonly deps: CompletionLockDependencies) {}

  /** The lock of this cart, or null if another caller held it for all of `waitMs`. */
  async take(cartId: string, waitMs: number): Promise<CompletionLease | null> {
    const holder = randomUUID();
    const until = this.deps.monotonicMs() + waitMs;
    while (!(await this.#claim(cartId, holder))) {
      if (this.deps.monotonicMs() >= until) return null;
      await this.deps.pause(ASK_AGAIN_MS);
    }
    const renewing = setInterval(() => void this.#try(cartId, () => this.#renew(cartId, holder)), RENEW_MS).unref();
    return {
      release: async () => {
        clearInterval(renewing);
        await this.#try(cartId, async () => {
          if ((await this.#rows(cartId, holder).delete()) === 0) this.#lost(cartId);
        });
      },
    };
  }

  async #claim(cartId: string, holder: string): Promise<boolean> {
    const { rows } = await this.deps.connection.raw<{ rows: unknown[] }>(
      `INSERT INTO acquiring_cart_completion_lock (cart_id, holder, leased_until)
       VALUES (:cartId, :holder, clock_timestamp() + :lease * interval '1 ms')
       ON CONFLICT (cart_id) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
       WHERE acquiring_cart_completion_lock.leased_until < clock_timestamp()
       RETURNING holder`,
      { cartId, holder, lease: LEASE_MS },
    );
    return rows.length > 0;
  }

  #renew(cartId: string, holder: string): PromiseLike<unknown> {
    const { connection } = this.deps;
    const until = connection.raw("clock_timestamp() + ? * interval '1 ms'", [LEASE_MS]);
    return this.#rows(cartId, holder).update({ leased_until: until });
  }

  /** Its effects cannot be undone; the log explains a second order of this cart. */
  #lost(cartId: string): void {
    this.deps.log("acquiring.completion_lock_lost", { cart: cartId });
  }

  #rows(cartId: string, holder: string): Knex.QueryBuilder {
    return this.deps.connection("acquiring_cart_completion_lock").where({ cart_id: cartId, holder });
  }

  async #try(cartId: string, work: () => PromiseLike<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log("acquiring.completion_lock_failed", { cart: cartId, error: errorName(error) });
    }
  }
}
