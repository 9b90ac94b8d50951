import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { LinkEvent } from "../domain/payment-link";
import { dueLinkEvents, linkEventAt, nextLinkEventAt } from "../domain/payment-link";
import type { EventKind } from "../ledger/event-rows";
import { addEvents } from "../ledger/event-rows";
import { runTransaction } from "../runtime/run-transaction";
import type { PaymentLinkRow } from "./payment-link-rows";
import { LINK_TABLE } from "./payment-link-rows";

/**
 * Events of payment links. Each is written in the transaction of its change; an expiry, and what an older version left, in the
 * transaction that clears `announce_at`.
 */
export const KIND_OF_LINK_EVENT = {
  created: "payment_link_created",
  opened: "payment_link_opened",
  paid: "payment_link_paid",
  expired: "payment_link_expired",
} as const satisfies Record<LinkEvent, EventKind>;

/** In the transaction that changed the link, or holds its lock. */
export async function announceDueEvents(trx: Knex, link: PaymentLinkRow, now: Date): Promise<void> {
  const announced = link.announced.split(" ").filter((word) => word !== "");
  const events = dueLinkEvents(link, announced, now);
  await addEvents(
    trx,
    events.map((event) => ({
      id: `${link.id}:${String(link.serial)}:${event}`,
      kind: KIND_OF_LINK_EVENT[event],
      rowId: link.id,
      at: linkEventAt(link, event),
    })),
  );
  await trx(LINK_TABLE)
    .where({ id: link.id })
    .update({ announced: [...announced, ...events].join(" "), announce_at: nextLinkEventAt(link, now) });
}

export class LinkAnnouncements {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async due(limit: number): Promise<string[]> {
    return this.pg(LINK_TABLE)
      .where("announce_at", "<=", this.now())
      .where({ deleted_at: null })
      .orderBy("announce_at")
      .limit(limit)
      .pluck("id");
  }

  /** Does nothing if nothing is due any more. */
  async announce(id: string): Promise<void> {
    const now = this.now();
    await runTransaction(this.pg, async (trx) => {
      const link = await trx<PaymentLinkRow>(LINK_TABLE)
        .where({ id, deleted_at: null })
        .where("announce_at", "<=", now)
        .forUpdate()
        .first();
      if (link) await announceDueEvents(trx, link, now);
    });
  }
}
