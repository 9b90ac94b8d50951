import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Money } from "../../../gateway/model/money";
import { amountColumns, runTransaction } from "../../acquiring";
import type { Terms } from "../domain/terms";
import { anchorOf } from "../domain/billing-calendar";
import type { SubscriptionRecord } from "../rows";
import { termColumns } from "../rows";

/** Written before the payment that may start one is sent, joined to it afterwards; removed after a day without one. */
export interface NewSubscription {
  readonly sessionId: string;
  readonly account: string;
  readonly customerId: string | null;
  readonly email: string | null;
  /** Null: imported from another integration. */
  readonly cartId: string | null;
  readonly variantId: string;
  readonly productId: string | null;
  readonly productTitle: string | null;
  readonly variantTitle: string | null;
  readonly thumbnail: string | null;
  readonly quantity: number;
  /** Of one charge with the quantity. */
  readonly money: Money;
  readonly terms: Terms;
  readonly imported?: ImportedSubscription;
}

export interface ImportedSubscription {
  /** The order whose items, addresses and shipping the renewals repeat; null: they become no order by themselves. */
  readonly orderId: string | null;
  /** Charges before this moment belong to the former integration. */
  readonly takesOverAt: Date;
  /** The start of that day in UTC, from which periods are counted; it may have passed. */
  readonly anchor: Date;
}

export const newSubscriptionId = (): string => generateEntityId(undefined, "acqsub");

const TABLE = "acquiring_subscription";
const DAY_MS = 86_400_000;
/** A payment session has a shorter life. Our choice. */
const DRAFT_FOR_MS = DAY_MS;

export class SubscriptionStore {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  get connection(): Knex {
    return this.pg;
  }

  /** Stores the terms of a payment that is about to be sent; the id is sent as the subscription's reference. */
  async prepare(id: string, subscription: NewSubscription): Promise<void> {
    const now = this.now();
    await this.pg(TABLE).insert({
      id,
      session_id: subscription.sessionId,
      account: subscription.account,
      state: "pending",
      customer_id: subscription.customerId,
      email: subscription.email,
      cart_id: subscription.cartId,
      variant_id: subscription.variantId,
      product_id: subscription.productId,
      product_title: subscription.productTitle,
      variant_title: subscription.variantTitle,
      thumbnail: subscription.thumbnail,
      quantity: subscription.quantity,
      currency: subscription.money.currency,
      ...amountColumns("amount", subscription.money.minor),
      ...termColumns(subscription.terms),
      anchor: subscription.imported?.anchor ?? anchorOf(subscription.terms, now),
      order_id: subscription.imported?.orderId ?? null,
      takes_over_at: subscription.imported?.takesOverAt ?? null,
      created_at: now,
      updated_at: now,
    });
  }

  /** Joins it to the payment that was sent with its reference; returns the row, or undefined if there is none. */
  async join(id: string, attemptId: string): Promise<SubscriptionRecord | undefined> {
    await this.pg(TABLE).where({ id, attempt_id: null }).update({ attempt_id: attemptId });
    return this.pg<SubscriptionRecord>(TABLE).where({ id, attempt_id: attemptId, deleted_at: null }).first();
  }

  async byId(id: string): Promise<SubscriptionRecord | undefined> {
    return this.pg<SubscriptionRecord>(TABLE).where({ id, deleted_at: null }).whereNotNull("attempt_id").first();
  }

  async byAttempt(attemptId: string): Promise<SubscriptionRecord | undefined> {
    return this.pg<SubscriptionRecord>(TABLE).where({ attempt_id: attemptId, deleted_at: null }).first();
  }

  async byAttempts(attemptIds: readonly string[]): Promise<SubscriptionRecord[]> {
    return this.pg<SubscriptionRecord>(TABLE)
      .whereIn("attempt_id", [...attemptIds])
      .where({ deleted_at: null });
  }

  async ofOrder(orderId: string): Promise<SubscriptionRecord[]> {
    return this.pg<SubscriptionRecord>(TABLE).where({ order_id: orderId, deleted_at: null });
  }

  /** Runs `work` under the row lock; undefined if there is no such subscription. Commits when it resolves. */
  async locked<T>(
    id: string,
    work: (row: SubscriptionRecord, trx: Knex.Transaction) => Promise<T>,
  ): Promise<T | undefined> {
    return runTransaction(this.pg, async (trx) => {
      const row = await trx<SubscriptionRecord>(TABLE).where({ id, deleted_at: null }).forUpdate().first();
      return row ? work(row, trx) : undefined;
    });
  }

  async change(trx: Knex, id: string, columns: Partial<SubscriptionRecord>): Promise<void> {
    await trx(TABLE)
      .where({ id })
      .update({ ...columns, updated_at: this.now() });
  }

  /**
   * Subscriptions to check, by keyset: those after `after`, in the order of their dates. `silent`: excluded accounts.
   */
  async due(
    limit: number,
    after: { readonly at: Date; readonly id: string } | null,
    silent: ReadonlySet<string> = new Set(),
  ): Promise<SubscriptionRecord[]> {
    const query = this.pg<SubscriptionRecord>(TABLE)
      .where({ deleted_at: null })
      .where("next_check_at", "<=", this.now())
      .orderBy([{ column: "next_check_at" }, { column: "id" }])
      .limit(limit);
    if (silent.size > 0) void query.whereNotIn("account", [...silent]);
    if (after) void query.whereRaw("(next_check_at, id) > (?, ?)", [after.at, after.id]);
    return query;
  }

  /** Removes rows that were never sent; a payment that was sent keeps its terms. */
  async prune(): Promise<number> {
    return this.pg(TABLE)
      .where({ attempt_id: null })
      .where("created_at", "<", new Date(this.now().getTime() - DRAFT_FOR_MS))
      .whereNotExists(
        this.pg("acquiring_payment_attempt AS attempt")
          .whereRaw(`attempt.session_id = ${TABLE}.session_id AND attempt.deleted_at IS NULL`)
          .whereNotNull("attempt.subscription_due_at"),
      )
      .delete();
  }
}
