import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { maskCardNumbers } from "../../../gateway/redaction/redact";
import type { NewLedgerEvent } from "../../acquiring";
import type { SubscriptionActor, EventRow } from "../rows";

export interface NewEvent {
  readonly subscriptionId: string;
  readonly kind: string;
  /** Distinguishes this event from others of its kind; default: the kind alone. */
  readonly of?: string;
  readonly actor: SubscriptionActor;
  readonly actorId?: string | null;
  readonly number?: number | null;
  readonly amount?: bigint | null;
  readonly orderId?: string | null;
  readonly note?: string | null;
}

const TABLE = "acquiring_subscription_event";

const LONGEST_NOTE = 500;

const keyOf = ({ kind, of }: Pick<NewEvent, "kind" | "of">): string => (of === undefined ? kind : `${kind}:${of}`);

/** Events of Medusa's bus; the caller adds them in the transaction that records what was done. */
export const createdEvent = (subscriptionId: string, at: Date): NewLedgerEvent => ({
  id: `${subscriptionId}:created`,
  kind: "subscription_created",
  rowId: subscriptionId,
  at,
});

/** `orderId`: a charge that was paid with an order may be charged, and become another order, later. */
export const renewedEvent = (chargeId: string, orderId: string | null, at: Date): NewLedgerEvent => ({
  id: `${chargeId}:${orderId ?? "none"}:renewed`,
  kind: "subscription_renewed",
  rowId: chargeId,
  at,
});

export const renewalFailedEvent = (chargeId: string, at: Date): NewLedgerEvent => ({
  id: `${chargeId}:failed`,
  kind: "subscription_renewal_failed",
  rowId: chargeId,
  at,
});

/** Of its latest cancellation: the gateway may have continued it since an earlier one. */
export async function cancelledEvent(trx: Knex, subscriptionId: string, at: Date): Promise<NewLedgerEvent> {
  const noted = await trx<EventRow>(TABLE)
    .where({ subscription_id: subscriptionId, kind: "cancelled" })
    .orderBy([
      { column: "at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .first<Pick<EventRow, "id"> | undefined>("id");
  const rowId = noted?.id ?? subscriptionId;
  return { id: `${rowId}:cancelled`, kind: "subscription_cancelled", rowId, at };
}

export class Events {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async note(trx: Knex, event: NewEvent): Promise<boolean> {
    const now = this.now();
    const rows = await trx(TABLE)
      .insert({
        id: generateEntityId(undefined, "acqsev"),
        subscription_id: event.subscriptionId,
        key: keyOf(event),
        kind: event.kind,
        actor: event.actor,
        actor_id: event.actorId ?? null,
        number: event.number ?? null,
        amount: event.amount?.toString() ?? null,
        order_id: event.orderId ?? null,
        note: event.note ? maskCardNumbers(event.note).slice(0, LONGEST_NOTE) : (event.note ?? null),
        at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflict()
      .ignore()
      .returning<{ id: string }[]>("id");
    return rows.length > 0;
  }

  async has(trx: Knex, event: Pick<NewEvent, "subscriptionId" | "kind" | "of">): Promise<boolean> {
    const found: unknown = await trx(TABLE)
      .where({ subscription_id: event.subscriptionId, key: keyOf(event) })
      .first("id");
    return found !== undefined;
  }

  async ofSubscription(subscriptionId: string, limit: number): Promise<EventRow[]> {
    return this.pg<EventRow>(TABLE)
      .where({ subscription_id: subscriptionId, deleted_at: null })
      .orderBy([
        { column: "at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit);
  }
}
