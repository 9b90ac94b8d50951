import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type AcquiringModuleService from "../../modules/acquiring/service";
import type { CannotRecord } from "../../modules/acquiring";
import { LOST_ROW, CANNOT_RECORD } from "../../modules/acquiring";

/** Rows that core committed before the call. They are the only source of an amount; `data` is not trusted. */
const Retriever = z.object({ retrieve: z.function() });
interface RowService {
  retrieve(id: string, config?: { relations?: string[] }): Promise<unknown>;
}
const Lister = z.object({ list: z.function() });
interface ListService {
  list(filters: Record<string, unknown>): Promise<unknown>;
}

const Rows = z.array(z.unknown());

/** Major units as exact text. */
const RawAmount = z.object({ value: z.union([z.string(), z.number()]).transform(String) });

const SessionRow = z.object({
  id: z.string(),
  provider_id: z.string(),
  currency_code: z.string(),
  status: z.string(),
  raw_amount: RawAmount,
});
const PaymentRow = z.object({
  id: z.string(),
  currency_code: z.string(),
  /** The session may be deleted; the payment still refers to it. */
  payment_session_id: z.string(),
  /** Written only by this provider; no route of Medusa accepts it from a caller. */
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
});
const AmountRow = z.object({
  id: z.string(),
  raw_amount: RawAmount,
  created_by: z.string().nullish(),
  payment: z.object({ id: z.string() }),
});
const RefundRow = AmountRow.extend({ metadata: z.record(z.string(), z.unknown()).nullish() });

export type SessionRow = z.infer<typeof SessionRow>;
export type MedusaPaymentRow = z.infer<typeof PaymentRow>;
export type MedusaAmountRow = z.infer<typeof AmountRow>;
export type MedusaRefundRow = z.infer<typeof RefundRow>;

export class ProviderRows {
  constructor(private readonly cradle: Record<string, unknown>) {}

  /** Resolved per call: the module may start after the payment module. */
  service(): AcquiringModuleService {
    const service = this.cradle.acquiring;
    if (isAcquiring(service)) return service;
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      'The payment module has no access to the ledger. Add dependencies: ["acquiring"] to its entry in medusa-config.ts.',
    );
  }

  async session(id: string): Promise<SessionRow> {
    return SessionRow.parse(await this.row("paymentSessionService", id));
  }

  async payment(id: string): Promise<MedusaPaymentRow> {
    return PaymentRow.parse(await this.row("paymentService", id));
  }

  async hasOrder(sessionId: string): Promise<boolean> {
    return this.answers(HAS_ORDER, [sessionId]);
  }

  /** Whether an order has waited for this session since core last wrote to it. An order that is being placed right now is younger. */
  async hasWaitingOrder(sessionId: string): Promise<boolean> {
    return this.answers(HAS_WAITING_ORDER, [sessionId]);
  }

  async hasPayment(sessionId: string): Promise<boolean> {
    const filters = { payment_session_id: sessionId, canceled_at: null };
    const payments = this.cradle.paymentService;
    if (!isListService(payments)) throw missing("paymentService");
    return Rows.parse(await payments.list(filters)).length > 0;
  }

  async hasHolder(customerId: string, exceptId: string): Promise<boolean> {
    return this.answers(HAS_HOLDER, [customerId, exceptId]);
  }

  async capture(id: string): Promise<MedusaAmountRow> {
    return AmountRow.parse(await this.row("captureService", id, ["payment"]));
  }

  async refund(id: string): Promise<MedusaRefundRow> {
    return RefundRow.parse(await this.row("refundService", id, ["payment"]));
  }

  /** The reason why Medusa could not record this refund on the order, so that nothing may be sent; null: it could. */
  async whyUnrecordable({ payment, raw_amount: amount }: MedusaRefundRow): Promise<CannotRecord | null> {
    if (await this.belongsToOtherPayment(payment.id)) return "other_payment";
    if (await this.answers(CANNOT_RECORD.cancelled, [payment.id, amount.value])) return "cancelled";
    return (await this.answers(CANNOT_RECORD.changing, [payment.id, amount.value])) ? "changing" : null;
  }

  /** Whether Medusa would record it on an order that belongs to another payment. */
  async belongsToOtherPayment(paymentId: string): Promise<boolean> {
    return this.answers(CANNOT_RECORD.other_payment, [paymentId]);
  }

  /** Whether this row is the whole rest that Medusa can still capture or refund of its payment, to a thousandth of the minor unit. */
  async isRest(kind: keyof typeof IS_REST, { id, payment, raw_amount: { value } }: MedusaAmountRow): Promise<boolean> {
    return this.answers(IS_REST[kind], [value, id, payment.id]);
  }

  /** Whether an earlier operation succeeded whose row Medusa no longer has. `row`: the row about to be sent. */
  async hasMissingMedusaRow(
    kind: keyof typeof LOST_ROW,
    attemptId: string,
    { id, payment }: MedusaAmountRow,
  ): Promise<boolean> {
    return this.answers(LOST_ROW[kind], [payment.id, attemptId, id]);
  }

  warn(line: string): void {
    const logger = this.cradle[ContainerRegistrationKeys.LOGGER];
    if (!isLogger(logger)) throw missing(ContainerRegistrationKeys.LOGGER);
    logger.warn(line);
  }

  private async answers(question: string, values: readonly string[]): Promise<boolean> {
    const connection = this.cradle[ContainerRegistrationKeys.PG_CONNECTION];
    if (!isConnection(connection)) throw missing(ContainerRegistrationKeys.PG_CONNECTION);
    return Answer.parse(await connection.raw(question, values)).rows.length > 0;
  }

  private async row(name: string, id: string, relations: string[] = []): Promise<unknown> {
    const service = this.cradle[name];
    if (!isRowService(service)) throw missing(name);
    return service.retrieve(id, { relations });
  }
}

const HAS_ORDER = `
  SELECT 1 FROM payment_session AS session
  JOIN order_payment_collection AS link
    ON link.payment_collection_id = session.payment_collection_id AND link.deleted_at IS NULL
  JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL
  WHERE session.id = ?`;
/** Core writes `pending_authorization` to the session after it has placed and linked the waiting order. */
const HAS_WAITING_ORDER = `${HAS_ORDER} AND placed.created_at <= session.updated_at`;

const HAS_HOLDER = `
  SELECT 1 FROM account_holder
  WHERE data ->> 'customer_id' = ? AND id <> ? AND provider_id LIKE 'pp_acquiring-card%' AND deleted_at IS NULL LIMIT 1`;

const sumOf = (table: "capture" | "refund"): string =>
  `COALESCE((SELECT SUM(each.amount) FROM ${table} AS each
     WHERE each.payment_id = payment.id AND each.deleted_at IS NULL AND each.id <> asked.id), 0)`;
const rest = (all: string, used: "capture" | "refund"): string => `
  WITH asked AS (SELECT CAST(? AS numeric) AS amount, CAST(? AS text) AS id)
  SELECT 1 FROM payment, asked
  WHERE payment.id = ? AND ABS(${all} - ${sumOf(used)} - asked.amount) < 0.0000001`;
const IS_REST = { capture: rest("payment.amount", "capture"), refund: rest(sumOf("capture"), "refund") } as const;

const Answer = z.object({ rows: z.array(z.unknown()) });

interface Connection {
  raw(sql: string, values: readonly string[]): Promise<unknown>;
}

const isConnection = (value: unknown): value is Connection =>
  typeof value === "function" && "raw" in value && typeof value.raw === "function";

interface Log {
  warn(line: string): void;
}

const isLogger = (value: unknown): value is Log =>
  typeof value === "object" && value !== null && "warn" in value && typeof value.warn === "function";

const missing = (name: string): MedusaError =>
  new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `The payment module's container has no ${name}.`);

const isListService = (value: unknown): value is ListService => Lister.safeParse(value).success;

const isRowService = (value: unknown): value is RowService => Retriever.safeParse(value).success;

const isAcquiring = (value: unknown): value is AcquiringModuleService =>
  typeof value === "object" && value !== null && "attempts" in value && "gate" in value;
