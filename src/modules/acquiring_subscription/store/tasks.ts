import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import {
  addEvents,
  clearAttention,
  IS_UNLEASED,
  joinLease,
  raiseAttention,
  wasDismissedSince,
  runTransaction,
} from "../../acquiring";
import type { TaskKind, TaskRow } from "../rows";
import { cancelledEvent, createdEvent, renewalFailedEvent } from "./events";

/** Tasks for subscription events, each worked by the holder of its lease. */
export interface NewTask {
  readonly subscriptionId: string;
  readonly kind: TaskKind;
  readonly chargeId?: string;
}

const TABLE = "acquiring_subscription_task";
const DAY_MS = 86_400_000;

/** The shop's handler that a task calls. A renewal without its order raises an item of its own. */
const HANDLER: Readonly<Record<TaskKind, string | null>> = {
  created: "subscriptionCreated",
  renewal: null,
  renewal_failed: "renewalFailed",
  cancelled: "subscriptionCancelled",
};
/** An hour and a half after the first failure: then staff are told of the handler. Our choice. */
const TOLD_FAILURES = 5;

const keyOf = ({ kind, chargeId }: NewTask): string => (chargeId === undefined ? kind : `${kind}:${chargeId}`);

const OPEN = `FROM ${TABLE} task ${joinLease("subscription-task", "task.id")} WHERE task.due_at IS NOT NULL AND task.deleted_at IS NULL`;

/** SQL: when the next task is due. One in a process's hands is due once its lease expires. */
export const NEXT_TASK = `(SELECT min(GREATEST(task.due_at, lease.leased_until)) ${OPEN})`;

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
    const { rows } = await this.pg.raw<{ rows: { id: string }[] }>(
      `SELECT task.id ${OPEN} AND task.due_at <= :now AND ${IS_UNLEASED} ORDER BY task.due_at LIMIT :limit`,
      { now: this.now(), limit },
    );
    return rows.map(({ id }) => id);
  }

  /** For the holder of its lease. Undefined if it is done. `isWanted`: a user requested it early. */
  async open(id: string, isWanted = false): Promise<TaskRow | undefined> {
    const query = this.pg<TaskRow>(TABLE).where({ id }).whereNotNull("due_at");
    if (!isWanted) void query.where("due_at", "<=", this.now());
    return query.first();
  }

  /** With the event of what was done. */
  async finish({ id, subscription_id: subscriptionId, kind, charge_id: chargeId, failures }: TaskRow): Promise<void> {
    const now = this.now();
    await runTransaction(this.pg, async (trx) => {
      const finished = await trx(TABLE).where({ id }).whereNotNull("due_at").update({ due_at: null, updated_at: now });
      if (finished === 0) return;
      if (failures >= TOLD_FAILURES) await this.closeOfLast(trx, kind);
      switch (kind) {
        case "created":
          return addEvents(trx, [createdEvent(subscriptionId, now)]);
        case "cancelled":
          return addEvents(trx, [await cancelledEvent(trx, subscriptionId, now)]);
        case "renewal_failed":
          return addEvents(trx, chargeId === null ? [] : [renewalFailedEvent(chargeId, now)]);
        case "renewal":
          return;
      }
    });
  }

  /** Retries after a minute, then with growing delays up to a day. One item per handler tells of what keeps failing. */
  async fail({ id, kind, failures: before }: TaskRow): Promise<void> {
    const now = this.now();
    const failures = before + 1;
    const pause = Math.min(DAY_MS, 60_000 * 4 ** Math.min(before, 10));
    await runTransaction(this.pg, async (trx) => {
      await trx(TABLE)
        .where({ id })
        .update({ failures, due_at: new Date(now.getTime() + pause), updated_at: now });
      const handler = HANDLER[kind];
      if (handler === null || failures < TOLD_FAILURES) return;
      const item = { account: "*", kind: "handler_failing", subject: handler, attemptId: null } as const;
      if (await wasDismissedSince(trx, item, new Date(now.getTime() - DAY_MS))) return;
      // The error itself, which may name a customer, is in the log only.
      const message = `The handler "${handler}" has failed ${String(failures)} times in a row for a subscription. The log says why: id=${id}.`;
      await raiseAttention(trx, { ...item, message }, now);
    });
  }

  /** The item is locked first: of two tasks that finish at once, the second sees that the first has. */
  private async closeOfLast(trx: Knex, kind: TaskKind): Promise<void> {
    const handler = HANDLER[kind];
    if (handler === null) return;
    await trx("acquiring_attention_item").where({ subject: handler, cleared_at: null }).forUpdate().select("id");
    const failing: unknown = await trx(TABLE)
      .where({ kind, deleted_at: null })
      .whereNotNull("due_at")
      .where("failures", ">=", TOLD_FAILURES)
      .first("id");
    if (failing === undefined) await clearAttention(trx, "handler_failing", handler, this.now());
  }

  async ofCharge(chargeId: string): Promise<TaskRow | undefined> {
    return this.pg<TaskRow>(TABLE).where({ charge_id: chargeId, kind: "renewal", deleted_at: null }).first();
  }
}
