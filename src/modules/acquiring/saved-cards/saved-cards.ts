import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { safeText } from "../../../gateway/redaction/redact";
import type { AccountIdentities } from "../accounts/account-identities";
import type { Actor } from "../ledger/rows/attempt-row";
import { runTransaction } from "../runtime/run-transaction";
import type { PlacedCard, SavedCardRow, StoredCard, UsableCard } from "./saved-card-rows";
import { auditSavedCard, liveCards, SAVED_CARDS, SHOWN_COLUMNS } from "./saved-card-rows";
import type { NewSavedCard, StorableCard } from "./card-storage-rules";
import type { CardImport } from "./imported-card";
import { presenceOf } from "./imported-card";
import { MOST_CARDS, firstGoodMonth, isSameCard, removedToken, storableCard } from "./card-storage-rules";

/**
 * The cards that customers saved. The gateway has the number, this table its token and the display data; only `usable`
 * returns a token, for the request that pays with it. It does not query the gateway; the caller reports how a card was
 * answered. Every change adds an audit record, without the token.
 */
const ATTEMPTS = "acquiring_payment_attempt";
const ID = /^acqcrd_[0-9A-Z]{26}$/;

type CardIdentities = Pick<AccountIdentities, "ready" | "isCurrent">;

export interface SavedCardsParts {
  readonly connection: Knex;
  readonly now: () => Date;
  readonly enabled: boolean;
  /** Missing: every token belongs to the current account. */
  readonly identities?: CardIdentities;
}

const EVERYWHERE: CardIdentities = { ready: () => Promise.resolve(), isCurrent: () => true };

export class SavedCards {
  readonly #pg: Knex;
  readonly #now: () => Date;
  readonly #enabled: boolean;
  readonly #identities: CardIdentities;

  /**
   * `enabled` is the option `savedCards.enabled`: without it nothing is saved, listed or usable; removing still works.
   */
  constructor(deps: SavedCardsParts) {
    this.#identities = deps.identities ?? EVERYWHERE;
    this.#pg = deps.connection;
    this.#now = deps.now;
    this.#enabled = deps.enabled;
  }

  /**
   * Saves a card and returns its id. The same token returns the same id; the same card again replaces its token and
   * clears a refusal. Null if it may not be saved: saved cards are off, something in it may not be stored, the token is
   * another customer's, the customer was deleted, or it is of a former gateway account and the customer has the card
   * with the current one. `attemptId`: the payment that saves it, once: a repetition does not restore a card that the
   * customer has removed.
   */
  async keep(input: NewSavedCard, attemptId?: string): Promise<string | null> {
    const card = this.#enabled ? storableCard(input) : null;
    if (!card) return null;
    await this.#identities.ready();
    return runTransaction(this.#pg, async (trx) => {
      if (!(await isCustomer(trx, card.customer_id))) return null;
      // Always in this order. The first limits the number of cards, the second decides whose token it is.
      await lock(trx, `customer:${card.customer_id}`);
      await lock(trx, `token:${card.account}:${card.token}`);
      if (attemptId === undefined) return this.place(trx, card);
      const attempt = trx(ATTEMPTS).where({ id: attemptId, saved_card_id: null });
      const kept = (await attempt.clone().first("id")) ? await this.place(trx, card) : null;
      if (kept !== null) await attempt.update({ saved_card_id: kept });
      return kept;
    });
  }

  /**
   * Saves a card that another integration saved, never at the cost of one that is here: a card that the customer has
   * saved or removed here, or that the gateway has refused, stays as it is.
   */
  async import(input: NewSavedCard, actorId: string): Promise<CardImport> {
    if (!this.#enabled) return { kind: "off" };
    const card = storableCard(input);
    if (!card) return { kind: "not_storable" };
    await this.#identities.ready();
    return runTransaction(this.#pg, async (trx) => {
      if (!(await isCustomer(trx, card.customer_id))) return { kind: "deleted" };
      await lock(trx, `customer:${card.customer_id}`);
      await lock(trx, `token:${card.account}:${card.token}`);
      const presence = await presenceOf(trx, card, this.#identities);
      if (presence !== null) return { kind: presence };
      const now = this.#now();
      const row = { id: generateEntityId(undefined, "acqcrd"), ...card, imported_at: now };
      await trx(SAVED_CARDS).insert({ ...row, created_at: now, updated_at: now });
      await auditSavedCard(trx, row, { action: "saved_card_imported", actor: "admin", actorId, details: {}, at: now });
      return { kind: "imported" };
    });
  }

  /** The same question without writing, for a dry run. */
  async importable(input: NewSavedCard): Promise<CardImport> {
    if (!this.#enabled) return { kind: "off" };
    const card = storableCard(input);
    if (!card) return { kind: "not_storable" };
    await this.#identities.ready();
    return { kind: (await presenceOf(this.#pg, card, this.#identities)) ?? "imported" };
  }

  /** Most recently used first, without tokens and without those of another gateway account. */
  async list(customerId: string): Promise<SavedCardRow[]> {
    if (!this.#enabled) return [];
    await this.#identities.ready();
    const rows: readonly PlacedCard<SavedCardRow>[] = await this.good()
      .where({ customer_id: customerId })
      .orderByRaw("COALESCE(last_used_at, created_at) DESC, id DESC")
      .select(...SHOWN_COLUMNS, "gateway_identity");
    return rows.filter((row) => this.#identities.isCurrent(row)).map(shown);
  }

  /**
   * The card to pay with, or null: missing, another customer's, removed, refused and expired ones look alike, and so do
   * those of another gateway account.
   */
  async usable(customerId: string, id: string): Promise<UsableCard | null> {
    if (!this.#enabled || !ID.test(id)) return null;
    await this.#identities.ready();
    const row: PlacedCard<UsableCard> | undefined = await this.good()
      .where({ customer_id: customerId, id })
      .first(...SHOWN_COLUMNS, "token", "gateway_identity");
    return row && this.#identities.isCurrent(row) ? shown(row) : null;
  }

  async used(id: string): Promise<void> {
    const now = this.#now();
    await liveCards(this.#pg).where({ id }).update({ last_used_at: now, updated_at: now });
  }

  /**
   * The gateway no longer accepts this token: it is not offered again. Not for a temporary decline. `sentAt`: of the
   * payment; a card renewed or accepted since then stays.
   */
  async refuse(id: string, code: string | null, sentAt?: Date): Promise<void> {
    await runTransaction(this.#pg, async (trx) => {
      const row = await liveCards(trx).where({ id, refused_at: null }).forUpdate().first();
      if (!row || (sentAt && row.last_used_at && row.last_used_at > sentAt)) return;
      const now = this.#now();
      const refused = code === null ? null : safeText(code, 100);
      await liveCards(trx).where({ id }).update({ refused_at: now, refused_code: refused, updated_at: now });
      await auditSavedCard(trx, row, {
        action: "saved_card_refused",
        actor: "gateway",
        details: { code: refused },
        at: now,
      });
    });
  }

  /** Removes the customer's card and its token. False if there is no such card, or it is another customer's. */
  async remove(customerId: string, id: string): Promise<boolean> {
    if (!ID.test(id)) return false;
    return runTransaction(this.#pg, async (trx) => {
      const row = await liveCards(trx).where({ customer_id: customerId, id }).forUpdate().first();
      if (!row) return false;
      await this.drop(trx, row, { actor: "customer", reason: "asked" });
      return true;
    });
  }

  async removeAll(customerId: string): Promise<number> {
    return runTransaction(this.#pg, async (trx) => {
      const rows = await liveCards(trx).where({ customer_id: customerId }).orderBy("id").forUpdate();
      for (const row of rows) await this.drop(trx, row, { actor: "system", reason: "customer_gone" });
      return rows.length;
    });
  }

  private good(): Knex.QueryBuilder<StoredCard, StoredCard[]> {
    return liveCards(this.#pg)
      .where({ refused_at: null })
      .whereRaw("expiry_year || expiry_month >= ?", [firstGoodMonth(this.#now())]);
  }

  private async place(trx: Knex, card: StorableCard): Promise<string | null> {
    const { account, customer_id, token } = card;
    const holder = await liveCards(trx).where({ account, token }).whereNot({ customer_id }).first("id");
    if (holder) return null;
    const mine = await liveCards(trx).where({ customer_id }).orderBy("id").forUpdate();
    const same = mine.filter((row) => isToken(row, card) || isSameCard(row, card));
    const isCurrent = this.#identities.isCurrent(card);
    // The notification of a former account's payment may be late.
    if (!isCurrent && same.some((row) => this.#identities.isCurrent(row))) return null;
    const kept = same.find((row) => isToken(row, card)) ?? same[0];
    const others = mine.filter((row) => this.#identities.isCurrent(row) === isCurrent);
    if (!kept) return this.insert(trx, card, others);
    for (const row of same) if (row !== kept) await this.drop(trx, row, { actor: "system", reason: "replaced" });
    return this.renew(trx, kept, card);
  }

  private async insert(trx: Knex, card: StorableCard, others: readonly StoredCard[]): Promise<string> {
    const now = this.#now();
    const row = { id: generateEntityId(undefined, "acqcrd"), ...card };
    await trx(SAVED_CARDS).insert({ ...row, created_at: now, updated_at: now });
    await auditSavedCard(trx, row, { action: "saved_card_kept", actor: "customer", details: {}, at: now });
    const longestUnusedFirst = [...others].sort((one, other) => lastUse(one) - lastUse(other));
    for (const old of longestUnusedFirst.slice(0, Math.max(0, others.length + 1 - MOST_CARDS))) {
      await this.drop(trx, old, { actor: "system", reason: "too_many" });
    }
    return row.id;
  }

  /** The customer paid with a saved card and asked to save it. */
  private async renew(trx: Knex, row: StoredCard, card: StorableCard): Promise<string> {
    const now = this.#now();
    const isNews = !isToken(row, card) || !isSameCard(row, card) || row.refused_at !== null;
    await liveCards(trx)
      .where({ id: row.id })
      .update({
        ...card,
        brand: card.brand ?? row.brand,
        refused_at: null,
        refused_code: null,
        last_used_at: now,
        updated_at: now,
      });
    if (isNews)
      await auditSavedCard(trx, row, {
        action: "saved_card_kept",
        actor: "customer",
        details: { renewed: true },
        at: now,
      });
    return row.id;
  }

  private async drop(trx: Knex, row: StoredCard, { actor, reason }: { actor: Actor; reason: string }): Promise<void> {
    const now = this.#now();
    await liveCards(trx)
      .where({ id: row.id })
      .update({ token: removedToken(row.id, row.token), removed_at: now, updated_at: now });
    await auditSavedCard(trx, row, { action: "saved_card_removed", actor, details: { reason }, at: now });
  }
}

const shown = <Row>({ gateway_identity: _, ...card }: PlacedCard<Row>): Omit<PlacedCard<Row>, "gateway_identity"> =>
  card;

const isToken = (row: StoredCard, card: StorableCard): boolean =>
  row.account === card.account && row.token === card.token;

const lastUse = ({ last_used_at, created_at }: StoredCard): number => (last_used_at ?? created_at).getTime();

async function lock(trx: Knex, what: string): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`acquiring-saved-card:${what}`]);
}

/** Medusa deletes the customer after this transaction, or has done so. Without Medusa's tables everyone is one. */
async function isCustomer(trx: Knex, id: string): Promise<boolean> {
  if (!(await trx.schema.hasTable("customer"))) return true;
  return (await trx("customer").where({ id, deleted_at: null }).forShare().first("id")) !== undefined;
}
