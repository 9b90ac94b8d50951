import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Terms } from "../domain/terms";
import type { PlanRow } from "../rows";
import { termColumns } from "../rows";

/** Plans by variant: one live plan each, by the unique index. */
export interface PlanData extends Terms {
  readonly variantId: string;
  /** By currency code in lower case: decimal text in major units. */
  readonly amounts: Readonly<Record<string, string>>;
}

export class Plans {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async ofVariants(variantIds: readonly string[]): Promise<PlanRow[]> {
    return this.pg<PlanRow>("acquiring_plan")
      .whereIn("variant_id", [...new Set(variantIds)])
      .where({ deleted_at: null });
  }

  /** Replaces the plan last changed at `seen`, null: none, by default: any. Returns null if there is another one. */
  async put({ variantId, amounts, ...terms }: PlanData, seen?: Date | null): Promise<PlanRow | null> {
    const now = this.now();
    const columns = { amounts: JSON.stringify(amounts), ...termColumns(terms), updated_at: now };
    const plans = this.pg("acquiring_plan");
    if (seen) void plans.where({ variant_id: variantId, deleted_at: null, updated_at: seen }).update(columns);
    else {
      const row = { id: generateEntityId(undefined, "acqplan"), variant_id: variantId, created_at: now, ...columns };
      const added = plans.insert(row).onConflict(this.pg.raw("(variant_id) WHERE deleted_at IS NULL"));
      void (seen === null ? added.ignore() : added.merge(columns));
    }
    const [row] = await plans.returning<PlanRow[]>("*");
    return row ?? null;
  }

  async remove(variantId: string): Promise<boolean> {
    const now = this.now();
    const removed = await this.pg("acquiring_plan")
      .where({ variant_id: variantId, deleted_at: null })
      .update({ deleted_at: now, updated_at: now });
    return removed > 0;
  }

  async activeOf(variantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.pg("acquiring_subscription")
      .whereIn("variant_id", [...new Set(variantIds)])
      .whereIn("state", ["active", "cancelling"])
      .where({ deleted_at: null })
      .groupBy("variant_id")
      .select<{ variant_id: string; count: number }[]>("variant_id", this.pg.raw("count(*)::int AS count"));
    return new Map(rows.map(({ variant_id: id, count }) => [id, count]));
  }
}
