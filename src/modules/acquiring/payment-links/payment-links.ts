import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import type { Money } from "../../../gateway/model/money";
import { linkStatusAt } from "../domain/payment-link";
import type { AuditAction } from "../ledger/journal";
import { recordAction } from "../ledger/journal";
import { amountColumns } from "../ledger/rows/attempt-row";
import { runTransaction } from "../runtime/run-transaction";
import { announceDueEvents } from "./link-announcements";
import type { PaymentLinkRow } from "./payment-link-rows";
import { LINK_TABLE } from "./payment-link-rows";

/**
 * The rows of payment links: created, renewed and revoked by an admin, opened and paid by a customer. An order has at
 * most one that is neither paid nor revoked. It decides nothing about money: the gate does.
 */
export interface LinkTerms {
  readonly money: Money;
  readonly expiresAt: Date;
  readonly actorId: string | null;
  /** Those left out stay as they are. */
  readonly page?: LinkPage;
  /** A customer who asks for the link of their own order has it already; `created` is not emitted. Default: admin. */
  readonly actor?: "admin" | "customer";
}

/** What the link's page shows and offers; see the columns. */
export type LinkPage = Partial<Pick<PaymentLinkRow, "description" | "methods" | "language">>;

export class PaymentLinks {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async byId(id: string): Promise<PaymentLinkRow | undefined> {
    return this.pg<PaymentLinkRow>(LINK_TABLE).where({ id, deleted_at: null }).first();
  }

  /** Newest first. */
  async ofOrder(orderId: string, limit: number): Promise<PaymentLinkRow[]> {
    return this.pg<PaymentLinkRow>(LINK_TABLE)
      .where({ order_id: orderId, deleted_at: null })
      .orderBy("created_at", "desc")
      .limit(limit);
  }

  /** Creates the order's link. One that is still open is returned as it is, and an expired one is renewed. */
  async create(orderId: string, terms: LinkTerms): Promise<PaymentLinkRow> {
    const now = this.now();
    const made = await runTransaction(this.pg, async (trx) => {
      const [row] = await trx<PaymentLinkRow>(LINK_TABLE)
        .insert({ ...this.newRow(orderId, now), ...termColumns(terms, now), ...announcedTo(terms) })
        .onConflict()
        .ignore()
        .returning("*");
      if (!row) return row;
      await this.audit(trx, row, { action: "payment_link_created", ...terms });
      await announceDueEvents(trx, row, now);
      return row;
    });
    if (made) return made;
    const [present] = await this.pg<PaymentLinkRow>(LINK_TABLE).where({ order_id: orderId, ...UNENDED });
    // Paid or revoked meanwhile.
    if (!present) return this.create(orderId, terms);
    return linkStatusAt(present, now) === "open" ? present : this.renew(present.id, terms);
  }

  /** A new token and a new expiry; earlier tokens stop working. Refused once it is paid or revoked. */
  async renew(id: string, terms: LinkTerms): Promise<PaymentLinkRow> {
    const now = this.now();
    return runTransaction(this.pg, async (trx) => {
      const [row] = await trx<PaymentLinkRow>(LINK_TABLE)
        .where({ id, ...UNENDED })
        .update({
          ...termColumns(terms, now),
          serial: trx.raw("serial + 1"),
          announced: trx.raw("trim(replace(announced, 'expired', ''))"),
        })
        .returning("*");
      if (!row) throw await this.ended(trx, id);
      await this.audit(trx, row, { action: "payment_link_renewed", ...terms });
      await announceDueEvents(trx, row, now);
      return row;
    });
  }

  /** No new payment can be started with it. Revoking twice is one revocation. */
  async revoke(id: string, actorId: string | null): Promise<PaymentLinkRow> {
    const now = this.now();
    return runTransaction(this.pg, async (trx) => {
      const [row] = await trx<PaymentLinkRow>(LINK_TABLE)
        .where({ id, ...UNENDED })
        .update({ revoked_at: now, updated_at: now })
        .returning("*");
      if (row) {
        await this.audit(trx, row, { action: "payment_link_revoked", actorId });
        return row;
      }
      const present = await trx<PaymentLinkRow>(LINK_TABLE).where({ id, deleted_at: null }).first();
      if (present?.revoked_at) return present;
      throw await this.ended(trx, id);
    });
  }

  async noteSent(
    id: string,
    { key, actorId }: { readonly key: string; readonly actorId: string },
  ): Promise<PaymentLinkRow> {
    const now = this.now();
    return runTransaction(this.pg, async (trx) => {
      const [row] = await trx<PaymentLinkRow>(LINK_TABLE)
        .where({ id, deleted_at: null })
        .update({ sent_at: now, sent_key: key, updated_at: now })
        .returning("*");
      if (!row) throw await this.ended(trx, id);
      await this.audit(trx, row, { action: "payment_link_sent", actorId });
      return row;
    });
  }

  /** True the first time. */
  async noteOpened(id: string): Promise<boolean> {
    return this.noteOnce(id, "opened_at", {});
  }

  /** True the first time. Also for a link that expired or was revoked while the payment was at the gateway. */
  async notePaid(id: string, paid: { readonly attemptId: string; readonly minor: bigint }): Promise<boolean> {
    const columns = { attempt_id: paid.attemptId, ...amountColumns("amount", paid.minor), updated_at: this.now() };
    return this.noteOnce(id, "paid_at", columns);
  }

  private async noteOnce(
    id: string,
    time: "opened_at" | "paid_at",
    columns: Record<string, unknown>,
  ): Promise<boolean> {
    const now = this.now();
    return runTransaction(this.pg, async (trx) => {
      const [row] = await trx<PaymentLinkRow>(LINK_TABLE)
        .where({ id, [time]: null })
        .update({ ...columns, [time]: now })
        .returning("*");
      if (row) await announceDueEvents(trx, row, now);
      return row !== undefined;
    });
  }

  private newRow(orderId: string, now: Date): Record<string, unknown> {
    return { id: generateEntityId(undefined, "acqlnk"), serial: 1, order_id: orderId, created_at: now };
  }

  private async audit(
    trx: Knex,
    link: PaymentLinkRow,
    { action, actorId, actor = "admin" }: Pick<LinkTerms, "actor" | "actorId"> & { readonly action: AuditAction },
  ): Promise<void> {
    const { id, serial, order_id: order, amount, currency, expires_at: expires } = link;
    const details = { link: id, serial, order, amount: String(amount), currency, expires_at: expires.toISOString() };
    await recordAction(trx, { attemptId: null, action, actor, actorId, details, at: this.now() });
  }

  private async ended(trx: Knex, id: string): Promise<MedusaError> {
    const present = await trx<PaymentLinkRow>(LINK_TABLE).where({ id, deleted_at: null }).first();
    if (!present) return new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment link ${id}.`);
    const how = linkStatusAt(present, this.now());
    return new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This payment link is already ${how}. Nothing was changed; create a new link if the order still owes something.`,
    );
  }
}

const UNENDED = { paid_at: null, revoked_at: null, deleted_at: null };

const announcedTo = ({ actor }: LinkTerms): { readonly announced?: string } =>
  actor === "customer" ? { announced: "created" } : {};

const termColumns = ({ money, expiresAt, actorId, page }: LinkTerms, now: Date): Record<string, unknown> => ({
  currency: money.currency,
  ...amountColumns("amount", money.minor),
  expires_at: expiresAt,
  created_by: actorId,
  ...page,
  updated_at: now,
});
