import { MedusaError } from "@medusajs/framework/utils";
import { createCurrency } from "../../../../gateway/model/money";
import type {
  AttemptMode,
  AttemptSnapshot,
  SubscriptionSnapshot,
  OperationKind,
  HoldDecision,
  HoldReason,
  OperationSnapshot,
  OperationStatus,
  ReviewAction,
} from "../../domain/snapshot";
import type { AttemptState } from "../../domain/states";
import { holdsMoney } from "../../domain/states";
import { disputesIn } from "./dispute";
import { recurringOf } from "./subscription-status-column";
import { authenticationOf } from "./authentication";
import type { ReviewPolicy } from "./review-hold";
import type { Undecided } from "./schedule";
import { expiryOf } from "./schedule";

/** Rows as Postgres returns them and as the domain needs them. Numeric columns become bigint, never a float. */
export type Actor = "customer" | "admin" | "system" | "gateway";

export type { AttemptMode } from "../../domain/snapshot";
export type Presentation = "page" | "iframe";

export interface AttemptRow {
  readonly id: string;
  readonly account: string;
  /** The gateway account that it was sent to; empty: older than account identities. */
  readonly gateway_identity: string;
  readonly provider_id: string;
  readonly mode: AttemptMode;
  readonly method: string | null;
  readonly session_id: string;
  readonly cart_id: string | null;
  /** The payment collection and the link of a payment for an order's balance; null for a cart. */
  readonly collection_id: string | null;
  readonly payment_link_id: string | null;
  readonly customer_id: string | null;
  readonly has_account: boolean;
  readonly order_no: string;
  readonly currency: string;
  readonly requested: string;
  readonly authorised: string;
  readonly captured: string;
  readonly refunded: string;
  readonly refund_pending: string;
  readonly state: AttemptState;
  readonly gateway_payment_id: string | null;
  readonly card_mask: string | null;
  readonly card_brand: string | null;
  readonly risk: unknown;
  readonly three_ds: unknown;
  readonly result_code: string | null;
  readonly result_message: string | null;
  readonly action_url: string | null;
  readonly redirect_form: unknown;
  readonly presentation: Presentation | null;
  readonly return_to: string | null;
  readonly redirected_at: Date | null;
  readonly returned_at: Date | null;
  readonly return_used_at: Date | null;
  readonly redirect_cancelled_at: Date | null;
  readonly action_expires_at: Date | null;
  readonly pending_expires_at: Date | null;
  readonly remind_at: Date | null;
  readonly three_ds_required: boolean;
  readonly save_card: unknown;
  readonly saved_card_id: string | null;
  readonly is_late: boolean;
  readonly reverse_at: Date | null;
  readonly reversal_reason: string | null;
  readonly reversal_tries: number;
  readonly capture_inferred_at: Date | null;
  readonly unverified_checks: number;
  readonly unverified_since: Date | null;
  readonly billing_country: string | null;
  readonly sales_channel_id: string | null;
  readonly held_at: Date | null;
  readonly hold_reason: HoldReason | null;
  readonly hold_decision: HoldDecision | null;
  readonly hold_decided_at: Date | null;
  readonly version: number;
  readonly projected_version: number;
  readonly project_after: Date | null;
  readonly project_failures: number;
  readonly next_check_at: Date | null;
  readonly checks: number;
  readonly unknown_since: Date | null;
  /** Every dispute, amounts as text; see `disputesIn`. */
  readonly disputes: unknown;
  /** The terms of the subscription that it starts, amount in minor units as text; null: none. */
  readonly subscription: unknown;
  /** Of a renewal: the id of the attempt that started the subscription. */
  readonly renewal_of: string | null;
  /** Of an attempt that starts a subscription: its gateway ID, once known. */
  readonly recurring_id: string | null;
  /** The gateway's latest subscription status; see `recurringOf`. */
  readonly recurring: unknown;
  /** The order number on the wire, if it differs from `order_no`; see `wireOrderNoOf`. */
  readonly wire_order_no: string | null;
  /** When the subscription may be synchronised with this attempt; null: nothing to synchronise. */
  readonly subscription_due_at: Date | null;
  /** The instalment plan that the customer accepted; see `instalmentsOf`. */
  readonly instalments: unknown;
  /** When it was imported from another integration of the gateway; null: this store sent it. */
  readonly imported_at: Date | null;
  /** When the capture policy looks at it; null: as soon as possible. */
  readonly policy_due_at: Date | null;
  readonly created_at: Date;
}

/** Rows that may share a gateway ID with this one: those of its account, and those older than account identities. */
export const identitiesBeside = ({ gateway_identity: own }: Pick<AttemptRow, "gateway_identity">): readonly string[] =>
  own === "" ? [""] : [own, ""];

/** The order number to send to the gateway and to compare with its responses. */
export const wireOrderNoOf = ({ order_no, wire_order_no }: Pick<AttemptRow, "order_no" | "wire_order_no">): string =>
  wire_order_no ?? order_no;

/** A renewal or an imported payment without a Medusa session: Medusa has nothing to record it on. */
export const isUnlinked = (row: Pick<AttemptRow, "renewal_of" | "imported_at" | "session_id" | "order_no">): boolean =>
  isFromElsewhere(row) && row.session_id === row.order_no;

/** No cart of this store paid it: the gateway charged a renewal, or another integration sent it. */
export const isFromElsewhere = ({
  renewal_of: of,
  imported_at: at,
}: Pick<AttemptRow, "renewal_of" | "imported_at">): boolean => Boolean(of) || Boolean(at);

export interface OperationRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly kind: OperationKind;
  readonly sequence: number;
  readonly idempotency_key: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: OperationStatus;
  readonly actor: Actor;
  readonly result_code: string | null;
  readonly result_message: string | null;
  readonly gateway_reference: string | null;
  readonly sent_at: Date;
  readonly concluded_at: Date | null;
  readonly updated_at: Date;
  readonly recorded_in_medusa: boolean;
  readonly action: ReviewAction | null;
  /** Of a capture that only the gateway's payment status reports: since when. */
  readonly inferred_at: Date | null;
}

export interface LockedAttempt {
  readonly row: AttemptRow;
  readonly operations: readonly OperationRow[];
  readonly snapshot: AttemptSnapshot;
  readonly holdRule: ReviewPolicy;
  /** Postgres' time in the locking transaction; it decides whether something is old enough. */
  readonly lockedAt: Date;
}

const INTEGER = /^\d+(?:\.0+)?$/;

/** Integer minor units from a numeric column. */
export function minorOf(value: string | number): bigint {
  const text = String(value);
  if (!INTEGER.test(text)) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The ledger holds an amount that is not an integer.");
  }
  return BigInt(text.split(".")[0] ?? text);
}

/** Everything captured has been refunded, or is being refunded. */
export const isGivenBack = (row: AttemptRow): boolean =>
  row.state === "captured" && minorOf(row.refunded) + minorOf(row.refund_pending) === minorOf(row.captured);

/** A void or refund was sent, and its result is unknown. */
export const isGoingBack = (operations: readonly OperationRow[]): boolean =>
  operations.some(
    ({ kind, status }) => (kind === "void" || kind === "refund") && (status === "sending" || status === "unknown"),
  );

export type SnapshotRow = Pick<
  AttemptRow,
  | "state"
  | "currency"
  | "requested"
  | "authorised"
  | "captured"
  | "refunded"
  | "refund_pending"
  | "gateway_payment_id"
  | "returned_at"
  | "mode"
  | "hold_reason"
  | "hold_decision"
  | "disputes"
  | "subscription"
  | "recurring_id"
  | "recurring"
> &
  Partial<Pick<AttemptRow, "capture_inferred_at">>;
export type SnapshotOperation = Pick<
  OperationRow,
  "id" | "kind" | "amount" | "status" | "sent_at" | "gateway_reference" | "action"
> &
  Partial<Pick<OperationRow, "inferred_at" | "idempotency_key">>;

/** Begins the key of a refund made outside the store; the gateway's ID follows. */
export const OUTSIDE_KEY = "outside_";

const operationSnapshot = (row: SnapshotOperation): OperationSnapshot => ({
  id: row.id,
  kind: row.kind,
  amount: minorOf(row.amount),
  status: row.status,
  sentAt: row.sent_at.getTime(),
  reference: row.gateway_reference,
  action: row.action,
  ...(row.inferred_at ? { isInferred: true } : {}),
  ...(row.kind === "refund" && row.idempotency_key?.startsWith(OUTSIDE_KEY) ? { isOutside: true } : {}),
});

/** An attempt as the reducer sees it. Throws on an invalid amount or currency in the row. */
export const snapshotOf = (row: SnapshotRow, operations: readonly SnapshotOperation[]): AttemptSnapshot => ({
  state: row.state,
  currency: createCurrency(row.currency),
  requested: minorOf(row.requested),
  authorised: minorOf(row.authorised),
  captured: minorOf(row.captured),
  refunded: minorOf(row.refunded),
  refundPending: minorOf(row.refund_pending),
  gatewayPaymentId: row.gateway_payment_id,
  hasReturned: row.returned_at !== null,
  mode: row.mode,
  hold: row.hold_reason === null ? null : { reason: row.hold_reason, decision: row.hold_decision },
  operations: operations.map(operationSnapshot),
  ...(row.capture_inferred_at ? { isCaptureInferred: true } : {}),
  disputes: disputesIn(row.disputes),
  ...(row.subscription ? { subscription: subscriptionOf(row) } : {}),
});

export const locked = (read: Omit<LockedAttempt, "snapshot">): LockedAttempt => ({
  ...read,
  snapshot: snapshotOf(read.row, read.operations),
});

function subscriptionOf(row: Pick<AttemptRow, "recurring_id" | "recurring">): SubscriptionSnapshot {
  const recurring = recurringOf(row);
  return {
    recurringId: row.recurring_id,
    status: recurring?.status ?? null,
    reportedAt: recurring ? Date.parse(recurring.reportedAt) : null,
  };
}

/** Medusa keeps a raw JSON column beside each numeric one; both are written together. For rows of a write set. */
export const amountFields = (name: string, minor: bigint | null): Record<string, unknown> => ({
  [name]: minor === null ? null : minor.toString(),
  [`raw_${name}`]: minor === null ? null : { value: minor.toString(), precision: 20 },
});

/** The same for a single statement, which needs JSON as text. */
export const amountColumns = (name: string, minor: bigint | null): Record<string, unknown> => {
  const { [`raw_${name}`]: raw, ...amount } = amountFields(name, minor);
  return { ...amount, [`raw_${name}`]: raw === null ? null : JSON.stringify(raw) };
};

export function undecidedOf(
  row: AttemptRow,
  after: { readonly state: AttemptState; readonly threeDs: unknown; readonly operations: Undecided["operations"] },
): Undecided {
  return {
    state: after.state,
    operations: after.operations,
    isBack: row.returned_at !== null || row.redirect_cancelled_at !== null,
    isAuthenticationOpen: holdsMoney(after.state) && authenticationOf(row, after.threeDs) === "open",
    expiresAt: expiryOf(row, after.state)?.getTime() ?? null,
  };
}
