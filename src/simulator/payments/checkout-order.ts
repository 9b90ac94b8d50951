import type { Terms } from "../subscriptions/subscription";

/**
 * An order that the hosted page takes money for, as the merchant signed it last. It
 * stays open until a transaction of it lives. A shape, no behaviour.
 */
export interface CheckoutOrder {
  /** Names the order's page; nobody can guess it. */
  readonly page_id: string;
  readonly order_no: string;
  readonly amount: string;
  readonly currency: string;
  readonly notify_url: string | null;
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly keeps_card: boolean;
  /** Whether the shopper's bank may be asked. */
  readonly asks_bank: boolean;
  readonly terms?: Terms | null;
  readonly window_size: string;
  readonly echo: Readonly<Record<string, string>>;
  readonly opened_at: string;
  /** What the page says when it is shown again; empty: nothing. */
  message: string;
}
