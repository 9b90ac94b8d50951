import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { SubscriptionRecordState } from "../domain/states";
import type { SubscriptionRecord } from "../rows";

/** Subscriptions for display: pages and counts. Reads only; prepared and never paid ones are left out. */
export interface SubscriptionRequest {
  readonly states?: readonly SubscriptionRecordState[] | undefined;
  readonly customerId?: string | undefined;
  readonly variantIds?: readonly string[] | undefined;
  readonly overdue?: boolean | undefined;
  /** One of these matches the search; an empty search finds nothing. */
  readonly search?: SubscriptionSearch | undefined;
}

export interface SubscriptionSearch {
  readonly ids: readonly string[];
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  readonly emails: readonly string[];
  readonly recurring: readonly string[];
}

export interface SubscriptionRecordPage {
  readonly by: "created_at" | "next_charge_at";
  readonly direction: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

const TABLE = "acquiring_subscription";
const MOST_COUNTED = 10_001;

export class SubscriptionQuery {
  constructor(private readonly pg: Knex) {}

  async page(
    question: SubscriptionRequest,
    { by, direction, limit, offset }: SubscriptionRecordPage,
  ): Promise<SubscriptionRecord[]> {
    const order = by === "next_charge_at" ? "next_charge_at ?? NULLS LAST, id ??" : "created_at ??, id ??";
    return this.asked(question)
      .orderByRaw(order.replaceAll("??", direction))
      .limit(limit)
      .offset(offset)
      .select<SubscriptionRecord[]>("*");
  }

  async count(question: SubscriptionRequest): Promise<number> {
    const counted = this.asked(question).limit(MOST_COUNTED).select("id").as("counted");
    const [row] = await this.pg.from(counted).select<{ count: number }[]>(this.pg.raw("count(*)::int AS count"));
    return row?.count ?? 0;
  }

  private asked({ states, customerId, variantIds, overdue, search }: SubscriptionRequest): Knex.QueryBuilder {
    const query = this.pg(TABLE).where({ deleted_at: null }).whereNotNull("attempt_id");
    if (states) void query.whereIn("state", [...states]);
    if (customerId !== undefined) void query.where({ customer_id: customerId });
    if (variantIds) void query.whereIn("variant_id", [...variantIds]);
    if (overdue !== undefined) void query.where({ overdue });
    if (search) {
      void query.where((any) =>
        any
          .whereIn("id", [...search.ids])
          .orWhereIn("customer_id", [...search.customers])
          .orWhereIn("order_id", [...search.orders])
          .orWhereIn("email", [...search.emails])
          .orWhereIn("recurring_id", [...search.recurring]),
      );
    }
    return query;
  }
}
