import type { FactSource, RecurringStatus } from "../../../gateway/model/facts";
import type { CurrencyCode } from "../../../gateway/model/money";
import type { AttentionKind } from "./attention-kinds";
import type { AttemptState } from "./states";

/**
 * What the reducer sees and what it answers. Amounts are integer minor units of
 * the attempt's currency. Nothing here knows of a database or a clock.
 */
export type OperationKind = "authorise" | "capture" | "void" | "refund" | "review" | "cancel_subscription";
export type OperationStatus = "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";

export interface OperationSnapshot {
  readonly id: string;
  readonly kind: OperationKind;
  readonly amount: bigint;
  readonly status: OperationStatus;
  /** Milliseconds since 1970: when the row was committed, just before the send. */
  readonly sentAt: number;
  /** The gateway's number of a refund, once it gave one. */
  readonly reference?: string | null;
  /** Of a review: what was asked for. */
  readonly verdict?: Verdict | null;
  /** Of a capture: only the gateway's word on the payment tells of it, and that names no amount. */
  readonly isInferred?: true;
}

export type Verdict = "approve" | "reject";
export type HoldReason = "gateway" | "owner" | "unreadable";
export type HoldDecision = "approved" | "rejected";

/** A payment that a person has to decide about, or had to; once at most per attempt. */
export interface ReviewHold {
  readonly reason: HoldReason;
  /** Null while nobody has decided. */
  readonly decision: HoldDecision | null;
}

/** What a bank's dispute of a payment has come to. It is shown, and moves no amount. */
export interface Dispute {
  readonly status: DisputeStatus;
  /** Integer minor units; null where the message names none. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  /** The bank's or the gateway's number of the dispute. */
  readonly reference: string | null;
  /** When it last moved, ISO 8601; missing: just now. */
  readonly at?: string;
}
export type DisputeStatus = "open" | "won" | "lost";

/** The ways to pay: the shop's card form or a kept card, the gateway's page, an alternative method. */
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
  /** The shopper's browser came back from 3-D Secure, the hosted page or a redirect. */
  readonly hasReturned: boolean;
  readonly mode: AttemptMode;
  /** Null: it never was held for review. */
  readonly hold: ReviewHold | null;
  readonly operations: readonly OperationSnapshot[];
  /** Captured without an operation of ours, and nothing has named the amount. */
  readonly isCaptureInferred?: true;
  /** Oldest first; missing while the bank has none. */
  readonly disputes?: readonly Dispute[];
  /** The subscription that the payment began; missing where it began none. */
  readonly subscription?: SubscriptionSnapshot;
}

/** A subscription as the gateway last told of it. */
export interface SubscriptionSnapshot {
  /** Null: it has not named it yet. */
  readonly recurringId: string | null;
  readonly status: RecurringStatus | null;
  /** When the question was asked that it last answered, in ms since 1970; null: it never said anything. */
  readonly saidAt: number | null;
}

export interface FactContext {
  readonly source: FactSource;
  /** When the question was asked, or the message received: a fact proves nothing about what was sent after it. */
  readonly askedAt: number;
  /** The operation whose own answer this is; null for queries and notifications. */
  readonly answers: string | null;
  /**
   * Of a query: how the operations stood when it was asked. What has changed since, the answer may not know of. By this
   * and not by the time, because clocks jump. Missing: nothing is in doubt.
   */
  readonly operationsWhenAsked?: ReadonlyMap<string, OperationStatus>;
  /** After how many ms "not found" proves that an authorise never arrived. */
  readonly notFoundFinalAfterMs: number;
  /** What a verified notification claims of what was done outside the store. It proves nothing without a query. */
  readonly claims?: OutsideClaims;
}

export interface OutsideClaims {
  /** How much a capture took, in minor units; no query says that. */
  readonly captured?: bigint;
  /** The payment was voided; a query only says that it failed. */
  readonly voided?: boolean;
}

export type EntryKind =
  | "started"
  | "authorise_sent"
  | "authorised"
  | "action_required"
  | "authorise_pending"
  | "authorise_unknown"
  | "authorise_not_applied"
  | "declined"
  | "expired"
  | "capture_sent"
  | "captured"
  | "capture_declined"
  | "capture_unknown"
  | "capture_not_applied"
  /** A verified notification named the amount of a capture that only the gateway's word on the payment told of. */
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
  /** The state after this entry; the one before is the previous entry's. */
  readonly to: AttemptState;
}

export interface Conclusion {
  readonly operationId: string;
  readonly status: Exclude<OperationStatus, "sending">;
  /** Of a capture: the gateway's word on the payment tells of it, nothing names its amount. */
  readonly isInferred?: true;
}

/** The reducer's answer. Without entries nothing changed. */
export interface Decision {
  readonly state: AttemptState;
  readonly amounts: Amounts;
  readonly entries: readonly DecidedEntry[];
  readonly conclusions: readonly Conclusion[];
  readonly attention: readonly { readonly kind: AttentionKind; readonly message: string }[];
  /** A capture that was inferred, and whose amount has been named. */
  readonly confirmed?: string;
  /** Of a capture without an operation of ours: true when nothing names its amount, false once something does. */
  readonly isCaptureInferred?: boolean;
  /** Items about this attempt that are solved by it. */
  readonly cleared?: readonly AttentionKind[];
  /** A refund that was made outside the store and gets a row of its own; entries without an operation speak of it. */
  readonly outside?: OutsideRefund;
  /** The fact may be older than what is known: nothing changed, and the gateway is to be asked again. */
  readonly askAgain?: true;
  /** All of them, one of which is new or has moved. */
  readonly disputes?: readonly Dispute[];
  /** The hold as it is from now on; missing: as it was. */
  readonly hold?: ReviewHold;
}

export interface OutsideRefund {
  /** The gateway's number of the refund; the row's key is made from it. */
  readonly reference: string;
  /** Integer minor units. */
  readonly amount: bigint;
  readonly status: "pending" | "settled";
}

/** Is an operation's effect still undecided, so that it blocks its like? */
export const isBlocking = (operation: OperationSnapshot): boolean =>
  operation.status === "sending" || operation.status === "unknown";

/** A card that was declined on the hosted page is one try of several, until the shopper comes back. */
export const isTryingOn = ({ state, mode, hasReturned }: AttemptSnapshot): boolean =>
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
 * How long after a send a query's "it did not happen" counts as proof: twice
 * the longest time limit of these operations (60 s, our default), because a
 * request that we gave up may still be worked on.
 */
export const NEGATIVE_PROOF_AFTER_MS = 120_000;

/**
 * How old a committed `sending` row may be, in ms, when the first byte of its request is written. Half of
 * `NEGATIVE_PROOF_AFTER_MS`: what is sent just before that has ended by its time limit before its absence can be proven.
 * Our choice.
 */
export const TOO_LATE_MS = NEGATIVE_PROOF_AFTER_MS / 2;

export const provesAbsence = (operation: OperationSnapshot, context: FactContext): boolean =>
  context.source === "query" && context.askedAt - operation.sentAt >= NEGATIVE_PROOF_AFTER_MS;

/** Was the operation on its way when this was asked? The answer to an earlier question may come late and says nothing of it. */
export function wasOnItsWay({ id }: OperationSnapshot, { operationsWhenAsked: before }: FactContext): boolean {
  const status = before?.get(id);
  return before === undefined || (status !== undefined && status !== "not_sent");
}

export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`);
}
