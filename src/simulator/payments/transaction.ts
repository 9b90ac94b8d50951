import type { BankScenario, Scenario } from "../faults/scenarios";
import type { AskedInstalments } from "./instalments";
import type { Terms } from "../subscriptions/subscription";

/** One payment as stored; amounts are integer hundredths as text. Contains a card's mask, never its number. */
export type TransactionState =
  /** Waits for the customer's 3-D Secure challenge. */
  | "challenge"
  /** Waits for the customer on the page of an alternative method. */
  | "opened"
  | "pending"
  | "review"
  | "authorised"
  | "captured"
  | "declined"
  | "voided"
  | "doubtful"
  | "unmapped";

/** The payment method; `renewal`: a charge of a subscription. */
export type Mode = "card" | "token" | "checkout" | "apm" | "renewal";

export interface RefundRecord {
  readonly reference: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: string;
  processedAt: string | null;
  failed: boolean;
  /** Made manually in the portal; missing: requested by the store. */
  readonly by?: "portal";
}

export interface DisputeRecord {
  readonly reference: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: string;
  /** By when the store has to respond, as it was entered; missing: not reported. */
  readonly dueDate?: string;
  stage: "received" | "won" | "lost";
  decidedAt: string | null;
}

export interface NotificationRecord {
  readonly at: string;
  readonly kind: string;
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
/** Number of times each effect really happened. A late approval counts when it happens. */
export type Effects = Record<(typeof effectNames)[number], number>;

/** The same in the portal, counted separately from the store's. */
export const portalEffectNames = [
  "portal_capture",
  "portal_void",
  "portal_refund",
  "portal_cancel_subscription",
] as const;
export type PortalEffects = Record<(typeof portalEffectNames)[number], number>;

/** A card to be stored when the payment is approved; its behaviour, never its number. */
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
  /** Amount asked for; `amount` differs only if the customer paid a wrong one. */
  readonly ordered: string;
  amount: string;
  readonly currency: string;
  readonly mode: Mode;
  readonly method: string | null;
  readonly card_mask: string;
  notify_url: string | null;
  return_url: string | null;
  readonly created_at: string;
  /** Customer and delivery fields of the request, which queries repeat. */
  readonly echo?: Readonly<Record<string, string>>;
  /** ID of the transaction's page, if it has one; not guessable. */
  readonly page_id: string | null;
  readonly window_size: string;
  /** After this time it is declined if it still waits for the customer. */
  expires_at: string | null;
  voucher: string | null;
  /** Result of the authentication as text; empty if there was none. */
  threeds_result: string;
  is_3ds: boolean;
  /** The bank's decision once the challenge has been passed. */
  readonly after_challenge: BankScenario | null;
  readonly keep: CardToKeep | null;
  token_id: string;
  readonly terms: Terms | null;
  /** Missing in files of earlier versions. */
  readonly instalments?: AskedInstalments | null;
  /** The subscription it started or charges; empty: none. */
  recurring_id: string;
  /** Number of this charge of its subscription; null: not a renewal. */
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

export const hasFailed = ({ state }: Transaction): boolean => state === "declined" || state === "doubtful";

export const isPaid = ({ state }: Transaction): boolean => state === "authorised" || state === "captured";

/** Waits for the customer, who may pay now. */
export const waitsForCustomer = ({ state, mode }: Transaction): boolean =>
  state === "opened" || (state === "pending" && mode === "apm");
