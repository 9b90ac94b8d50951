import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { TaskKind, TaskRow } from "../rows";

/** Tasks for subscription events. A worker claims a task by a lease; another continues after its expiry. */
export interface NewTask {
  readonly subscriptionId: string;
  readonly kind: TaskKind;
  readonly chargeId?: string;
}

const TABLE = "acquiring_subscription_task";
/** Longer than creating an order takes. Our choice. */
const LEASE_MS = 120_000;
const DAY_MS = 86_400_000;

const keyOf = ({ kind, chargeId }: NewTask): string => (chargeId === undefined ? kind : `${kind}:${chargeId}`);

export const NEXT_TASK = `(SELECT min(GREATEST(due_at, lease_until)) FROM ${TABLE} WHERE due_at IS NOT NULL AND deleted_at IS NULL)`;

export class Tasks {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async add(trx: Knex, task: NewTask): Promise<void> {
    const { subscriptionId, kind, chargeId } = task;
    const now = this.now();
    await trx(TABLE)
      .insert({
        id: generateEntityId(undefined, "acqstk"),
        subscription_id: subscriptionId,
        key: keyOf(task),
        kind,
        charge_id: chargeId ?? null,
        due_at: now,
        failures: 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict()
      .ignore();
  }

  /** A user's request: also repeats a finished task. */
  async request(trx: Knex, task: NewTask): Promise<void> {
    await this.add(trx, task);
    const now = this.now();
    await trx(TABLE)
      .where({ subscription_id: task.subscriptionId, key: keyOf(task), deleted_at: null, due_at: null })
      .update({ due_at: now, failures: 0, updated_at: now });
  }

  async due(limit: number): Promise<string[]> {
    const now = this.now();
    const rows = await this.pg(TABLE)
      .where("due_at", "<=", now)
      .where({ deleted_at: null })
      .where((free) => free.whereNull("lease_until").orWhere("lease_until", "<=", now))
      .orderBy("due_at")
      .limit(limit)
      .select<{ id: string }[]>("id");
    return rows.map(({ id }) => id);
  }

  /** Undefined if it is done or claimed. `isWanted`: a user requested it early. */
  async take(id: string, isWanted = false): Promise<TaskRow | undefined> {
    const now = this.now();
    const query = this.pg(TABLE)
      .where({ id })
      .whereNotNull("due_at")
      .where((free) => free.whereNull("lease_until").orWhere("lease_until", "<=", now));
    if (!isWanted) void query.where("due_at", "<=", now);
    const [row] = await query
      .update({ lease_until: new Date(now.getTime() + LEASE_MS), updated_at: now })
      .returning<TaskRow[]>("*");
    return row;
  }

  async finish(id: string): Promise<void> {
    await this.pg(TABLE).where({ id }).update({ due_at: null, lease_until: null, updated_at: this.now() });
  }

  /** Retries after a minute, then with growing delays up to a day. */
  async fail({ id, failures }: TaskRow): Promise<void> {
    const now = this.now();
    const pause = Math.min(DAY_MS, 60_000 * 4 ** Math.min(failures, 10));
    await this.pg(TABLE)
      .where({ id })
      .update({
        failures: failures + 1,
        due_at: new Date(now.getTime() + pause),
        lease_until: null,
        updated_at: now,
      });
  }

  async ofCharge(chargeId: string): Promise<TaskRow | undefined> {
    return this.pg<TaskRow>(TABLE).where({ charge_id: chargeId, kind: "renewal", deleted_at: null }).first();
  }
}
