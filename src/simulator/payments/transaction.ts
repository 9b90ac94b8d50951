import type { BankScenario, Scenario } from "../faults/scenarios";
import type { Terms } from "../subscriptions/subscription";

/**
 * What the books hold of one payment: amounts are integer hundredths as text, so
 * that the file stays exact. No card number is ever in here, only its mask. Shapes
 * and sums, no behaviour.
 */
export type TransactionState =
  /** Waits for the shopper's answer to the bank (3-D Secure). */
  | "challenge"
  /** Waits for the shopper at the page of an alternative method. */
  | "opened"
  | "pending"
  | "review"
  | "authorised"
  | "captured"
  | "declined"
  | "voided"
  | "doubtful"
  | "unlisted";

/** How the shopper pays; `renewal`: the gateway charges a contract by itself. */
export type Mode = "card" | "token" | "checkout" | "apm" | "renewal";

export interface RefundRecord {
  readonly reference: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: string;
  processedAt: string | null;
  failed: boolean;
  /** Made by hand in the portal; missing: asked for by the store. */
  readonly by?: "portal";
}

/** A chargeback; `received` until somebody has won. */
export interface DisputeRecord {
  readonly reference: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: string;
  stage: "received" | "won" | "lost";
  decidedAt: string | null;
}

export interface NotificationRecord {
  readonly at: string;
  readonly kind: string;
  /** HTTP status of the store's answer; 0: nobody answered. */
  readonly status: number;
  /** With the account's own key. */
  readonly signed: boolean;
}

/** `authorise`: cards and tokens; `checkout`: the hosted page; `apm`: alternative methods. */
export const effectNames = [
  "authorise",
  "checkout",
  "apm",
  "capture",
  "cancel",
  "refund",
  "cancel_subscription",
  "renewal",
] as const;
/** How often something really happened. An approval that comes late counts when it comes. */
export type Effects = Record<(typeof effectNames)[number], number>;

/** The same by hand in the portal, counted apart: none of them is the store's. */
export const portalEffectNames = [
  "portal_capture",
  "portal_void",
  "portal_refund",
  "portal_cancel_subscription",
] as const;
export type PortalEffects = Record<(typeof portalEffectNames)[number], number>;

/** A card that becomes a token when the payment is approved; how it behaves, never its number. */
export interface CardToKeep {
  readonly mask: string;
  readonly brand: string;
  /** yyyy-MM */
  readonly expiry: string;
  readonly scenario: Scenario;
}

export interface Transaction {
  readonly transaction_id: string;
  readonly order_no: string;
  /** What the merchant asked for; `amount` differs only where the shopper paid a wrong one. */
  readonly ordered: string;
  amount: string;
  readonly currency: string;
  readonly mode: Mode;
  /** The alternative method. */
  readonly method: string | null;
  readonly card_mask: string;
  notify_url: string | null;
  return_url: string | null;
  readonly created_at: string;
  /** What the query repeats of the request: shopper and delivery fields. */
  readonly echo?: Readonly<Record<string, string>>;
  /** Names the transaction's page, where it has one; nobody can guess it. */
  readonly page_id: string | null;
  readonly window_size: string;
  /** After this it is declined by itself, if it still waits for the shopper. */
  expires_at: string | null;
  voucher: string | null;
  /** The outcome of the authentication in words; empty: there was none. */
  threeds_result: string;
  is_3ds: boolean;
  /** What the bank does once the shopper has passed the challenge. */
  readonly after_challenge: BankScenario | null;
  readonly keep: CardToKeep | null;
  token_id: string;
  /** The contract that the payment asked for. */
  readonly terms: Terms | null;
  /** Of the contract that came of it, or that this charges; empty: none. */
  recurring_id: string;
  /** Which charge of its contract this is; null: not a renewal. */
  readonly renewal: number | null;
  readonly effects: Partial<Effects & PortalEffects>;
  state: TransactionState;
  result_info: string;
  risk_action: string;
  risk_score: string;
  captures: { amount: string; at: string; readonly by?: "portal" }[];
  refunds: RefundRecord[];
  disputes: DisputeRecord[];
  notifications: NotificationRecord[];
}

const total = (amounts: readonly { amount: string }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

export const capturedOf = (transaction: Pick<Transaction, "captures">): bigint => total(transaction.captures);

export const refundedOf = (transaction: Pick<Transaction, "refunds">): bigint =>
  total(transaction.refunds.filter(({ failed }) => !failed));

export const authorisedOf = ({ state, amount }: Pick<Transaction, "state" | "amount">): bigint =>
  state === "authorised" || state === "captured" ? BigInt(amount) : 0n;

/** Is the order number free for another try? */
export const hasFailed = ({ state }: Transaction): boolean => state === "declined" || state === "doubtful";

export const isPaid = ({ state }: Transaction): boolean => state === "authorised" || state === "captured";

/** Waits for the shopper, who may pay now. */
export const waitsForShopper = ({ state, mode }: Transaction): boolean =>
  state === "opened" || (state === "pending" && mode === "apm");
