import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Money } from "../../../gateway/model/money";
import { amountColumns } from "../../acquiring/ledger/rows/rows";
import type { Terms } from "../domain/terms";
import { anchorOf } from "../domain/billing-calendar";
import type { ContractRow } from "../rows";
import { termColumns } from "../rows";

/**
 * Contracts: written before the payment that may begin one is sent, joined to it
 * afterwards. A row without a payment is no contract and is forgotten after a day.
 */
export interface NewContract {
  readonly sessionId: string;
  readonly account: string;
  readonly customerId: string | null;
  readonly email: string | null;
  readonly cartId: string;
  readonly variantId: string;
  readonly productId: string | null;
  readonly productTitle: string | null;
  readonly variantTitle: string | null;
  readonly thumbnail: string | null;
  readonly quantity: number;
  /** Of one charge with the quantity. */
  readonly money: Money;
  readonly terms: Terms;
}

export const newContractId = (): string => generateEntityId(undefined, "acqsub");

const TABLE = "acquiring_contract";
const DAY_MS = 86_400_000;
/** A payment session lives for less. Our choice. */
const DRAFT_FOR_MS = DAY_MS;

export class Contracts {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  get connection(): Knex {
    return this.pg;
  }

  /** Freezes the terms of a payment that is about to be sent; the id goes with it as the contract's reference. */
  async prepare(id: string, contract: NewContract): Promise<void> {
    const now = this.now();
    await this.pg(TABLE).insert({
      id,
      session_id: contract.sessionId,
      account: contract.account,
      state: "pending",
      customer_id: contract.customerId,
      email: contract.email,
      cart_id: contract.cartId,
      variant_id: contract.variantId,
      product_id: contract.productId,
      product_title: contract.productTitle,
      variant_title: contract.variantTitle,
      thumbnail: contract.thumbnail,
      quantity: contract.quantity,
      currency: contract.money.currency,
      ...amountColumns("amount", contract.money.minor),
      ...termColumns(contract.terms),
      anchor: anchorOf(contract.terms, now),
      created_at: now,
      updated_at: now,
    });
  }

  /** Joins it to the payment that was sent with its reference; answers the row, or undefined when there is none. */
  async join(id: string, attemptId: string): Promise<ContractRow | undefined> {
    await this.pg(TABLE).where({ id, attempt_id: null }).update({ attempt_id: attemptId });
    return this.pg<ContractRow>(TABLE).where({ id, attempt_id: attemptId, deleted_at: null }).first();
  }

  async byId(id: string): Promise<ContractRow | undefined> {
    return this.pg<ContractRow>(TABLE).where({ id, deleted_at: null }).whereNotNull("attempt_id").first();
  }

  async byAttempt(attemptId: string): Promise<ContractRow | undefined> {
    return this.pg<ContractRow>(TABLE).where({ attempt_id: attemptId, deleted_at: null }).first();
  }

  async byAttempts(attemptIds: readonly string[]): Promise<ContractRow[]> {
    return this.pg<ContractRow>(TABLE)
      .whereIn("attempt_id", [...attemptIds])
      .where({ deleted_at: null });
  }

  /** The contracts that an order was the first of. */
  async ofOrder(orderId: string): Promise<ContractRow[]> {
    return this.pg<ContractRow>(TABLE).where({ order_id: orderId, deleted_at: null });
  }

  /** Runs `work` under the contract's row lock; undefined when there is no such contract. Commits when it resolves. */
  async locked<T>(id: string, work: (row: ContractRow, trx: Knex.Transaction) => Promise<T>): Promise<T | undefined> {
    return this.pg.transaction(async (trx) => {
      const row = await trx<ContractRow>(TABLE).where({ id, deleted_at: null }).forUpdate().first();
      return row ? work(row, trx) : undefined;
    });
  }

  async change(trx: Knex, id: string, columns: Partial<ContractRow>): Promise<void> {
    await trx(TABLE)
      .where({ id })
      .update({ ...columns, updated_at: this.now() });
  }

  /** Contracts to look at, by keyset: those after `after`, in the order of their dates. `silent`: accounts that are left out. */
  async due(
    limit: number,
    after: { readonly at: Date; readonly id: string } | null,
    silent: ReadonlySet<string> = new Set(),
  ): Promise<ContractRow[]> {
    const query = this.pg<ContractRow>(TABLE)
      .where({ deleted_at: null })
      .where("next_check_at", "<=", this.now())
      .orderBy([{ column: "next_check_at" }, { column: "id" }])
      .limit(limit);
    if (silent.size > 0) void query.whereNotIn("account", [...silent]);
    if (after) void query.whereRaw("(next_check_at, id) > (?, ?)", [after.at, after.id]);
    return query;
  }

  /** What was prepared and never sent; a payment that was sent keeps its terms. */
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
