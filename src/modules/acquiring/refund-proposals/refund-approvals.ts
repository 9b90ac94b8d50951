import { AsyncLocalStorage } from "node:async_hooks";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { generateEntityId } from "@medusajs/framework/utils";
import type { Reason } from "../../../gateway/model/outcome";
import type { RefundOptions } from "../../../options/refund-options";
import { limitIn } from "../../../options/refund-options";
import { recordAction } from "../ledger/journal";
import { amountColumns, minorOf } from "../ledger/rows/attempt-row";
import { runTransaction } from "../runtime/run-transaction";

/**
 * Refunds that two people have to agree on: with `refunds.secondPersonAbove`, those with which more than that amount of
 * one order is refunded. An approval counts for exactly one amount of one payment, or one plan of one order, and only while
 * nothing else of that payment is refunded. It sends nothing; whoever sends asks here first.
 */
export interface ApprovalCase {
  readonly fingerprint: string;
  readonly orderId: string | null;
  readonly attemptId: string | null;
  readonly account: string;
  readonly currency: string;
  readonly minor: bigint;
  /** Of the payment, so far; the gate refuses if another one begins before this one. Null: the plan's keys see to it. */
  readonly refundsBefore: number | null;
}

export interface RefundApprover {
  readonly actorId: string | null;
  /** That ID is a person's, not an API key's. */
  readonly isUser: boolean;
}

export interface RefundApprovalRow {
  readonly actor_id: string;
  readonly at: Date;
}

const TABLE = "acquiring_refund_approval";

/**
 * Refunded by Medusa, which writes the order's transactions of one cancellation after all its refunds, and removes the row of
 * one whose result is not known.
 */
const BESIDE = `(
        SELECT COALESCE(SUM(done.amount), 0) FROM acquiring_operation AS done
        LEFT JOIN refund ON refund.id = done.idempotency_key AND refund.deleted_at IS NULL
        WHERE done.attempt_id = attempt.id AND done.kind = 'refund' AND done.deleted_at IS NULL
          AND CASE done.status WHEN 'unknown' THEN done.idempotency_key LIKE 'ref_%' AND done.created_at > :atOnce
            ELSE done.status IN ('settled', 'pending') AND refund.id IS NOT NULL END
          AND NOT EXISTS (SELECT FROM order_transaction AS moved
            WHERE moved.order_id IN (SELECT order_id FROM placed) AND moved.deleted_at IS NULL
              AND moved.reference = 'refund' AND moved.reference_id IN (refund.id, refund.payment_id)))`;

/** Of all payments of the attempt's order: what is refunded already, or may be. Without an order: of the attempt. */
const REFUNDED = `
  WITH placed AS (
    SELECT link.order_id FROM acquiring_payment_attempt AS own
    JOIN payment ON payment.payment_session_id = own.session_id AND payment.deleted_at IS NULL
    JOIN order_payment_collection AS link
      ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
    WHERE own.id = :attemptId),
  paid AS (
    SELECT payment.payment_session_id FROM order_payment_collection AS link
    JOIN payment ON payment.payment_collection_id = link.payment_collection_id AND payment.deleted_at IS NULL
    WHERE link.order_id IN (SELECT order_id FROM placed) AND link.deleted_at IS NULL)
  SELECT own.account, own.currency, (SELECT count(*)::int FROM acquiring_operation AS operation
      WHERE operation.attempt_id = own.id AND operation.kind = 'refund' AND operation.status <> 'not_sent'
        AND operation.deleted_at IS NULL) AS refunds,
    (SELECT MIN(order_id) FROM placed) AS order_id,
    (SELECT COALESCE(SUM(attempt.refunded + attempt.refund_pending + (
        SELECT COALESCE(SUM(begun.amount), 0) FROM acquiring_operation AS begun WHERE begun.attempt_id = attempt.id
          AND begun.kind = 'refund' AND begun.status = ANY(:open) AND begun.deleted_at IS NULL)
        - CASE WHEN :isBesideOthers AND attempt.id <> own.id THEN ${BESIDE} ELSE 0 END), 0)::text
      FROM acquiring_payment_attempt AS attempt WHERE (attempt.id = own.id OR attempt.session_id IN (SELECT payment_session_id FROM paid))
        AND attempt.currency = own.currency AND attempt.deleted_at IS NULL) AS refunded
  FROM acquiring_payment_attempt AS own WHERE own.id = :attemptId`;

/** Neither refunded nor proven not to be. */
const OPEN: readonly string[] = ["sending", "unknown"];

/** As long as the refunds of one cancellation take at most, with their time limits. Our choice. */
const AT_ONCE_MS = 120_000;

interface Refunded {
  readonly account: string;
  readonly currency: string;
  readonly refunds: number;
  readonly order_id: string | null;
  readonly refunded: string;
}

export class RefundApprovals {
  readonly #single = new AsyncLocalStorage<true>();

  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
    private readonly above: RefundOptions["secondPersonAbove"],
  ) {}

  /** `work`, and what it starts, refunds one payment: it is no cancellation of an order, which refunds all of them at once. */
  refundOne(work: () => void): void {
    this.#single.run(true, work);
  }

  /** Inside `refundOne`. */
  get isOne(): boolean {
    return this.#single.getStore() ?? false;
  }

  /**
   * Null: one person may refund it. `together`: what the same request refunds of all payments of the order; default: this.
   * `isBesideOthers`: the order's other payments may be refunded by the same request, so what is being sent, or was and is not in
   * the order yet, does not count.
   */
  async ofPayment(
    attemptId: string,
    minor: bigint,
    { together = minor, isBesideOthers = false }: { together?: bigint; isBesideOthers?: boolean } = {},
  ): Promise<ApprovalCase | null> {
    if (this.above === undefined) return null;
    const found = await this.refundedOf(attemptId, isBesideOthers);
    if (!found || !this.needsTwo(found, together)) return null;
    return caseOf(attemptId, minor, found);
  }

  /**
   * Why a refund that one person makes must not be sent, once its row is committed: with what was begun meanwhile for the order two
   * people are needed. Null: it may be sent.
   */
  async overtaken(attemptId: string, minor: bigint): Promise<Reason | null> {
    const found = this.above === undefined ? undefined : await this.refundedOf(attemptId);
    if (!found || !this.needsTwo(found, 0n)) return null;
    const isAgreed = await this.isAgreed(caseOf(attemptId, minor, { ...found, refunds: found.refunds - 1 }));
    return isAgreed ? null : { code: "refund_overtaken", message: OVERTAKEN };
  }

  /** The same for a plan that refunds several payments of an order, one of which is named. */
  async ofPlan(
    orderId: string,
    { plan, minor, attemptId }: { readonly plan: string; readonly minor: bigint; readonly attemptId: string },
  ): Promise<ApprovalCase | null> {
    if (this.above === undefined) return null;
    const found = await this.refundedOf(attemptId);
    if (!found || !this.needsTwo(found, minor)) return null;
    const fingerprint = ["order", orderId, plan].join(":");
    const { account, currency } = found;
    return { fingerprint, orderId, attemptId: null, account, currency, minor, refundsBefore: null };
  }

  /** Null: two people agree. Otherwise why nothing may be sent; a first approval is stored, and told in the same transaction. */
  async approve(
    asked: ApprovalCase,
    { actorId, isUser }: RefundApprover,
    tell: (trx: Knex) => Promise<void>,
  ): Promise<Reason | null> {
    if (await this.isAgreed(asked)) return null;
    if (actorId === null || !isUser) return { code: "needs_people", message: NEEDS_PEOPLE };
    const isNew = await this.store(asked, actorId, tell);
    // Whoever stores second reads both.
    if (await this.isAgreed(asked)) return null;
    return isNew ? { code: "second_person", message: FIRST } : { code: "same_person", message: SAME_PERSON };
  }

  async isAgreed(asked: ApprovalCase): Promise<boolean> {
    return (await this.of(asked)).length > 1;
  }

  /** Oldest first. */
  async of({ fingerprint }: ApprovalCase, pg: Knex = this.pg): Promise<RefundApprovalRow[]> {
    return pg<RefundApprovalRow>(TABLE)
      .where({ fingerprint, deleted_at: null })
      .orderBy("at")
      .orderBy("id")
      .select("actor_id", "at");
  }

  private needsTwo({ currency, refunded }: Refunded, minor: bigint): boolean {
    const most = limitIn(this.above, currency);
    return most !== null && minorOf(refunded) + minor > most;
  }

  private async refundedOf(attemptId: string, isBesideOthers = false): Promise<Refunded | undefined> {
    const open = isBesideOthers ? ["unknown"] : OPEN;
    const atOnce = new Date(this.now().getTime() - AT_ONCE_MS);
    return (await this.pg.raw<{ rows: Refunded[] }>(REFUNDED, { attemptId, open, isBesideOthers, atOnce })).rows[0];
  }

  private async store(asked: ApprovalCase, actorId: string, tell: (trx: Knex) => Promise<void>): Promise<boolean> {
    const now = this.now();
    const { fingerprint, orderId, attemptId, currency, minor } = asked;
    return runTransaction(this.pg, async (trx) => {
      const stored: unknown[] = await trx(TABLE)
        .insert({
          id: generateEntityId(undefined, "acqrfa"),
          ...{ fingerprint, order_id: orderId, attempt_id: attemptId, currency, actor_id: actorId },
          ...amountColumns("amount", minor),
          ...{ at: now, created_at: now, updated_at: now },
        })
        .onConflict()
        .ignore()
        .returning("id");
      if (stored.length === 0) return false;
      const details = { order: orderId, amount: minor.toString(), currency };
      await recordAction(trx, { attemptId, action: "refund_approved", actor: "admin", actorId, details, at: now });
      if ((await this.of(asked, trx)).length === 1) await tell(trx);
      return true;
    });
  }
}

function caseOf(attemptId: string, minor: bigint, found: Refunded): ApprovalCase {
  const { account, currency, refunds, order_id: orderId } = found;
  const fingerprint = ["payment", attemptId, String(minor), String(refunds)].join(":");
  return { fingerprint, orderId, attemptId, account, currency, minor, refundsBefore: refunds };
}

const OVERTAKEN =
  "Nothing was refunded. Another refund of this order was begun meanwhile, and two people have to agree on both together. Try again.";
const FIRST = "Nothing was refunded yet. Your approval is recorded; another person has to make the same refund.";
const SAME_PERSON =
  "Nothing was refunded. You have already approved this refund; another person has to make the same refund.";
const NEEDS_PEOPLE =
  "Nothing was refunded. Two people have to agree on a refund of this amount. An API key is not a person.";

/** Without the two approvals, such as by code of the store. */
export const WHY_TWO_PEOPLE =
  "Nothing was refunded. Two people have to approve a refund of this amount first, on the order's or the payment's page.";
