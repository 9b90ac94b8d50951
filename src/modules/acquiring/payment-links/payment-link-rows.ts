import type { LinkTimes } from "../domain/payment-link";

/** A payment link as Postgres returns it. */
export interface PaymentLinkRow extends LinkTimes {
  readonly id: string;
  readonly serial: number;
  readonly order_id: string;
  readonly currency: string;
  /** Integer minor units. */
  readonly amount: string;
  readonly attempt_id: string | null;
  readonly created_by: string | null;
  readonly description: string | null;
  /** Separated by spaces; null: every method. */
  readonly methods: string | null;
  readonly language: string | null;
  readonly sent_at: Date | null;
  readonly sent_key: string | null;
  /** Names of the events already written, separated by spaces. */
  readonly announced: string;
  readonly announce_at: Date | null;
  readonly updated_at: Date;
}

export const LINK_TABLE = "acquiring_payment_link";
