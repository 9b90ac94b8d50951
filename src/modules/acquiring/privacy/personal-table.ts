/** The words of the inventory of personal data. Pure. */
export type PersonalKind = "identity" | "contact" | "card" | "note" | "gateway_message" | "staff";

/** How a person's rows are found: by what the table refers to. */
export type RowsOf =
  | "attempt"
  | "of_attempt"
  | "order_no"
  | "audit"
  | "attention"
  | "customer"
  | "of_order"
  | "hold"
  | "subscription"
  | "of_subscription"
  | "session"
  | "payment"
  | "refund"
  | "customer_message"
  | "email";

/**
 * What an erasure does with a field, or with the named keys of its JSON. `clear`: empty; `blank`: an empty
 * text, which a later query does not fill again; `mark`: a marker replaces the text; `if_customer`: so, if it is this customer's ID; `row`: the row is deleted; `keep`: it is not a customer's.
 */
export type Erasing =
  | { readonly how: "blank" | "if_customer" | "row" | "keep" }
  | { readonly how: "clear" | "mark"; readonly keys: readonly string[] | null };

export interface PersonalTable {
  /** The section of an export; null: no rows of customers. */
  readonly title: string | null;
  readonly of: RowsOf | null;
  /** Its rows never change otherwise. */
  readonly isFixed?: boolean;
  readonly personal: Readonly<Record<string, readonly [PersonalKind, Erasing]>>;
  /** Columns without personal data, separated by spaces; those of every table are left out. */
  readonly other: string;
}

export const CLEAR: Erasing = { how: "clear", keys: null };
export const BLANK: Erasing = { how: "blank" };
export const MARK: Erasing = { how: "mark", keys: null };
export const IF_CUSTOMER: Erasing = { how: "if_customer" };
export const WHOLE_ROW: Erasing = { how: "row" };
export const STAFF: Erasing = { how: "keep" };
export const clearKeys = (...keys: readonly string[]): Erasing => ({ how: "clear", keys });
export const markKeys = (...keys: readonly string[]): Erasing => ({ how: "mark", keys });

/** Columns of every table. */
export const EVERYWHERE = ["created_at", "updated_at", "deleted_at"] as const;
