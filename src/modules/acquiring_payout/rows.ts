import type { PayoutState } from "./domain/states";

export type EntityType = "COMPANY" | "INDIVIDUAL";

export interface BeneficiaryRow {
  readonly id: string;
  readonly version: number;
  readonly display_name: string;
  readonly entity_type: EntityType;
  readonly country: string | null;
  readonly currency: string | null;
  readonly bank_name: string | null;
  readonly account_mask: string;
  readonly account_fingerprint: string | null;
  readonly customer_id: string | null;
  readonly blocked_at: Date | null;
  /** The time of its current version: the cool-down starts here. */
  readonly changed_at: Date;
  /** No author of any version approves a payout to it: see `store/account-authors.ts`. */
  readonly account_by: string;
  readonly account_by_owner: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface PayoutRow {
  readonly id: string;
  readonly state: PayoutState;
  readonly account: string;
  readonly currency: string;
  /** In minor units; numeric columns arrive as text. */
  readonly amount: string;
  readonly beneficiary_id: string;
  readonly beneficiary_version: number;
  readonly beneficiary_name: string;
  /** Of the payout's own account, whatever the beneficiary's current one is. */
  readonly beneficiary_mask: string;
  readonly beneficiary_country: string | null;
  readonly payment_method: string;
  readonly swift_charge_option: string | null;
  readonly fee_paid_by: string | null;
  readonly fund_source: string | null;
  /** In minor units of `source_currency`. */
  readonly source_amount: string | null;
  readonly source_currency: string | null;
  readonly payment_date: string | null;
  readonly reference: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly order_id: string | null;
  readonly customer_id: string | null;
  readonly import_id: string | null;
  readonly import_line: number | null;
  readonly request_id: string;
  /** Of everything that will be sent; a draft has one too, for `submit`. */
  readonly payload_hash: string;
  readonly version: number;
  readonly approvals: number;
  readonly created_by: string;
  readonly submitted_at: Date | null;
  readonly approved_at: Date | null;
  readonly expires_at: Date | null;
  /** The next try: after a cool-down, or a limit that is reached. Null: immediately once approved. */
  readonly send_after: Date | null;
  readonly waits_for: string | null;
  readonly claimed_at: Date | null;
  readonly finished_at: Date | null;
  readonly synced_version: number | null;
  readonly transaction_id: string | null;
  readonly short_reference: string | null;
  readonly decided_by: string | null;
  readonly decided_result: "paid" | "not_paid" | null;
  readonly decided_note: string | null;
  readonly replaces_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ApprovalRow {
  readonly id: string;
  readonly payout_id: string;
  readonly actor_id: string;
  readonly payload_hash: string;
  readonly version: number | null;
  readonly seal: string | null;
  readonly note: string | null;
  readonly at: Date;
}

export type EventActor = "admin" | "gateway" | "system";

export type PayoutEventKind =
  | "created"
  | "imported"
  | "copied"
  | "edited"
  | "submitted"
  | "approved"
  | "approval_withdrawn"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "sending"
  | "not_sent"
  | "pending"
  | "held"
  | "paid"
  | "failed"
  | "cancelled"
  | "unknown"
  | "decided"
  | "contradicted";

export type BeneficiaryEventKind = "created" | "changed" | "blocked" | "unblocked" | "revealed";

export interface AuditRow {
  readonly id: string;
  readonly payout_id: string | null;
  readonly beneficiary_id: string | null;
  readonly kind: PayoutEventKind | BeneficiaryEventKind;
  readonly version: number;
  readonly actor: EventActor;
  readonly actor_id: string | null;
  /** Of an API key: its owner, who counts as the user. */
  readonly owner_id: string | null;
  readonly note: string | null;
  readonly raw_status: string | null;
  readonly at: Date;
}

export interface ImportRow {
  readonly id: string;
  readonly key: string;
  /** Keyed hash of the file: the same key with another file is refused. */
  readonly content_hash: string;
  readonly actor_id: string;
  readonly finished_at: Date | null;
  readonly created_at: Date;
}
