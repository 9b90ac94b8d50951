import type { BatchLimits, StartTimer } from "../../../gateway/batching/batcher";
import type { CheckoutOutcome, RedirectForms, MaySend, Writes } from "../../../gateway/model/client-api";
import { NOT_REACHED } from "../../../gateway/batching/chunked-send";
import { createOrderNo } from "../../../gateway/model/ids";
import type { PaymentOutcome, Reason } from "../../../gateway/model/outcome";
import { barePayment } from "../../../gateway/reading/normalize";
import { tooLate } from "../../../gateway/client/transport-outcomes";
import type { AuthoriseRequest } from "../../../gateway/model/payment-request";
import type { FailpointName } from "../runtime/failpoint";
import { failpoint } from "../runtime/failpoint";
import type { DatabaseClock, Stamp } from "../runtime/database-clock";
import type { ReviewAction } from "../domain/snapshot";
import { TOO_LATE_MS } from "../domain/snapshot";
import { errorName } from "../runtime/safe-error-text";
import type { DecisionContext } from "../ledger/apply-decision";
import { noDetails } from "../ledger/apply-decision";
import type { Ledger } from "../ledger/ledger";
import type { NewAttempt } from "../ledger/new-attempt";
import type { NewOperation } from "../ledger/new-operation";
import type { Actor, AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf, wireOrderNoOf } from "../ledger/rows/attempt-row";
import { expectMedusaRow } from "../ledger/rows/medusa-recorded";
import { IN_RECOVERY, isInRecovery, tellingRecovery } from "../lost-commits/in-recovery";
import type { SentWrite } from "../lost-commits/sent-write";
import type { Telemetry } from "../health/telemetry";
import type { BatchSlot } from "./outbound-batches";
import { unansweredItem, OutboundBatches } from "./outbound-batches";
import type { AccountIdentities } from "../accounts/account-identities";
import { contextOf, isDelivered } from "./decide";
import { OperationRecorder } from "./record-operation";

/**
 * The only user of the client's write API. For every operation: answer from the ledger if the result is known, refuse
 * if an operation of the same kind is open, otherwise commit a `sending` row, send, conclude the row. An unknown
 * operation is never sent again from here; a query resolves it. Concurrent operations share one request and one
 * transaction before and after it; each is decided separately (`decide.ts`).
 */
export interface GateDependencies {
  readonly ledger: Ledger;
  /** By an account's key or by a payment's route. */
  readonly writes: (accountRoute: string) => Writes;
  readonly identities: Pick<AccountIdentities, "currentOf" | "ready">;
  readonly routeOf: (attempt: AttemptRow) => string;
  /** Why nothing may be sent for this payment: its gateway account is not configured. */
  readonly accountRefusal: (attempt: AttemptRow) => Reason | null;
  readonly redirectForms: (account: string) => Pick<RedirectForms, "checkout">;
  /** Does this server request the hosted page's document, instead of the customer's browser? */
  readonly asksForDocument: (account: string) => boolean;
  readonly multipleCaptures: (account: string) => boolean;
  readonly batchLimits: (accountRoute: string, kind: OperationCommand["kind"]) => BatchLimits;
  /** Real time: a batch waits for callers in this process, independent of the business clock. */
  readonly startTimer: StartTimer;
  readonly clock: Pick<DatabaseClock, "now" | "stamp" | "ageMs">;
  /** Called for every authorisation once it is committed: stores or rejects saved cards. */
  readonly afterAuthorise: (attempt: AttemptRow, outcome: PaymentOutcome) => Promise<void>;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
  readonly telemetry: Pick<Telemetry, "send">;
  /** Called between the row's commit and its first byte: a reason not to send, such as lost commits, or null. */
  readonly recoveryRefusal: (write: SentWrite) => Promise<Reason | null>;
  /** The same for a refund that one person makes: with others of the order it needs two. In minor units. */
  readonly refundRefusal: (attemptId: string, minor: bigint) => Promise<Reason | null>;
  readonly unknownFinalAfterMs: number;
  /** How long, in ms, the projection leaves the operation to its caller. */
  readonly completeCartAfterMs: number;
}

/** The result of a command. `refused`: nothing was sent for this key. */
export type GateResult =
  | { readonly kind: "settled" | "pending" }
  | { readonly kind: "declined" | "unknown" | "not_sent" | "refused"; readonly reason: Reason };

export interface OperationCommand {
  readonly attemptId: string;
  readonly kind: "capture" | "void" | "refund" | "review" | "cancel_subscription";
  /** Integer minor units; null for a void (the whole authorisation), a review and the end of a subscription. */
  readonly amount: bigint | null;
  readonly idempotencyKey: string;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly action?: ReviewAction;
  readonly note?: string | null;
  /** Of a refund: one of Medusa's refund reasons, stored on its row. */
  readonly reasonId?: string | null;
  /** Of a refund that two people approved: refused if the payment has another number of refunds by now. */
  readonly refundsBefore?: number | null;
  /** Of a refund that one person may make by itself, with `refunds.secondPersonAbove`. */
  readonly asOnePerson?: boolean;
  /** Called between the row's commit and its first byte: why it must not be sent any more, or null. */
  readonly refusalNow?: () => Promise<Reason | null>;
  /** Of a capture that was planned: refused if another amount, in minor units, is captured by now. */
  readonly capturedBefore?: bigint;
  /** Who records the effect in Medusa: the caller on "success" (default), or the projection. */
  readonly recordedBy?: "caller" | "projection";
  /** Medusa has committed a row for it: if this process dies, the projection checks that row (`expectedRow`). */
  readonly hasMedusaRow?: boolean;
}

export interface Begun {
  readonly attempt: AttemptRow;
  readonly operation: OperationRow;
  /** Taken just before the row was written; its age is measured from here. */
  readonly stamp: Stamp;
  /** No waiting caller records the effect in Medusa. */
  readonly isLeftToProjection?: boolean;
}

export class Gate {
  readonly #batches: OutboundBatches;
  readonly #recorder: OperationRecorder;

  constructor(private readonly deps: GateDependencies) {
    this.#batches = new OutboundBatches(deps);
    this.#recorder = new OperationRecorder(deps);
  }

  /**
   * Authorises a new attempt and returns its id, or null if the session already has a live attempt: the caller answers
   * from that one. `request` may contain a card number; it is not stored.
   */
  async authorise(input: NewAttempt, request: AuthoriseRequest): Promise<string | null> {
    const begun = await this.openAttempt(input);
    if (!begun) return null;
    const outcome = await this.sendGuarded(begun, "authorise", (maySend) =>
      this.deps.writes(input.account).authorise(request, maySend),
    );
    await this.#recorder.end(begun, outcome);
    await this.afterAuthorise(begun, outcome);
    return begun.attempt.id;
  }

  /** The payment is committed: failing to store its card does not fail it. */
  private async afterAuthorise({ attempt, operation }: Begun, outcome: PaymentOutcome): Promise<void> {
    try {
      await this.deps.afterAuthorise(attempt, outcome);
    } catch (error) {
      this.deps.log("acquiring.after_authorise_failed", { operation: operation.id, error: errorName(error) });
    }
  }

  /**
   * The same for the hosted page: what is "sent" is the form that the customer's browser posts. The row is committed
   * before the page with the form can be served; from then on the payment waits for the customer.
   */
  async openCheckout(input: NewAttempt, request: AuthoriseRequest): Promise<string | null> {
    const begun = await this.openAttempt(input);
    if (!begun) return null;
    const opened = await this.sendGuarded(begun, "authorise", (maySend) =>
      this.prepare(input.account, request, maySend),
    );
    if (opened.kind === "opened") {
      const fact = { ...barePayment(createOrderNo(input.orderNo), "action_required"), message: REDIRECTED };
      const outcome = { kind: "pending", fact, reason: { code: "action_required", message: REDIRECTED } } as const;
      await this.#recorder.end(begun, outcome, opened.redirectForm);
    } else {
      const { kind, reason } = opened;
      // Without a page the customer cannot have paid, so there is nothing to query.
      const outcome =
        kind === "declined"
          ? { kind, reason, fact: null }
          : ({ kind: "not_sent", reason: { ...reason, code: NOT_REACHED } } as const);
      await this.#recorder.end(begun, outcome);
    }
    return begun.attempt.id;
  }

  private async openAttempt(input: NewAttempt): Promise<Begun | null> {
    const stamp = this.deps.clock.stamp();
    const opened = await tellingRecovery(
      this.deps.ledger.openAttempt(this.placed(input), authoriseOperation(input), this.customerContext()),
    );
    return opened ? { ...opened, stamp } : null;
  }

  /** The same options provide the recorded account and the client that sends, so they cannot differ. */
  private placed(input: NewAttempt): NewAttempt {
    return { ...input, gatewayIdentity: this.deps.identities.currentOf(input.account) };
  }

  private async prepare(account: string, request: AuthoriseRequest, maySend: MaySend): Promise<CheckoutOutcome> {
    if (this.deps.asksForDocument(account)) return this.deps.writes(account).openCheckout(request, maySend);
    return { kind: "opened", redirectForm: this.deps.redirectForms(account).checkout(request) };
  }

  /** Captures, voids, refunds, reviews, or ends a subscription. Never throws for gateway or network errors. */
  async run(command: OperationCommand): Promise<GateResult> {
    // Before the first await: concurrent calls share a request.
    const slot = this.#batches.announce(command.kind);
    try {
      return await this.take(slot, command);
    } finally {
      slot.withdraw();
    }
  }

  private async take(slot: BatchSlot, command: OperationCommand): Promise<GateResult> {
    const begun = await this.begin(command);
    if (!begun) return { kind: "refused", reason: { code: "not_found", message: "The ledger has no such payment." } };
    if ("kind" in begun) return begun;
    const refusal = (await this.secondPersonRefusal(begun, command)) ?? (await command.refusalNow?.());
    const outcome = refusal
      ? ({ kind: "not_sent", reason: refusal } as const)
      : await this.sendGuarded(begun, command.kind, (maySend) => slot.send(begun, maySend));
    await this.#recorder.end(begun, outcome);
    if (isDelivered(command.kind, outcome)) return { kind: outcome.kind === "pending" ? "pending" : "settled" };
    if (outcome.kind === "declined" || outcome.kind === "not_sent")
      return { kind: outcome.kind, reason: outcome.reason };
    return { kind: "unknown", reason: outcome.kind === "settled" ? unansweredItem.reason : outcome.reason };
  }

  private async secondPersonRefusal(
    { attempt, operation }: Begun,
    { asOnePerson = false }: OperationCommand,
  ): Promise<Reason | null> {
    return asOnePerson ? this.deps.refundRefusal(attempt.id, minorOf(operation.amount)) : null;
  }

  private async begin(command: OperationCommand): Promise<Begun | GateResult | undefined> {
    try {
      await this.deps.identities.ready();
      return await this.#recorder.begin(command);
    } catch (error) {
      if (isInRecovery(error)) return this.refusedInRecovery(command);
      throw error;
    }
  }

  private async refusedInRecovery({ attemptId, hasMedusaRow = false }: OperationCommand): Promise<GateResult> {
    if (hasMedusaRow) await expectMedusaRow(this.deps.ledger.connection, attemptId, this.deps.clock.now());
    return { kind: "refused", reason: IN_RECOVERY };
  }

  /**
   * An error between commit and response must not look like "not sent": anything thrown here is unknown. An operation
   * that has become too old since its row was committed is not sent, wherever it waited: another server may have
   * queried the gateway and declared it not applied. `send` checks again immediately before the bytes are written.
   */
  private async sendGuarded<T extends { readonly kind: string }>(
    begun: Begun,
    kind: Begun["operation"]["kind"],
    send: (maySend: MaySend) => Promise<T>,
  ): Promise<T | Unsent> {
    failpoint(`${kind}:before-send` satisfies FailpointName);
    const reason = await this.deps.recoveryRefusal(sentWriteOf(begun));
    if (reason) return { kind: "not_sent", reason };
    const maySend = (): boolean => this.deps.clock.ageMs(begun.stamp) < TOO_LATE_MS;
    if (!maySend()) return tooLate;
    try {
      return await this.deps.telemetry.send(begun.attempt.account, kind, () => send(maySend));
    } catch (error) {
      this.deps.log("acquiring.send_failed", { operation: begun.operation.id, error: errorName(error) });
      return {
        kind: "unknown",
        reason: { code: "send_failed", message: "The request did not complete." },
      };
    } finally {
      failpoint(`${kind}:after-send` satisfies FailpointName);
    }
  }

  private customerContext(): DecisionContext {
    const now = this.deps.clock.now();
    return contextOf("request", { actor: "customer", details: noDetails }, { now, rules: this.deps });
  }
}

const REDIRECTED = "The customer was redirected to the gateway's page.";

const authoriseOperation = (input: NewAttempt): NewOperation => ({
  kind: "authorise",
  idempotencyKey: input.orderNo,
  amount: input.money.minor,
  actor: "customer",
  actorId: input.customerId,
});

const sentWriteOf = ({ attempt, operation }: Begun): SentWrite => ({
  id: operation.id,
  account: attempt.account,
  kind: operation.kind,
  orderNo: wireOrderNoOf(attempt),
  gatewayPaymentId: attempt.gateway_payment_id,
  requestId: null,
  idempotencyKey: operation.idempotency_key,
  currency: operation.currency,
  minor: minorOf(operation.amount).toString(),
  sentAt: operation.sent_at.toISOString(),
});

interface Unsent {
  readonly kind: "unknown" | "not_sent";
  readonly reason: Reason;
}
