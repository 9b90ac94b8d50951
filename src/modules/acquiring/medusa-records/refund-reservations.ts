import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { AT_NEXT_FLUSH } from "../ledger/write-set";
import { databaseTime } from "../runtime/database-clock";
import { runTransaction } from "../runtime/run-transaction";
import { RESERVED, INCOMPLETE, OPEN, ORDER_OF, RESERVE } from "./refund-reservation-rows";

/**
 * Only one refund at a time is recorded in an order, over all processes: core fails on the second one after it was
 * sent. A refund by Medusa's button is reserved before it is sent until Medusa's rows are complete. Core does not
 * report its last row, so the next caller checks. Our projection holds a Postgres lock while it records, which ends
 * with its process. No commit here waits for the disk: a reservation gets there with the `sending` row, before the send,
 * and one that stays too long expires (ADR 29).
 */
export interface ReservedRefund {
  readonly id: string;
  readonly paymentId: string;
  /** Major units, as in Medusa. */
  readonly amount: string;
}

/** `recording`: nothing may be sent now. Returns the attempts whose refunds lack rows, for the projection. */
export type Reserved =
  { readonly kind: "reserved" } | { readonly kind: "recording"; readonly attemptIds: readonly string[] };

export const orderLock = (orderId: string): string => `acquiring-order:${orderId}`;

export class RefundReservations {
  /** `timeOf`: maps `clock_timestamp()`, see `DatabaseClock.inTransaction`. */
  constructor(
    private readonly connection: Knex,
    private readonly timeOf: (read: Date) => Date,
  ) {}

  /** Before the send. A payment without an order has nothing to record. */
  async reserve({ id, paymentId, amount }: ReservedRefund): Promise<Reserved> {
    return runTransaction(this.connection, async (trx) => {
      const order = await rowsOf<{ id: string }>(trx, ORDER_OF, { paymentId });
      const orderId = order[0]?.id;
      if (orderId === undefined) return { kind: "reserved" };
      // Senders check one after another; the projection is locked out until this transaction ends.
      const key = orderLock(orderId);
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 1))", [key]);
      const [lock] = await rowsOf<{ mine: boolean; read_at: Date }>(
        trx,
        `SELECT pg_try_advisory_xact_lock_shared(hashtextextended(:key, 0)) AS mine, clock_timestamp() AS read_at, ${AT_NEXT_FLUSH}`,
        { key },
      );
      if (!lock?.mine) return { kind: "recording", attemptIds: [] };
      const asked = { id, paymentId, orderId, amount, now: this.timeOf(lock.read_at) };
      if ((await rowsOf(trx, RESERVED, asked)).length > 0) return { kind: "recording", attemptIds: [] };
      const incomplete = await rowsOf<{ attempt_id: string }>(trx, INCOMPLETE, asked);
      if (incomplete.length > 0) return { kind: "recording", attemptIds: incomplete.map((row) => row.attempt_id) };
      await trx.raw(RESERVE, asked);
      return { kind: "reserved" };
    });
  }

  /** The gateway accepted it: core's grace period for its rows starts now. */
  async answered(refundId: string): Promise<void> {
    await rowsOf(this.connection, ANSWERED, { refundId, now: await this.#now() });
  }

  /** Core waits for all refunds of a cancellation before it records any: those that were answered earlier keep their time. */
  async release(refundId: string): Promise<void> {
    await rowsOf(this.connection, RELEASED, { refundId, now: await this.#now() });
  }

  /** Is core still recording a refund in this order? `isLocked`: nobody reserves meanwhile, so finished ones are removed. */
  async isReserved(orderId: string, { isLocked }: { readonly isLocked: boolean }): Promise<boolean> {
    const reserved = await rowsOf<{ refund_id: string }>(this.connection, OPEN, { orderId, now: await this.#now() });
    if (!isLocked) return reserved.length > 0;
    const over = this.connection("acquiring_refund_reservation").where({ order_id: orderId, deleted_at: null });
    await over
      .whereNotIn(
        "refund_id",
        reserved.map((row) => row.refund_id),
      )
      .delete();
    return reserved.length > 0;
  }

  async #now(): Promise<Date> {
    return this.timeOf(await databaseTime(this.connection));
  }
}

const ROW = "refund_id = :refundId AND deleted_at IS NULL RETURNING refund_id";
const ANSWERED = `
  WITH changed AS (UPDATE acquiring_refund_reservation SET answered_at = :now WHERE ${ROW}) SELECT ${AT_NEXT_FLUSH}`;
const RELEASED = `
  WITH gone AS (DELETE FROM acquiring_refund_reservation WHERE refund_id = :refundId AND deleted_at IS NULL RETURNING order_id),
  kept AS (UPDATE acquiring_refund_reservation SET answered_at = :now
    WHERE order_id IN (SELECT order_id FROM gone) AND answered_at IS NOT NULL AND refund_id <> :refundId)
  SELECT ${AT_NEXT_FLUSH}`;

async function rowsOf<Row>(pg: Knex, statement: string, values: Readonly<Record<string, Knex.Value>>): Promise<Row[]> {
  const { rows } = await pg.raw<{ rows: Row[] }>(statement, values);
  return rows;
}
