import type { PayoutReading } from "../../../gateway/model/facts";
import type { PayoutEnd, SendStatus } from "../domain/payout-sends";

/**
 * What the ledger keeps of a payout: one row for its send, committed before anything leaves, and a row for each change
 * of it that nothing can change again. Neither holds bank data. As Postgres returns them.
 */
export interface PayoutSendRow {
  readonly id: string;
  readonly payout_id: string;
  /** UUID; unique for an account, and the same for as long as the payout lives. */
  readonly request_id: string;
  readonly account: string;
  /** The gateway account that it was sent to; empty: from before identities were kept. */
  readonly gateway_identity: string;
  /** Upper case. */
  readonly currency: string;
  /** Integer minor units as text. */
  readonly amount: string;
  readonly payload_hash: string;
  /** Who had it sent; null: the system. */
  readonly actor_id: string | null;
  readonly status: SendStatus;
  /** Of the last message that moved it; null until the gateway said something. */
  readonly reading: PayoutReading | null;
  /** The gateway's own word for it. */
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
  /** The person who said what became of an unknown one; null: nobody had to. */
  readonly decided_by: string | null;
  readonly decided_result: PayoutVerdict | null;
  readonly decided_note: string | null;
  /** What the gateway said after a person had decided the opposite, or after it had said the opposite itself. */
  readonly contradiction: PayoutReading | null;
  /** Another end that the gateway named in a message that is not newer than what is known; null again once it ends otherwise. */
  readonly ignored_end: PayoutEnd | null;
  /** When the gateway first said that it was paid; a later return does not clear it. */
  readonly paid_at: Date | null;
  /** How often it was handed to the wire: more than once only after it was proven that nothing had left. */
  readonly sends: number;
  /** Grows with each change. */
  readonly version: number;
  /** When the payout has to look at this row; null: it stands where the row is. */
  readonly sync_due_at: Date | null;
  readonly sent_at: Date;
  readonly concluded_at: Date | null;
}

export type PayoutVerdict = "paid" | "not_paid";

/** One change of a send, append-only. */
export interface PayoutSendEventRow {
  readonly id: string;
  readonly payout_id: string;
  readonly at: Date;
  readonly source: "request" | "response" | "notify" | "person" | "sweep";
  /** Null: the row was made. */
  readonly from_status: SendStatus | null;
  readonly to_status: SendStatus;
  readonly reading: PayoutReading | null;
  readonly raw_status: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly actor_id: string | null;
  readonly note: string | null;
  readonly inbox_event_id: string | null;
  /** The send's version that it made. */
  readonly version: number;
}
