import type { PayoutReading } from "../../../gateway/model/facts";
import type { PayoutEnd, SendStatus } from "../domain/payout-sends";

/** One row per send, committed before anything is sent, and an immutable one per change. No bank data. */
export interface PayoutSendRow {
  readonly id: string;
  readonly payout_id: string;
  /** UUID; unique per account, constant for the payout. */
  readonly request_id: string;
  readonly account: string;
  readonly gateway_identity: string;
  readonly currency: string;
  /** Integer minor units as text. */
  readonly amount: string;
  readonly payload_hash: string;
  readonly actor_id: string | null;
  readonly status: SendStatus;
  /** Of the last message that changed it; null before any report. */
  readonly reading: PayoutReading | null;
  readonly raw_status: string | null;
  readonly result_code: string | null;
  readonly result_message: string | null;
  readonly transaction_id: string | null;
  readonly short_reference: string | null;
  readonly fee_amount: string | null;
  readonly fee_currency: string | null;
  readonly payer_pays: string | null;
  readonly beneficiary_receives: string | null;
  readonly failure_reason: string | null;
  readonly failure_type: string | null;
  readonly gateway_created_at: Date | null;
  readonly gateway_updated_at: Date | null;
  readonly decided_by: string | null;
  readonly decided_result: PayoutResolution | null;
  readonly decided_note: string | null;
  /** The gateway's report after the opposite manual resolution, or after its own opposite report. */
  readonly contradiction: PayoutReading | null;
  /** Another final state in a message that is not newer; null again once it ends otherwise. */
  readonly ignored_end: PayoutEnd | null;
  /** When the gateway first reported it as paid; a later return does not clear it. */
  readonly paid_at: Date | null;
  /** How often it was sent: more than once only after it was proven unsent. */
  readonly sends: number;
  readonly version: number;
  /** When the payout has to sync with this row; null: it is in sync. */
  readonly sync_due_at: Date | null;
  readonly sent_at: Date;
  readonly concluded_at: Date | null;
}

export type PayoutResolution = "paid" | "not_paid";

export interface PayoutSendEventRow {
  readonly id: string;
  readonly payout_id: string;
  readonly at: Date;
  readonly source: "request" | "response" | "notify" | "person" | "sweep";
  /** Null: the row was created. */
  readonly from_status: SendStatus | null;
  readonly to_status: SendStatus;
  readonly reading: PayoutReading | null;
  readonly raw_status: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly actor_id: string | null;
  readonly note: string | null;
  readonly inbox_event_id: string | null;
  readonly version: number;
}
