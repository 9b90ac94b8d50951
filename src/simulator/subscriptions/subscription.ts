import type { Rhythm } from "./calendar";
import type { BankScenario } from "../faults/scenarios";

/**
 * What the books hold of one contract that the gateway charges by itself: amounts are
 * integer hundredths as text, moments ISO texts. Shapes, no behaviour.
 */
export interface Terms extends Rhythm {
  readonly name: string;
  /** Of one charge after the first. */
  readonly amount: string;
  /** yyyy-MM-dd; null: it begins with the first payment. */
  readonly start: string | null;
  /** Its last day; null: none. */
  readonly end: string | null;
  /** How many charges there are in all, the first included; null: until it is cancelled. */
  readonly cycles: number | null;
  /** Kept and shown; what a price of this name costs the simulator does not know. */
  readonly promotion: number | null;
  readonly priceId: string;
}

/** `ended`: all of its charges have been made, or its last day leaves room for no further one. */
export type SubscriptionState = "active" | "cancelled" | "ended";

/** What shall happen with one charge. */
export interface Script {
  /** 1 is the first payment. */
  readonly charge: number;
  /** Null: what the amount's cents say, else approved. */
  readonly outcome: BankScenario | null;
  /** Null: what was agreed. */
  readonly amount: string | null;
}

export interface Subscription {
  readonly recurring_id: string;
  /** Of the first payment. */
  readonly order_no: string;
  readonly currency: string;
  readonly created_at: string;
  readonly terms: Terms;
  /** The first moment of the series. */
  readonly anchor: string;
  state: SubscriptionState;
  /** Which moment of the series comes next. */
  place: number;
  /** How many charges have been due, the first payment included. */
  cycle: number;
  /** When the next charge is due; null: none is. */
  next_at: string | null;
  /** Was the next charge made ready before somebody cancelled? Then it comes all the same. */
  prepared: boolean;
  /** Transactions, the first payment included. A charge that was missed has none. */
  readonly charges: string[];
  readonly missed: number[];
  scripts: Script[];
  /** Each time that somebody ended it. */
  readonly cancels: { readonly at: string; readonly by: "api" | "portal" }[];
}
