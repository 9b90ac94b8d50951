import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type AcquiringModuleService from "../../modules/acquiring/service";
import type { RequestedOperation, RequestedAttempt } from "../../modules/acquiring";
import { CANNOT_CANCEL, readAttemptOfPayment, readRequestedOperation } from "../../modules/acquiring";

/** Rows that core committed before the call. They are the only source of an amount; `data` is not trusted. */
const Retriever = z.object({ retrieve: z.function() });
interface RowService {
  retrieve(id: string): Promise<unknown>;
}
const Lister = z.object({ list: z.function() });
interface ListService {
  list(filters: Record<string, unknown>): Promise<unknown>;
}

const Rows = z.array(z.unknown());

const SessionRow = z.object({
  id: z.string(),
  provider_id: z.string(),
  currency_code: z.string(),
  status: z.string(),
  /** Major units as exact text. */
  raw_amount: z.object({ value: z.union([z.string(), z.number()]).transform(String) }),
});

export type SessionRow = z.infer<typeof SessionRow>;

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

  /** Whether an open change keeps core from cancelling the order of this payment. */
  async isOrderChanging(paymentId: string): Promise<boolean> {
    return this.answers(`${CANNOT_CANCEL} AND payment.id = ?`, [paymentId]);
  }

  async hasHolder(customerId: string, exceptId: string): Promise<boolean> {
    return this.answers(HAS_HOLDER, [customerId, exceptId]);
  }

  /** Throws if there is no such row; see `RequestedOperation`. */
  async request(kind: RequestedOperation["kind"], id: string): Promise<RequestedOperation> {
    return readRequestedOperation(this.service().attempts.connection, kind, id);
  }

  async attemptOf(paymentId: string): Promise<RequestedAttempt> {
    return readAttemptOfPayment(this.service().attempts.connection, paymentId);
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

  private async row(name: string, id: string): Promise<unknown> {
    const service = this.cradle[name];
    if (!isRowService(service)) throw missing(name);
    return service.retrieve(id);
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
