import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { amountColumns } from "../../acquiring";
import type { PeriodCharge } from "../domain/billing-periods";
import type { ChargeRow, ChargeState, SubscriptionRecord, OrderState } from "../rows";

export interface ChargeFact {
  readonly attemptId: string;
  readonly state: ChargeState;
  readonly currency: string;
  /** In minor units. */
  readonly amount: bigint;
  readonly gatewayPaymentId: string | null;
  readonly message: string | null;
  readonly chargedAt: Date;
}

export type CameRow = PeriodCharge & Pick<ChargeRow, "id">;

const TABLE = "acquiring_charge";

/** How many charges are read back. Our choice. */
const LATEST = 50;

const PAID_WITH_ORDER = "(count(DISTINCT order_id) FILTER (WHERE state = 'declined' AND order_state = 'made'))::int";

export class Charges {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async byId(id: string): Promise<ChargeRow | undefined> {
    return this.pg<ChargeRow>(TABLE).where({ id }).first();
  }

  async byAttempt(trx: Knex, attemptId: string): Promise<ChargeRow | undefined> {
    return trx<ChargeRow>(TABLE).where({ attempt_id: attemptId, deleted_at: null }).first();
  }

  async ofSubscription(subscriptionId: string, limit: number): Promise<ChargeRow[]> {
    return this.pg<ChargeRow>(TABLE)
      .where({ subscription_id: subscriptionId, deleted_at: null })
      .orderBy("number", "desc")
      .limit(limit);
  }

  /** The latest renewals first, within the caller's transaction. */
  async renewals(trx: Knex, subscription: Pick<SubscriptionRecord, "id" | "attempt_id">): Promise<ChargeRow[]> {
    return trx<ChargeRow>(TABLE)
      .where({ subscription_id: subscription.id, deleted_at: null })
      .whereNot({ attempt_id: subscription.attempt_id ?? "" })
      .orderBy("charged_at", "desc")
      .orderBy("number", "desc")
      .limit(LATEST);
  }

  /** Whose billing period is paid, or was to be paid, with this order; a declined one may turn out to be paid. */
  async ofOrder(trx: Knex, orderId: string): Promise<ChargeRow[]> {
    return trx<ChargeRow>(TABLE).where({ order_id: orderId, deleted_at: null });
  }

  async ofSubscriptions(
    subscriptionIds: readonly string[],
    each: number,
  ): Promise<ReadonlyMap<string, readonly ChargeRow[]>> {
    const { rows } = await this.pg.raw<{ rows: ChargeRow[] }>(
      `SELECT charge.* FROM unnest(:ids::text[]) AS subscription(id), LATERAL (
         SELECT * FROM ${TABLE} WHERE subscription_id = subscription.id AND deleted_at IS NULL ORDER BY number DESC LIMIT :each
       ) AS charge`,
      { ids: [...subscriptionIds], each },
    );
    const bySubscription = new Map<string, ChargeRow[]>();
    for (const row of rows)
      bySubscription.set(row.subscription_id, [...(bySubscription.get(row.subscription_id) ?? []), row]);
    return bySubscription;
  }

  async subscriptionsOfOrders(orderIds: readonly string[]): Promise<string[]> {
    if (orderIds.length === 0) return [];
    const rows = await this.pg(TABLE)
      .whereIn("order_id", [...orderIds])
      .where({ deleted_at: null })
      .select<{ subscription_id: string }[]>("subscription_id");
    return rows.map(({ subscription_id: id }) => id);
  }

  async withAttention(
    subscriptionIds: readonly string[],
  ): Promise<Pick<ChargeRow, "subscription_id" | "attempt_id">[]> {
    if (subscriptionIds.length === 0) return [];
    return this.pg(TABLE)
      .whereIn("subscription_id", [...subscriptionIds])
      .where({ deleted_at: null })
      .whereExists(
        this.pg("acquiring_attention_item AS item")
          .whereRaw(`item.attempt_id = ${TABLE}.attempt_id`)
          .where({ "item.cleared_at": null, "item.deleted_at": null }),
      )
      .select<Pick<ChargeRow, "subscription_id" | "attempt_id">[]>("subscription_id", "attempt_id");
  }

  /** Under the subscription's lock: the next free number. */
  async insert(trx: Knex, subscriptionId: string, fact: ChargeFact): Promise<ChargeRow | undefined> {
    const now = this.now();
    const { rows } = await trx.raw<{ rows: { number: number }[] }>(
      `SELECT COALESCE(MAX(number), 0)::int + 1 AS number FROM ${TABLE} WHERE subscription_id = ? AND deleted_at IS NULL`,
      [subscriptionId],
    );
    const [row] = await trx(TABLE)
      .insert({
        id: generateEntityId(undefined, "acqchg"),
        subscription_id: subscriptionId,
        number: rows[0]?.number ?? 1,
        attempt_id: fact.attemptId,
        order_state: "none" satisfies OrderState,
        created_at: now,
        ...this.columns(fact),
      })
      .returning<ChargeRow[]>("*");
    return row;
  }

  async change(trx: Knex, id: string, fact: ChargeFact): Promise<void> {
    await trx(TABLE).where({ id }).update(this.columns(fact));
  }

  async setOrder(
    trx: Knex,
    id: string,
    order: { readonly state: OrderState; readonly id?: string | null },
  ): Promise<void> {
    await trx(TABLE)
      .where({ id })
      .update({
        order_state: order.state,
        ...(order.id !== undefined && { order_id: order.id }),
        updated_at: this.now(),
      });
  }

  /**
   * The number of successes, and of captured ones; refunded ones count as paid. A period whose charge was declined and
   * that was paid with an order counts once.
   */
  async count(trx: Knex, subscriptionId: string): Promise<{ readonly made: number; readonly paid: number }> {
    const { rows } = await trx.raw<{ rows: { made: number; paid: number }[] }>(
      `SELECT count(*) FILTER (WHERE state IN ('authorised', 'paid', 'refunded'))::int + ${PAID_WITH_ORDER} AS made,
         count(*) FILTER (WHERE state IN ('paid', 'refunded'))::int + ${PAID_WITH_ORDER} AS paid
       FROM ${TABLE} WHERE subscription_id = ? AND deleted_at IS NULL`,
      [subscriptionId],
    );
    return rows[0] ?? { made: 0, paid: 0 };
  }

  /** The latest first: enough to find missing and duplicate ones. */
  async came(trx: Knex, subscription: Pick<SubscriptionRecord, "id" | "attempt_id">): Promise<CameRow[]> {
    const rows = await trx<ChargeRow>(TABLE)
      .where({ subscription_id: subscription.id, deleted_at: null })
      .orderBy("charged_at", "desc")
      .limit(LATEST)
      .select("id", "state", "attempt_id", "charged_at");
    return rows.map((row) => ({
      id: row.id,
      chargedAt: row.charged_at,
      isPaid: row.state === "authorised" || row.state === "paid" || row.state === "refunded",
      isFirst: row.attempt_id === subscription.attempt_id,
    }));
  }

  async countSince(trx: Knex, subscriptionId: string, since: Date): Promise<number> {
    const { rows } = await trx.raw<{ rows: { count: number }[] }>(
      `SELECT count(*)::int AS count FROM ${TABLE}
       WHERE subscription_id = ? AND deleted_at IS NULL AND state IN ('paid', 'refunded') AND charged_at > ?`,
      [subscriptionId, since],
    );
    return rows[0]?.count ?? 0;
  }

  private columns(fact: ChargeFact): Record<string, unknown> {
    return {
      state: fact.state,
      currency: fact.currency,
      ...amountColumns("amount", fact.amount),
      gateway_payment_id: fact.gatewayPaymentId,
      message: fact.message,
      charged_at: fact.chargedAt,
      updated_at: this.now(),
    };
  }
}
