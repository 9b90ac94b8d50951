import type { ContractFact, PaymentFact, PayoutFact, RefundFact } from "./facts";

/** Why an outcome is not plain success; `code` is ours and stable, `message` is for the merchant. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** The five ways a write can end. What each permits afterwards is said in the domain. */
export type Outcome<F> =
  | { readonly kind: "settled"; readonly fact: F }
  /** The gateway has it and has not decided, or used a code we do not know. */
  | { readonly kind: "pending"; readonly fact: F; readonly reason: Reason }
  | { readonly kind: "declined"; readonly fact: F | null; readonly reason: Reason }
  /** Proven: nothing left the process, or the gateway refused it because our configuration is wrong. Nothing happened. */
  | { readonly kind: "not_sent"; readonly reason: Reason }
  /** Something may have happened. Never sent again before a query answered. */
  | { readonly kind: "unknown"; readonly reason: Reason; readonly shown?: Shown };

/** What an answer that proves nothing tells of a payment all the same; it is shown, and decides nothing by itself. */
export type Shown = Pick<PaymentFact, "card" | "risk" | "threeDs">;

export type NotSent = Extract<Outcome<never>, { kind: "not_sent" }>;
export type Unknown = Extract<Outcome<never>, { kind: "unknown" }>;
export type Declined = Extract<Outcome<never>, { kind: "declined" }>;

/** The answer to an authorise or to one item of a capture or cancel batch. */
export type PaymentOutcome = Outcome<PaymentFact>;
/** The answer to one item of a refund batch. */
export type RefundOutcome = Outcome<RefundFact>;
/** The answer to a contract's cancellation. */
export type ContractOutcome = Outcome<ContractFact>;
/** The answer to a payout. */
export type PayoutOutcome = Outcome<PayoutFact>;
