import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { MedusaError } from "@medusajs/framework/utils";
import type { PaymentFact } from "../../../gateway/model/facts";
import type { GatewayPaymentId, OrderNo } from "../../../gateway/model/ids";
import type { Money } from "../../../gateway/model/money";
import type { SubscriptionTerms } from "../../../gateway/model/payment-request";
import type { AccountIdentities } from "../accounts/account-identities";
import { reduce } from "../domain/reducer";
import { holdsMoney } from "../domain/states";
import { applyDecision } from "../ledger/apply-decision";
import { factContext } from "../ledger/apply-facts";
import { detailsOf } from "../ledger/fact-details";
import { storeFacts } from "../ledger/inbox";
import { insertAudit, insertEntry } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { identitiesBeside, isUnlinked, locked } from "../ledger/rows/attempt-row";
import { holdNothing } from "../ledger/rows/review-hold";
import type { ByOrder, GatewayQueriesDependencies } from "../reconciliation/query-gateway";
import { GatewayQueries } from "../reconciliation/query-gateway";
import { runTransaction } from "../runtime/run-transaction";
import { importedColumns } from "./imported-columns";

/**
 * Payments that another integration of the gateway sent. A row is written only from a fact of a query, in one
 * transaction with its journal; the unique indexes of order number, transaction and subscription keep it from being
 * imported twice. It sends nothing.
 */
export interface PaymentToImport {
  readonly account: string;
  readonly providerId: string;
  readonly mode: "card" | "checkout";
  readonly orderNo: OrderNo;
  /** What the gateway reports; it names transaction, amount and currency. */
  readonly fact: PaymentFact & { readonly gatewayPaymentId: GatewayPaymentId; readonly money: Money };
  readonly customerId: string | null;
  /** When it was authorised; for lists and for the reminder that it expires. */
  readonly authorisedAt: Date;
  /** Of a payment that started a subscription. */
  readonly subscription: SubscriptionTerms | null;
  /** When the query was sent. */
  readonly askedAt: Date;
  readonly actorId: string;
}

export type ImportedPayment =
  | { readonly kind: "imported" | "present"; readonly row: AttemptRow }
  /** Another payment of the ledger has the order number, the transaction or the subscription. */
  | { readonly kind: "taken"; readonly by: AttemptRow };

export interface ImportPaymentsDependencies extends GatewayQueriesDependencies {
  readonly ledger: Ledger;
  readonly identities: Pick<AccountIdentities, "ready" | "currentOf" | "isCurrent">;
  readonly now: () => Date;
  readonly unknownFinalAfterMs: number;
}

export interface GatewayReport {
  readonly askedAt: Date;
  readonly facts: ByOrder<PaymentFact>;
}

export interface MedusaPlace {
  readonly sessionId: string;
  /** Of the order, if it was bought with a cart. */
  readonly cartId: string | null;
  readonly actorId: string;
}

type Named = Pick<PaymentToImport, "account" | "orderNo"> & {
  readonly gatewayPaymentId: string;
  readonly recurringId: string | null;
};

export class ImportPayments {
  readonly #gateway: GatewayQueries;

  constructor(private readonly deps: ImportPaymentsDependencies) {
    this.#gateway = new GatewayQueries(deps);
  }

  /** What the gateway reports about these order numbers of its current account. Throws if it does not answer. */
  async ask(account: string, orderNos: readonly OrderNo[]): Promise<GatewayReport> {
    const askedAt = this.deps.now();
    return { askedAt, facts: await this.#gateway.payments(account, [...new Set(orderNos)]) };
  }

  /** The gateway account that the account's key stands for now. */
  identityOf(account: string): string {
    return this.deps.identities.currentOf(account);
  }

  /** The payment as the ledger has it, or another one in its place; undefined: it can be imported. */
  async known(named: Named): Promise<Exclude<ImportedPayment, { kind: "imported" }> | undefined> {
    await this.deps.identities.ready();
    const { connection } = this.deps.ledger;
    const identities = identitiesBeside({ gateway_identity: this.deps.identities.currentOf(named.account) });
    const rows = await connection<AttemptRow>("acquiring_payment_attempt")
      .where({ deleted_at: null })
      .where((any) => {
        void any.where({ order_no: named.orderNo });
        void any.orWhere((own) =>
          own
            .where({ account: named.account, gateway_payment_id: named.gatewayPaymentId })
            .whereIn("gateway_identity", identities),
        );
        if (named.recurringId !== null) void any.orWhere({ account: named.account, recurring_id: named.recurringId });
      });
    const [row] = rows;
    if (!row) return undefined;
    const other = rows.find((each) => !this.isOf(each, named));
    return other ? { kind: "taken", by: other } : { kind: "present", row };
  }

  /** Throws if the gateway's fact proves no money: the caller checks that before. */
  async take(payment: PaymentToImport): Promise<ImportedPayment> {
    await this.deps.identities.ready();
    const row = await runTransaction(this.deps.ledger.connection, (trx) => this.insert(trx, payment));
    if (row) return { kind: "imported", row };
    const { account, orderNo, fact } = payment;
    const recurringId = payment.subscription ? (fact.recurring?.recurringId ?? null) : null;
    const known = await this.known({ account, orderNo, gatewayPaymentId: fact.gatewayPaymentId, recurringId });
    if (known) return known;
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The payment could not be stored.");
  }

  /**
   * From now on this session of Medusa represents the payment, and the projection follows it. False: it belongs to
   * another session, or something has happened to it since the import.
   */
  async link(attemptId: string, { sessionId, cartId, actorId }: MedusaPlace): Promise<boolean> {
    const now = this.deps.now();
    const linked = await this.deps.ledger.withAttempt(attemptId, async ({ row, operations }, trx) => {
      if (row.imported_at === null) return false;
      if (!isUnlinked(row)) return row.session_id === sessionId;
      if (row.state !== "authorised" || operations.length > 0) return false;
      const change = {
        session_id: sessionId,
        cart_id: cartId,
        version: row.version + 1,
        project_after: now,
        updated_at: now,
      };
      await trx("acquiring_payment_attempt").where({ id: row.id }).update(change);
      const context = { source: "request", actor: "admin", now, inboxEventId: null, details: NO_DETAILS } as const;
      const record = { action: "payment_linked", operationId: null, actorId } as const;
      await insertAudit(trx, row.id, { ...record, context: { ...context, completeCartAfterMs: 0 } });
      return true;
    });
    return linked === true;
  }

  private isOf(row: AttemptRow, { account, orderNo, gatewayPaymentId, recurringId }: Named): boolean {
    return (
      row.order_no === orderNo &&
      row.account === account &&
      row.gateway_payment_id === gatewayPaymentId &&
      this.deps.identities.isCurrent(row) &&
      (recurringId === null || row.recurring_id === recurringId)
    );
  }

  private async insert(trx: Knex.Transaction, payment: PaymentToImport): Promise<AttemptRow | undefined> {
    const { ledger, identities, unknownFinalAfterMs } = this.deps;
    const { account, orderNo, fact, askedAt, actorId } = payment;
    const now = this.deps.now();
    const [row] = await trx<AttemptRow>("acquiring_payment_attempt")
      .insert(importedColumns(payment, { now, gatewayIdentity: identities.currentOf(account) }))
      .onConflict()
      .ignore()
      .returning("*");
    if (!row) return undefined;
    const inboxEventId = await storeFacts(trx, { account, source: "query", orderNo, facts: [fact] }, now);
    const meta = { source: "query", inboxEventId, now, askedAt, unknownFinalAfterMs, completeCartAfterMs: 0 } as const;
    const by = { ...meta, actor: "admin", details: NO_DETAILS } as const;
    await insertEntry(trx, row, { ...IMPORTED, amount: fact.money.minor, context: by });
    await insertAudit(trx, row.id, { action: "imported", operationId: null, actorId, context: by });
    // The first payment of a subscription was accepted long ago; the review rule applies to an open authorisation.
    const holdRule = payment.subscription ? holdNothing : ledger.holdRule;
    const attempt = locked({ row, operations: [], holdRule, lockedAt: now });
    const context = { ...meta, actor: "gateway", details: detailsOf(fact) } as const;
    await applyDecision(trx, attempt, reduce(attempt.snapshot, fact, factContext(meta)), context);
    const [after] = await trx<AttemptRow>("acquiring_payment_attempt")
      .where({ id: row.id })
      .update({
        // The former integration knew how much it captured; here the whole amount counts.
        capture_inferred_at: null,
        ...(fact.reading === "refunded" ? { next_check_at: now } : {}),
      })
      .returning("*");
    if (!after || !holdsMoney(after.state))
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The gateway holds no money for this payment.");
    return after;
  }
}

const IMPORTED = { kind: "imported", operationId: null, from: "created", to: "created" } as const;
const NO_DETAILS = { code: null, message: null } as const;
