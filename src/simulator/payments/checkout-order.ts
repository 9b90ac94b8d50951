import type { AskedInstalments } from "./instalments";
import type { Terms } from "../subscriptions/subscription";

/** An order for the hosted page, as last signed. It stays open until it has an active transaction. */
export interface CheckoutOrder {
  /** ID of the order's page; not guessable. */
  readonly page_id: string;
  readonly order_no: string;
  readonly amount: string;
  readonly currency: string;
  readonly notify_url: string | null;
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly keeps_card: boolean;
  readonly asks_bank: boolean;
  readonly terms?: Terms | null;
  readonly instalments?: AskedInstalments | null;
  readonly window_size: string;
  readonly echo: Readonly<Record<string, string>>;
  readonly opened_at: string;
  message: string;
}
