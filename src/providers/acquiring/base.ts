import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import { AbstractPaymentProvider, MedusaError, PaymentActions, PaymentSessionStatus } from "@medusajs/framework/utils";
import { createCurrency, fromMedusa } from "../../gateway/model/money";
import type { OperationCommand, RequestedOperation, RequestedAttempt, SessionPayment } from "../../modules/acquiring";
import { WHY_CANNOT_CANCEL, errorName, failpoint, holdsMoney, isOpen, keyOfNextTry } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { exactAmount } from "./exact-amount";
import { failureOf } from "./failure";
import { refuseWithoutLedger } from "./require-ledger";
import { concludeReservation, refuseUnrecordable, requireApprovals, reserveRefund } from "./refund";
import type { SessionRow } from "./rows";
import { ProviderRows } from "./rows";
import { sessionDataOf } from "./session-data";
import { sessionStatus } from "./status";

/**
 * Medusa's payment provider on top of the ledger; the subclasses only name the payment method. Every amount comes from
 * rows that core committed, every state from the ledger, nothing from `data`.
 */
export abstract class AcquiringProvider extends AbstractPaymentProvider {
  protected readonly rows: ProviderRows;

  /** Called when the payment module registers the provider. Throws one sentence that stops the start. */
  static override validateOptions(): void {
    refuseWithoutLedger();
  }

  constructor(cradle: Record<string, unknown>, config?: Record<string, unknown>) {
    super(cradle, config);
    this.rows = new ProviderRows(cradle);
  }

  /**
   * Called on every cart change, since sessions are deleted and recreated. It must not reach the gateway, which
   * receives a payment only when the customer pays.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const service = this.rows.service();
    service.assertNoCardData(input.data);
    const session = await this.rows.session(keyOf(input.context));
    const payment = await service.checkout.status(session.id, { query: false });
    return {
      id: session.id,
      status: PaymentSessionStatus.PENDING,
      data: sessionDataOf(service, session.provider_id, { id: session.id, payment }),
    };
  }

  /** Called with the caller's `data`; only a session with a verified token is accepted. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const service = this.rows.service();
    service.assertNoCardData(input.data);
    const id = input.data?.session_id;
    const token = input.data?.token;
    const session = typeof id === "string" && typeof token === "string" ? await this.rows.session(id) : null;
    const account = session && service.accountOfProvider(session.provider_id);
    if (
      !session ||
      !account ||
      typeof token !== "string" ||
      !service.tokens.isSessionToken(account, session.id, token)
    ) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "The session data does not come from this provider. Create the session again.",
      );
    }
    const payment = await service.checkout.status(session.id, { query: false });
    return { data: sessionDataOf(service, session.provider_id, { id: session.id, payment }) };
  }

  /**
   * Called when a session is replaced. The projection handles money that is held for it. The session of a placed order
   * is kept: without it, its money would look like late money.
   */
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const id = input.data?.session_id;
    if (typeof id === "string" && (await this.isOrdered(id))) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "An order was placed with this payment session, so the session is kept.",
      );
    }
    return { data: input.data ?? {} };
  }

  /**
   * Called when a cart is completed, possibly several times at once. It answers from the ledger and never sends: the
   * customer pays through our own route.
   */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const service = this.rows.service();
    failpoint("complete:before-authorise");
    const session = await this.rows.session(keyOf(input.context));
    const payment = await service.checkout.status(session.id, { query: true });
    failpoint("complete:after-authorise");
    const data = sessionDataOf(service, session.provider_id, { id: session.id, payment });
    const money = fromMedusa(session.raw_amount.value, createCurrency(session.currency_code));
    if (payment?.attempt && !service.isForMoney(payment.attempt, money)) {
      const message = "The cart's total is not the authorised amount. The order was refused.";
      await service.medusaSync.raise(payment.attempt, "amount_mismatch", message);
      return { data, status: PaymentSessionStatus.ERROR };
    }
    return { data, status: await this.statusFor(session, payment) };
  }

  /** Never called by core 2.21; answers from the ledger. */
  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const id = input.data?.session_id;
    const payment = typeof id === "string" ? await this.rows.service().checkout.status(id, { query: false }) : null;
    return { status: sessionStatus(payment), data: input.data ?? {} };
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: input.data ?? {} };
  }

  /** Called with the id of a committed capture row and no amount; the row holds the amount. */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const request = await this.rows.request("capture", keyOf(input.context));
    await refuseUnrecordable(this.rows, request);
    return this.run(request.attempt, commandOf(request), input.data);
  }

  /**
   * Called with the id of a committed refund row, which core removes when this throws. A row that our projection
   * created refers to an operation that already exists: it is recorded, not sent.
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const request = await this.rows.request("refund", keyOf(input.context));
    const recorded = request.recordedOperation;
    if (recorded === undefined || recorded === null) return this.refund(request, input.data);
    const { attempt } = request;
    const { minor } = fromMedusa(request.amount, createCurrency(attempt.currency));
    const { medusaSync } = this.rows.service();
    if (typeof recorded === "string" && (await medusaSync.claimRefund(attempt.id, recorded, minor))) {
      return { data: await this.dataAfter(attempt, input.data) };
    }
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This refund's operation is not waiting to be recorded.");
  }

  /**
   * Called with the payment's id as key when an order is cancelled or a completion is rolled back, and without a key by
   * the loser of two concurrent completions. The latter must not void the winner's payment, so it does nothing. An order
   * that core cannot cancel keeps its authorised payment.
   */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const key = input.context?.idempotency_key;
    if (!key) return { data: input.data ?? {} };
    const attempt = await this.rows.attemptOf(key);
    if (attempt.state === "authorised" && (await this.rows.isOrderChanging(key)))
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, WHY_CANNOT_CANCEL);
    const kind = "void";
    const idempotencyKey = await keyOfNextTry(this.rows.service().attempts, { id: attempt.id, kind, key });
    return this.run(attempt, { kind, amount: null, idempotencyKey, actorId: null }, input.data);
  }

  /**
   * Called by Medusa's built-in webhook URL after it has answered 200. Stores the bytes in the same inbox as our own
   * route; nothing is decided here.
   */
  override async getWebhookActionAndData(payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const service = this.rows.service();
    const contentType = payload.headers["content-type"];
    const body = Buffer.isBuffer(payload.rawData) ? payload.rawData : Buffer.from(payload.rawData);
    for (const account of service.options.accounts.keys()) {
      const type = typeof contentType === "string" ? contentType : null;
      if ((await service.receiveNotification({ account, contentType: type, body })).status === 200) break;
    }
    return { action: PaymentActions.NOT_SUPPORTED };
  }

  /**
   * The projection finishes or cancels an order that waits for a payment, and finds it by its session's status: that
   * status must not change when `POST /admin/orders/:id/payment-sessions/authorize` asks meanwhile.
   */
  private async statusFor(session: SessionRow, payment: SessionPayment | null): Promise<PaymentSessionStatus> {
    const status = sessionStatus(payment);
    const isDecided = status === PaymentSessionStatus.AUTHORIZED || status === PaymentSessionStatus.CAPTURED;
    const waits = session.status === PaymentSessionStatus.PENDING_AUTHORIZATION.toString();
    if (isDecided || !waits || !payment?.attempt || !(await this.rows.hasWaitingOrder(session.id))) return status;
    await this.rows.service().medusaSync.expectRow(payment.attempt.id);
    return PaymentSessionStatus.PENDING_AUTHORIZATION;
  }

  protected ledger(): AcquiringModuleService {
    return this.rows.service();
  }

  /**
   * Whether an order exists with a payment of this session, or waits for one. A payment whose completion was rolled
   * back does not keep the customer from paying again.
   */
  private async isOrdered(sessionId: string): Promise<boolean> {
    if (!(await this.rows.hasOrder(sessionId))) return false;
    if (await this.rows.hasPayment(sessionId)) return true;
    const { attempts } = this.rows.service();
    const attempt = await attempts.attemptOfSession(sessionId);
    const { status } = await this.rows.session(sessionId);
    // The order of a balance is there before its payment.
    const isWaitedFor = status === PaymentSessionStatus.PENDING_AUTHORIZATION.toString();
    if (!attempt || !(isWaitedFor || attempt.payment_link_id !== null)) return false;
    return isOpen(attempt.state) || holdsMoney(attempt.state);
  }

  private async refund(first: RequestedOperation, data: PaymentData): Promise<{ data: Record<string, unknown> }> {
    const approved = await requireApprovals(this.rows, first);
    await reserveRefund(this.rows, first);
    try {
      // What Medusa can record is known only while no other refund of the order is recorded.
      const request = await this.rows.request("refund", first.id);
      await refuseUnrecordable(this.rows, request);
      const sent = await this.run(request.attempt, { ...commandOf(request), ...approved }, data);
      await concludeReservation(this.rows, first.id, "answered");
      return sent;
    } catch (error) {
      await concludeReservation(this.rows, first.id, "release");
      throw error;
    }
  }

  private async run(
    attempt: RequestedAttempt,
    command: Omit<OperationCommand, "attemptId" | "actor">,
    before: PaymentData,
  ): Promise<{ data: Record<string, unknown> }> {
    const hasMedusaRow = command.kind !== "void";
    const result = await this.rows
      .service()
      .gate.run({ ...command, attemptId: attempt.id, actor: "admin", hasMedusaRow });
    if ("reason" in result) throw failureOf(command.kind, result);
    return { data: await this.dataAfter(attempt, before) };
  }

  /** The operation succeeded: from here core must not see an error, since it would remove its row. */
  private async dataAfter(attempt: RequestedAttempt, before: PaymentData): Promise<Record<string, unknown>> {
    const service = this.rows.service();
    try {
      const payment = await service.attemptPayment(attempt.id);
      return sessionDataOf(service, attempt.provider_id, { id: attempt.session_id, payment });
    } catch (error) {
      this.rows.warn(`acquiring.payment_data_stale attempt=${attempt.id} error=${errorName(error)}`);
      return before ?? { order_no: attempt.order_no };
    }
  }
}

type PaymentData = Record<string, unknown> | undefined;

/** Medusa's row as the gate's command; throws if its amount cannot be sent exactly. */
const commandOf = (
  request: RequestedOperation,
): Pick<OperationCommand, "kind" | "amount" | "idempotencyKey" | "actorId" | "note" | "reasonId"> => ({
  kind: request.kind,
  amount: exactAmount(request),
  idempotencyKey: request.id,
  actorId: request.createdBy,
  note: request.note,
  reasonId: request.reasonId,
});

function keyOf(context: { idempotency_key?: string } | undefined): string {
  const key = context?.idempotency_key;
  if (key) return key;
  throw new MedusaError(
    MedusaError.Types.INVALID_ARGUMENT,
    "Medusa named no row for this operation. Nothing was sent.",
  );
}
