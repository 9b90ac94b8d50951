import { randomUUID } from "node:crypto";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { StartTimer } from "../../../gateway/batching/batcher";
import { errorName } from "./safe-error-text";

/**
 * Work that one process at a time may do, over all processes of the store (ADR 27). A lease is a row on the database's
 * clock, so no connection is held, and a dead process blocks others until its expiry. It does not fence: a process that
 * paused for longer may meet the next holder.
 */
const LEASE_MS = {
  "cart-completion": 15_000,
  /** Creating a payment session for an order's balance. */
  "payable-session": 15_000,
  /** Sending a payment link by e-mail, as long as a provider may take. */
  "payment-link-send": 60_000,
  /** Confirming an edit, return, claim or exchange; renewed while it runs. */
  "order-change": 60_000,
  /** Refunding what was paid too much; renewed while it runs. */
  "surplus-refund": 60_000,
  /** Creating one of Medusa's refund reasons. */
  "refund-reason": 15_000,
  /** As long as one request to the gateway may take. Our choice. */
  "bulk-capture": 60_000,
  /** Longer than creating an order takes. Our choice. */
  "subscription-task": 120_000,
  /** A browser may repeat a used return token for so long, as the answer may have been lost; not renewed. Our choice. */
  "payment-return": 600_000,
};
const ASK_AGAIN_MS = 100;

export type LeaseKind = keyof typeof LEASE_MS;

export interface LeaseDependencies {
  readonly connection: Knex;
  /** Real time: a lease is about processes, not the business clock. */
  readonly startTimer: StartTimer;
  readonly pause: (ms: number) => Promise<void>;
  readonly monotonicMs: () => number;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

export interface Lease {
  /** Never throws: an unreleased lease expires. Does nothing the second time. */
  release(): Promise<void>;
}

interface Claim {
  readonly name: string;
  readonly holder: string;
  readonly leaseMs: number;
}

interface Borrowed {
  readonly id: string;
  readonly holder: string;
}

export class Leases {
  constructor(private readonly deps: LeaseDependencies) {}

  /** Null if another caller held it for all of `waitMs`. The lease renews itself until it is released. */
  async take(kind: LeaseKind, id: string, waitMs = 0): Promise<Lease | null> {
    const claim = { name: `${kind}:${id}`, holder: randomUUID(), leaseMs: LEASE_MS[kind] };
    const until = this.deps.monotonicMs() + waitMs;
    while (!(await this.#claim(claim))) {
      if (this.deps.monotonicMs() >= until) return null;
      await this.deps.pause(ASK_AGAIN_MS);
    }
    return new HeldLease(this.deps, claim);
  }

  /** Deletes what dead processes left a day ago and nobody has taken since. */
  async prune(): Promise<void> {
    await this.deps.connection.raw(
      "DELETE FROM acquiring_lease WHERE leased_until < clock_timestamp() - interval '1 day'",
    );
  }

  async #claim(claim: Claim): Promise<boolean> {
    const { rows } = await this.deps.connection.raw<{ rows: unknown[] }>(
      `INSERT INTO acquiring_lease (name, holder, leased_until)
       VALUES (:name, :holder, clock_timestamp() + :leaseMs * interval '1 ms')
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
       WHERE acquiring_lease.leased_until < clock_timestamp()
       RETURNING holder`,
      { ...claim },
    );
    return rows.length > 0;
  }
}

/** Renewed three times as often as it expires. */
class HeldLease implements Lease {
  #isOver = false;
  #callOff = (): void => undefined;

  constructor(
    private readonly deps: LeaseDependencies,
    private readonly claim: Claim,
  ) {
    this.#renewLater();
  }

  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#callOff();
    await this.#try(async () => {
      if ((await this.#row().delete()) === 0) this.#noteLoss();
    });
  }

  #renewLater(): void {
    if (!this.#isOver) this.#callOff = this.deps.startTimer(this.claim.leaseMs / 3, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    await this.#try(async () => {
      const until = this.deps.connection.raw("clock_timestamp() + ? * interval '1 ms'", [this.claim.leaseMs]);
      const renewed = await this.#row().update({ leased_until: until });
      if (renewed > 0 || this.#isOver) return;
      this.#isOver = true;
      this.#noteLoss();
    });
    this.#renewLater();
  }

  /** What its work did cannot be undone; the log explains a second effect. */
  #noteLoss(): void {
    this.deps.log("acquiring.lease_lost", { lease: this.claim.name });
  }

  #row(): Knex.QueryBuilder {
    const { name, holder } = this.claim;
    return this.deps.connection("acquiring_lease").where({ name, holder });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log("acquiring.lease_failed", { lease: this.claim.name, error: errorName(error) });
    }
  }
}

/** Held by someone outside of this process: a lease that is not renewed, and ends by itself. */
export const lend = (pg: Knex, kind: LeaseKind, { id, holder }: Borrowed): PromiseLike<unknown> =>
  pg("acquiring_lease")
    .insert({
      name: `${kind}:${id}`,
      holder,
      leased_until: pg.raw("clock_timestamp() + ? * interval '1 ms'", [LEASE_MS[kind]]),
    })
    .onConflict("name")
    .merge(["holder", "leased_until"]);

export async function isLentTo(pg: Knex, kind: LeaseKind, { id, holder }: Borrowed): Promise<boolean> {
  const row: unknown = await pg("acquiring_lease")
    .where({ name: `${kind}:${id}`, holder })
    .where("leased_until", ">", pg.raw("clock_timestamp()"))
    .first("name");
  return row !== undefined;
}

/** SQL: joins the lease, if there is one, of the row whose ID is the expression `id`. */
export const joinLease = (kind: LeaseKind, id: string): string =>
  `LEFT JOIN acquiring_lease lease ON lease.name = '${kind}:' || ${id}`;

/** SQL beside `joinLease`: the work is in no living process's hands. */
export const IS_UNLEASED = "COALESCE(lease.leased_until < clock_timestamp(), true)";
