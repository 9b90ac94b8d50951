import type { FactSource, RecurringStatus } from "../../../gateway/model/facts";
import type { CurrencyCode } from "../../../gateway/model/money";
import type { AttentionKind } from "./attention-kinds";
import type { AttemptState } from "./states";

/** The reducer's input and output: integer minor units of the attempt's currency, no database and no clock. */
export type OperationKind = "authorise" | "capture" | "void" | "refund" | "review" | "cancel_subscription";
export type OperationStatus = "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";

export interface OperationSnapshot {
  readonly id: string;
  readonly kind: OperationKind;
  readonly amount: bigint;
  readonly status: OperationStatus;
  /** Milliseconds since 1970: when the row was committed, just before the send. */
  readonly sentAt: number;
  readonly reference?: string | null;
  readonly action?: ReviewAction | null;
  /** Of a capture: only the gateway's payment status reports it, without an amount. */
  readonly isInferred?: true;
  /** Of a refund: recorded because the gateway lists it, not because this store sent it. */
  readonly isOutside?: true;
}

export type ReviewAction = "approve" | "reject";
export type HoldReason = "gateway" | "owner" | "unreadable";
export type HoldDecision = "approved" | "rejected";

/** A review hold; at most one per attempt. */
export interface ReviewHold {
  readonly reason: HoldReason;
  /** Null while undecided. */
  readonly decision: HoldDecision | null;
}

/** The status of a dispute. For display; it changes no amount. */
export interface Dispute {
  readonly status: DisputeStatus;
  /** Integer minor units; null if the message has none. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly reference: string | null;
  /** Its last change, ISO 8601; missing: now. */
  readonly at?: string;
  /** When it was first reported, ISO 8601; missing: now. */
  readonly openedAt?: string;
  /** By when to respond, as reported, ISO 8601. */
  readonly dueAt?: string | null;
  /** Names it within the payment, for good; missing: its reference, else `openedAt`. */
  readonly key?: string;
}
export type DisputeStatus = "open" | "won" | "lost";

/** The payment modes: the shop's card form or a saved card, the gateway's page, an alternative method. */
export type AttemptMode = "card" | "checkout" | "apm";

export interface AttemptSnapshot {
  readonly state: AttemptState;
  readonly currency: CurrencyCode;
  readonly requested: bigint;
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly refundPending: bigint;
  readonly gatewayPaymentId: string | null;
  /** The customer's browser returned from 3-D Secure, the hosted page or a redirect. */
  readonly hasReturned: boolean;
  readonly mode: AttemptMode;
  /** Null: never held for review. */
  readonly hold: ReviewHold | null;
  readonly operations: readonly OperationSnapshot[];
  /** Captured without an operation of ours, and without a confirmed amount. */
  readonly isCaptureInferred?: true;
  /** Oldest first; missing without disputes. */
  readonly disputes?: readonly Dispute[];
  readonly subscription?: SubscriptionSnapshot;
}

export interface SubscriptionSnapshot {
  /** Null: not named yet. */
  readonly recurringId: string | null;
  readonly status: RecurringStatus | null;
  /** When the query with its latest report was sent, in ms since 1970; null: never reported. */
  readonly reportedAt: number | null;
}

export interface FactContext {
  readonly source: FactSource;
  /** When the query was sent, or the message received: a fact proves nothing about later operations. */
  readonly askedAt: number;
  /** The operation of this response; null for queries and notifications. */
  readonly operationId: string | null;
  /**
   * Of a query: the operations' state when it was sent. The response may not reflect later changes. Not judged by time,
   * because clocks jump. Missing: no doubt.
   */
  readonly operationsWhenAsked?: ReadonlyMap<string, OperationStatus>;
  /** After how many ms "not found" proves that an authorisation never arrived. */
  readonly unknownFinalAfterMs: number;
  /** A verified notification's claims about operations outside the store. They prove nothing without a query. */
  readonly claims?: OutsideClaims;
}

export interface OutsideClaims {
  /** The captured amount in minor units, which no query reports. */
  readonly captured?: bigint;
  /** The payment was voided; a query only reports a failure. */
  readonly voided?: boolean;
}

export type EntryKind =
  | "started"
  /** Another integration of the gateway sent it. */
  | "imported"
  | "authorise_sent"
  | "authorised"
  | "action_required"
  | "authorise_pending"
  | "authorise_unknown"
  | "authorise_not_applied"
  /** What is left of it has to be captured soon. */
  | "authorisation_expiring"
  | "declined"
  | "expired"
  | "capture_sent"
  | "captured"
  | "capture_declined"
  | "capture_unknown"
  | "capture_not_applied"
  /** A verified notification contained the amount of an inferred capture. */
  | "capture_confirmed"
  | "void_sent"
  | "voided"
  | "void_declined"
  | "void_unknown"
  | "void_not_applied"
  | "refund_sent"
  | "refund_accepted"
  | "refund_succeeded"
  | "refund_declined"
  | "refund_failed"
  | "refund_unknown"
  | "refund_not_applied"
  | "dispute_received"
  | "dispute_won"
  | "dispute_lost"
  | "held"
  | "review_sent"
  | "review_approved"
  | "review_rejected"
  | "review_declined"
  | "review_unknown"
  | "review_not_applied"
  | "cancel_subscription_sent"
  | "subscription_cancelled"
  | "cancel_subscription_declined"
  | "cancel_subscription_unknown"
  | "cancel_subscription_not_applied"
  | "fact_refused";

export interface Amounts {
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly refundPending: bigint;
}

export interface DecidedEntry {
  readonly kind: EntryKind;
  readonly operationId: string | null;
  readonly amount: bigint | null;
  /** The state after this entry; the previous entry has the one before. */
  readonly to: AttemptState;
}

export interface Conclusion {
  readonly operationId: string;
  readonly status: Exclude<OperationStatus, "sending">;
  readonly isInferred?: true;
}

/** The reducer's result. Without entries nothing changed. */
export interface Decision {
  readonly state: AttemptState;
  readonly amounts: Amounts;
  readonly entries: readonly DecidedEntry[];
  readonly conclusions: readonly Conclusion[];
  readonly attention: readonly { readonly kind: AttentionKind; readonly message: string }[];
  readonly confirmed?: string;
  /** Of a capture without an operation of ours: true while its amount is unconfirmed, false once confirmed. */
  readonly isCaptureInferred?: boolean;
  readonly cleared?: readonly AttentionKind[];
  /** A refund made outside the store that gets its own row; entries without an operation refer to it. */
  readonly outside?: OutsideRefund;
  /** The fact may be older than what is known: nothing changed, and the gateway is queried again. */
  readonly askAgain?: true;
  readonly disputes?: readonly Dispute[];
  /** The new hold; missing: unchanged. */
  readonly hold?: ReviewHold;
}

export interface OutsideRefund {
  /** The gateway's refund ID; the row's key is derived from it. */
  readonly reference: string;
  /** Integer minor units. */
  readonly amount: bigint;
  readonly status: "pending" | "settled";
  /** Why, as written at the gateway. */
  readonly reasonText?: string | null;
}

/** Is an operation's effect still undecided, so that it blocks others of its kind? */
export const isBlocking = (operation: OperationSnapshot): boolean =>
  operation.status === "sending" || operation.status === "unknown";

/** A declined card on the hosted page is one of several tries until the customer returns. */
export const isTryingOn = ({
  state,
  mode,
  hasReturned,
}: Pick<AttemptSnapshot, "state" | "mode" | "hasReturned">): boolean =>
  state === "action_required" && mode === "checkout" && !hasReturned;

export const amountsOf = (snapshot: AttemptSnapshot): Amounts => ({
  authorised: snapshot.authorised,
  captured: snapshot.captured,
  refunded: snapshot.refunded,
  refundPending: snapshot.refundPending,
});

export const unchanged = (snapshot: AttemptSnapshot): Decision => ({
  state: snapshot.state,
  amounts: amountsOf(snapshot),
  entries: [],
  conclusions: [],
  attention: [],
});

/**
 * How long after a send a query's "it did not happen" counts as proof: twice the longest timeout of these operations
 * (60 s, our default), because a timed-out request may still be processed.
 */
export const NEGATIVE_PROOF_AFTER_MS = 120_000;

/**
 * The maximum age in ms of a committed `sending` row when the first byte of its request is written: a request sent just
 * before that has timed out before its absence can be proven. Our choice.
 */
export const TOO_LATE_MS = NEGATIVE_PROOF_AFTER_MS / 2;

export const provesAbsence = (operation: OperationSnapshot, context: FactContext): boolean =>
  context.source === "query" && context.askedAt - operation.sentAt >= NEGATIVE_PROOF_AFTER_MS;

/** Was the operation in flight when the query was sent? The response to an earlier query may come late. */
export function wasOnItsWay({ id }: OperationSnapshot, { operationsWhenAsked: before }: FactContext): boolean {
  const status = before?.get(id);
  return before === undefined || (status !== undefined && status !== "not_sent");
}

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`);
}
