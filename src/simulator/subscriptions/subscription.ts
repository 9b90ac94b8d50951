import type { ChargeInterval } from "./calendar";
import type { BankScenario } from "../faults/scenarios";

/** One subscription as stored: amounts are integer hundredths as text, times ISO texts. Types only. */
export interface Terms extends ChargeInterval {
  readonly name: string;
  /** Of each charge after the first. */
  readonly amount: string;
  /** yyyy-MM-dd; null: it starts with the first payment. */
  readonly start: string | null;
  /** Its last day; null: none. */
  readonly end: string | null;
  /** Total number of charges, including the first; null: until cancelled. */
  readonly cycles: number | null;
  /** Kept and shown; the simulator does not know the price. */
  readonly promotion: number | null;
  readonly priceId: string;
}

/** `ended`: all charges were made, or its last day has passed. */
export type SubscriptionState = "active" | "cancelled" | "ended";

export interface Script {
  /** 1 is the first payment. */
  readonly charge: number;
  /** Null: by the amount's cents, else approved. */
  readonly outcome: BankScenario | null;
  /** Null: the agreed amount. */
  readonly amount: string | null;
}

export interface Subscription {
  readonly recurring_id: string;
  /** Of the first payment. */
  readonly order_no: string;
  readonly currency: string;
  readonly created_at: string;
  readonly terms: Terms;
  /** First time of the series. */
  readonly anchor: string;
  state: SubscriptionState;
  /** Index of the next time in the series. */
  place: number;
  /** Number of charges due so far, including the first payment. */
  cycle: number;
  /** Time of the next charge; null: none. */
  next_at: string | null;
  /** Whether the next charge was prepared before a cancellation; then it is still made. */
  prepared: boolean;
  /** Transactions, including the first payment. A skipped charge has none. */
  readonly charges: string[];
  readonly missed: number[];
  scripts: Script[];
  readonly cancels: { readonly at: string; readonly by: "api" | "portal" }[];
}
