import { z } from "@medusajs/framework/zod";
import { moment, several } from "./fields";
import { CustomerLeft, Instalments, LedgerState, PaymentActions } from "./payment";

/** The list of payments. Its export streams all filtered rows: UTF-8 CSV, safe against spreadsheet formulas. */
const decimal = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/, "must be a decimal in major units");

/** Default: newest first. */
export const PaymentOrder = z.enum(["-created_at", "created_at", "-amount", "amount"]);
export type PaymentOrder = z.infer<typeof PaymentOrder>;

export const PaymentFilters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  order: PaymentOrder.default("-created_at"),
  /**
   * A complete order number, e-mail address or ID (payment, session, cart, order, customer); or the beginning of our
   * order number or the gateway's transaction ID.
   */
  q: z.string().trim().max(100).optional(),
  state: several(LedgerState),
  mode: several(z.enum(["card", "checkout", "apm"])),
  method: several(z.string().max(50)),
  account: several(z.string().max(50)),
  currency: several(z.string().length(3).toUpperCase()),
  /** ACCEPT, REVIEW, …: the gateway's own values. */
  risk: several(z.string().max(50)),
  created_from: moment.optional(),
  created_to: moment.optional(),
  /** Of `requested`; needs exactly one `currency`. */
  amount_min: decimal.optional(),
  amount_max: decimal.optional(),
  capturable: z.stringbool().optional(),
  held: z.stringbool().optional(),
  attention: z.stringbool().optional(),
  /** The gateway's code with which they were declined; `-`: it gave none. */
  decline_code: several(z.string().max(100)),
  /** IDs of Medusa's sales channels; `-`: not known. */
  sales_channel: several(z.string().max(50)),
  /** A refund was accepted or succeeded. */
  refunded: z.stringbool().optional(),
  disputed: z.stringbool().optional(),
  /** Sent to 3-D Secure from the card form, or with a saved card. */
  challenged: z.stringbool().optional(),
  /** Was held for review, also if it was decided. */
  reviewed: z.stringbool().optional(),
});
export type PaymentFilters = z.infer<typeof PaymentFilters>;

export const PaymentRow = z.object({
  id: z.string(),
  account: z.string(),
  mode: z.enum(["card", "checkout", "apm"]),
  method: z.string().nullable(),
  /** Display name, as in the shop; null for cards. */
  method_name: z.string().nullable(),
  state: LedgerState,
  customer_left: CustomerLeft,
  currency: z.string(),
  amounts: z.object({ requested: z.string(), authorised: z.string(), captured: z.string(), refunded: z.string() }),
  card: z.object({ mask: z.string(), brand: z.string().nullable() }).nullable(),
  /** Null: paid at once. */
  instalments: Instalments.nullable(),
  risk: z.object({ action: z.string().nullable(), score: z.string().nullable() }).nullable(),
  /** Under review without a decision. */
  held: z.boolean(),
  /** Number of open attention items. */
  attention: z.number().int(),
  capture: PaymentActions.shape.capture,
  order: z.object({ id: z.string(), display_id: z.number().int() }).nullable(),
  email: z.string().nullable(),
  order_no: z.string(),
  gateway_payment_id: z.string().nullable(),
  /** ISO 8601: until when what is authorised can be captured; null if nothing is left to capture. */
  expires_at: z.string().nullable(),
  created_at: z.string(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

export const PaymentPage = z.object({
  payments: z.array(PaymentRow),
  /** Across all pages; 10,001 means more than 10,000. */
  count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  /** Existing values, for the filters. */
  seen: z.object({
    methods: z.array(z.string()),
    method_names: z.record(z.string(), z.string()),
    currencies: z.array(z.string()),
    risks: z.array(z.string()),
    sales_channels: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type PaymentPage = z.infer<typeof PaymentPage>;
