import type { Fields } from "../context";
import type { Quote } from "./payout-money";
import type { NotificationRecord } from "../payments/transaction";

/** One payout as stored: amounts are integer minor units as text. Types and sums, no behaviour. */
export interface Payout extends Quote {
  readonly request_id: string;
  readonly transaction_id: string;
  readonly short_reference_id: string;
  readonly payer_id: string;
  readonly beneficiary_id: string;
  readonly amount: string;
  readonly currency: string;
  /** As requested, without its signature. */
  readonly request: Fields;
  readonly created_at: string;
  readonly notify_url: string | null;
  status: string;
  changed_at: string;
  failure_reason: string;
  failure_type: string;
  ahead: PayoutStep[];
  /** Time of the next step; null: none is scheduled. */
  next_at: string | null;
  readonly history: { readonly at: string; readonly status: string; readonly by: "api" | "clock" | "hand" }[];
  /** Number of requests; repeating the same request changes nothing else. */
  requests: number;
  notifications: NotificationRecord[];
}

export interface PayoutStep {
  readonly status: string;
  readonly failure_reason?: string;
  readonly failure_type?: string;
}

const PAID = new Set(["COMPLETED", "PAID"]);
const ENDED = new Set(["FAILED", "REJECTED", "CANCELLED", "RECALLED"]);

export const hasArrived = ({ status }: Pick<Payout, "status">): boolean => PAID.has(status);

export const isOnItsWay = ({ status }: Pick<Payout, "status">): boolean => !PAID.has(status) && !ENDED.has(status);
