import type { SubscriptionFact, PaymentFact, PayoutFact, RefundFact } from "./facts";

/** Why an outcome is not plain success; `code` is ours and stable, `message` is for the merchant. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** The five outcomes of a write. The domain defines what each permits. */
export type Outcome<F> =
  | { readonly kind: "settled"; readonly fact: F }
  /** The gateway has it and has not decided, or used an unmapped code. */
  | { readonly kind: "pending"; readonly fact: F; readonly reason: Reason }
  | { readonly kind: "declined"; readonly fact: F | null; readonly reason: Reason }
  /** Proven: nothing left the process, or the gateway refused it because our configuration is wrong. Nothing happened. */
  | { readonly kind: "not_sent"; readonly reason: Reason }
  /** Something may have happened. Never sent again without a query. */
  | { readonly kind: "unknown"; readonly reason: Reason; readonly shown?: DisplayDetails };

/** Details of an inconclusive response; for display only. */
export type DisplayDetails = Pick<PaymentFact, "card" | "risk" | "threeDs">;

export type NotSent = Extract<Outcome<never>, { kind: "not_sent" }>;
export type Unknown = Extract<Outcome<never>, { kind: "unknown" }>;
export type Declined = Extract<Outcome<never>, { kind: "declined" }>;

/** The response to an authorisation or to one item of a capture or cancel batch. */
export type PaymentOutcome = Outcome<PaymentFact>;
/** The response to one item of a refund batch. */
export type RefundOutcome = Outcome<RefundFact>;
/** The response to a subscription's cancellation. */
export type SubscriptionOutcome = Outcome<SubscriptionFact>;
/** The response to a payout. */
export type PayoutOutcome = Outcome<PayoutFact>;
