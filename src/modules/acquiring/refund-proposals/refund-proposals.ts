import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { generateEntityId } from "@medusajs/framework/utils";
import type { Money } from "../../../gateway/model/money";
import type { Reason } from "../../../gateway/model/outcome";
import { dashboardKey } from "../gate/admin-commands";
import { recordAction } from "../ledger/journal";
import { amountColumns, minorOf } from "../ledger/rows/attempt-row";
import { runTransaction } from "../runtime/run-transaction";

/**
 * The rows of refund proposals: what was last found to refund for an order, and what was decided about that amount. They
 * move no money, and the amount that is refunded never comes from here.
 */
export interface RefundProposalRow {
  readonly id: string;
  readonly order_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly refunds: number;
  readonly order_version: number;
  readonly announced_at: Date | null;
  readonly dismissed_at: Date | null;
  readonly dismissed_by: string | null;
  readonly due_at: Date | null;
  readonly tries: number;
  readonly stopped: string | null;
}

const TABLE = "acquiring_refund_proposal";

/** What was found in the order. */
export interface FoundRefund {
  readonly money: Money;
  /** Of the order, without those that were declined. */
  readonly refunds: number;
  readonly orderVersion: number;
}

/** Is the row about what was found? */
export const isOfFound = (
  row: Pick<RefundProposalRow, "currency" | "amount" | "refunds">,
  { money, refunds }: Pick<FoundRefund, "money" | "refunds">,
): boolean => row.currency === money.currency && minorOf(row.amount) === money.minor && row.refunds === refunds;

/** What was decided about an amount is void for another one. */
const NEW_AMOUNT = { announced_at: null, dismissed_at: null, dismissed_by: null, tries: 0 };

/** Stored as `stopped`: an earlier amount was dismissed. */
const DISMISSED = "dismissed";

/** A person dismissed a part of what is to refund, or all of it; until everything was refunded. */
export const wasDismissed = (row: Pick<RefundProposalRow, "dismissed_at" | "stopped"> | undefined): boolean =>
  row !== undefined && (row.dismissed_at !== null || row.stopped === DISMISSED);

/** A plan's refund of another payment of the attempt's order that was begun, and is not in Medusa's sums yet. */
const PLAN_BESIDE = `
  SELECT 1 FROM acquiring_payment_attempt AS own
  JOIN payment ON payment.payment_session_id = own.session_id AND payment.deleted_at IS NULL
  JOIN order_payment_collection AS link
    ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
  JOIN order_payment_collection AS same ON same.order_id = link.order_id AND same.deleted_at IS NULL
  JOIN payment AS other ON other.payment_collection_id = same.payment_collection_id AND other.deleted_at IS NULL
  JOIN acquiring_payment_attempt AS attempt
    ON attempt.session_id = other.payment_session_id AND attempt.id <> own.id AND attempt.deleted_at IS NULL
  JOIN acquiring_operation AS operation ON operation.attempt_id = attempt.id AND operation.kind = 'refund'
    AND operation.deleted_at IS NULL AND starts_with(operation.idempotency_key, :plan)
  WHERE own.id = :attemptId AND (operation.status IN ('sending', 'unknown')
    OR operation.status IN ('settled', 'pending') AND NOT operation.recorded_in_medusa) LIMIT 1`;

/** What a plan's refunds have before the plan, in the key that their caller gives. */
export const PLAN_KEY = "surplus_";

const IN_A_PLAN: Reason = {
  code: "plan_being_carried_out",
  message:
    "Nothing was refunded. What this order has paid too much is being refunded with another of its payments. Try again once that is recorded.",
};

export class RefundProposals {
  /** Up to when this process has looked for orders that no event reported; null: not yet. */
  lookedAt: Date | null = null;

  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  /** Why another refund of the order must not be sent, once its row is committed; null: no plan is being carried out. */
  async planRefusal(attemptId: string): Promise<Reason | null> {
    const values = { attemptId, plan: dashboardKey("refund", PLAN_KEY) };
    return (await this.pg.raw<{ rows: unknown[] }>(PLAN_BESIDE, values)).rows.length > 0 ? IN_A_PLAN : null;
  }

  async ofOrder(orderId: string): Promise<RefundProposalRow | undefined> {
    return this.pg<RefundProposalRow>(TABLE).where({ order_id: orderId, deleted_at: null }).first();
  }

  /** Stores what was found, and returns the row. Under the order's lease. `lookAgain`: when, unless another time follows, or none. */
  async note(orderId: string, found: FoundRefund, lookAgain: Date | null = null): Promise<RefundProposalRow> {
    const now = this.now();
    const { money, refunds, orderVersion } = found;
    const columns = {
      currency: money.currency,
      ...amountColumns("amount", money.minor),
      refunds,
      order_version: orderVersion,
      due_at: lookAgain,
      updated_at: now,
    };
    const before = await this.ofOrder(orderId);
    if (before) {
      const isRefunded = money.minor === 0n && refunds > before.refunds;
      const stopped = wasDismissed(before) && !isRefunded ? DISMISSED : null;
      const [row] = await this.pg<RefundProposalRow>(TABLE)
        .where({ id: before.id })
        .update(isOfFound(before, found) ? columns : { ...columns, ...NEW_AMOUNT, stopped })
        .returning("*");
      return row ?? before;
    }
    const [row]: RefundProposalRow[] = await this.pg(TABLE)
      .insert({ id: generateEntityId(undefined, "acqrfp"), order_id: orderId, tries: 0, created_at: now, ...columns })
      .onConflict()
      .ignore()
      .returning("*");
    return row ?? this.note(orderId, found, lookAgain);
  }

  async noteAnnounced(id: string): Promise<void> {
    await this.change(id, { announced_at: this.now() });
  }

  /** "Not now": the amount is neither proposed nor announced until it changes, and nothing that contains it is refunded automatically. */
  async dismiss(row: RefundProposalRow, by: { readonly actorId: string; readonly note: string }): Promise<void> {
    const now = this.now();
    await runTransaction(this.pg, async (trx) => {
      await trx(TABLE)
        .where({ id: row.id })
        .update({ dismissed_at: now, dismissed_by: by.actorId, due_at: null, updated_at: now });
      await recordAction(trx, {
        ...{ attemptId: null, action: "refund_dismissed", actor: "admin", ...by },
        details: { order: row.order_id, amount: minorOf(row.amount).toString(), currency: row.currency },
        at: now,
      });
    });
  }

  /** Staff kept a part of the refund: the amount is in Medusa's order. */
  async noteFee(
    orderId: string,
    { actorId, currency, minor }: { readonly actorId: string; readonly currency: string; readonly minor: bigint },
  ): Promise<void> {
    await recordAction(this.pg, {
      ...{ attemptId: null, action: "restocking_fee_deducted", actor: "admin", actorId },
      details: { order: orderId, amount: minor.toString(), currency },
      at: this.now(),
    });
  }

  /** Tried again at that time. */
  async later({ id, tries }: RefundProposalRow, at: Date): Promise<void> {
    await this.change(id, { due_at: at, tries: tries + 1 });
  }

  /** Examined again at that time, or when something happens; that is not a try. */
  async lookAgain({ id }: RefundProposalRow, at: Date | null): Promise<void> {
    await this.change(id, { due_at: at });
  }

  /** Not tried again for this amount: people decide. */
  async stop({ id }: RefundProposalRow, code: string): Promise<void> {
    await this.change(id, { stopped: code, due_at: null });
  }

  /** Order IDs of proposals that are to be examined again. */
  async due(limit: number): Promise<string[]> {
    return this.pg(TABLE)
      .where("due_at", "<=", this.now())
      .where({ deleted_at: null })
      .orderBy("due_at")
      .limit(limit)
      .pluck("order_id");
  }

  private async change(id: string, columns: Record<string, unknown>): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .update({ ...columns, updated_at: this.now() });
  }
}
