import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { LinkEvent } from "../domain/payment-link";
import { dueLinkEvents, nextLinkEventAt } from "../domain/payment-link";
import type { PaymentLinkRow } from "./payment-link-rows";
import { LINK_TABLE } from "./payment-link-rows";

/**
 * Which events of payment links are still to be emitted. At least once: a process that dies between emitting and noting
 * leaves the event due again after a minute.
 */
const CLAIM_MS = 60_000;

export interface LinkAnnouncement {
  readonly link: PaymentLinkRow;
  readonly events: readonly LinkEvent[];
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

  /** Null if nothing is due, or another process has it. */
  async claim(id: string): Promise<LinkAnnouncement | null> {
    const now = this.now();
    const [link] = await this.pg<PaymentLinkRow>(LINK_TABLE)
      .where({ id, deleted_at: null })
      .where("announce_at", "<=", now)
      .update({ announce_at: new Date(now.getTime() + CLAIM_MS) })
      .returning("*");
    return link ? { link, events: dueLinkEvents(link, wordsOf(link), now) } : null;
  }

  /** What happened to the link since the claim has set another time, and stays due. */
  async done({ link, events }: LinkAnnouncement): Promise<void> {
    const announced = [...new Set([...wordsOf(link), ...events])].join(" ");
    await this.pg(LINK_TABLE)
      .where({ id: link.id })
      .update({
        announced,
        announce_at: this.pg.raw("CASE WHEN announce_at = ? THEN CAST(? AS timestamptz) ELSE announce_at END", [
          link.announce_at,
          nextLinkEventAt(link, this.now()),
        ]),
      });
  }
}

const wordsOf = ({ announced }: PaymentLinkRow): string[] => announced.split(" ").filter((word) => word !== "");
