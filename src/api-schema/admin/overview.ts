import { z } from "@medusajs/framework/zod";
import { several } from "./fields";

/**
 * Payment performance by whole UTC days. A payment belongs to the day on which it was started, whatever happens to it later,
 * and to one currency; so each figure is the number of rows in the list of payments with the same filters.
 */
const day = z.iso.date();

export const OverviewFilters = z.strictObject({
  /** The first and the last UTC day, both included; default: the 30 days that end today. At most 366 days. */
  from: day.optional(),
  to: day.optional(),
  /** `previous`: the same number of days before the period. */
  compare: z.enum(["previous", "none"]).default("previous"),
  /** Default: the one with the most payments in the period. */
  currency: z.string().length(3).optional(),
  account: several(z.string().max(50)),
  mode: several(z.enum(["card", "checkout", "apm"])),
  method: several(z.string().max(50)),
  /** IDs of Medusa's sales channels; `-`: not known. */
  sales_channel: several(z.string().max(50)),
});
export type OverviewFilters = z.infer<typeof OverviewFilters>;

const count = z.number().int();

export const OverviewFigures = z.object({
  payments: count,
  /** Authorised, captured or voided; with `declined`, `expired` and `open` they add up to `payments`. */
  authorised: count,
  declined: count,
  expired: count,
  open: count,
  /** Decimals in major units. */
  amounts: z.object({
    requested: z.string(),
    authorised: z.string(),
    captured: z.string(),
    refunded: z.string(),
    refund_pending: z.string(),
    disputed: z.string(),
  }),
  /** Payments with a refund, accepted or succeeded. */
  refunded: count,
  /** Payments that were held for review, and those that still are. */
  held: count,
  held_open: count,
  /** Payments with the card form or a saved card: sent to 3-D Secure, and how they ended. */
  three_ds: z.object({ challenged: count, passed: count, declined: count, abandoned: count }),
  /** Disputes, not payments. */
  disputes: z.object({ open: count, won: count, lost: count }),
  /** From the authorisation to the first capture; null without one. */
  capture: z.object({ payments: count, average_seconds: count.nullable() }),
});
export type OverviewFigures = z.infer<typeof OverviewFigures>;

const Traffic = z.object({
  requests: count,
  /** No usable answer: lost, timed out, unparsable, 5xx. */
  failed: count,
  /** In ms; null without requests. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
});

export const OverviewPeriod = z.object({
  /** UTC days, both included. */
  from: z.string(),
  to: z.string(),
  totals: OverviewFigures,
  /** Every day, oldest first. */
  days: z.array(OverviewFigures.extend({ day: z.string() })),
  accounts: z.array(OverviewFigures.extend({ account: z.string() })),
  methods: z.array(
    OverviewFigures.extend({
      mode: z.enum(["card", "checkout", "apm"]),
      method: z.string().nullable(),
      /** Display name, as in the shop; null for cards. */
      name: z.string().nullable(),
    }),
  ),
  /** Null: not known, as of imported payments. */
  sales_channels: z.array(OverviewFigures.extend({ id: z.string().nullable(), name: z.string().nullable() })),
  /** The most frequent first; null: the gateway gave no code. */
  declines: z.array(z.object({ code: z.string().nullable(), payments: count })),
  /** Requests to the gateway, of all currencies and methods; since the store has counted them. */
  gateway: Traffic.extend({ days: z.array(Traffic.extend({ day: z.string() })) }),
});
export type OverviewPeriod = z.infer<typeof OverviewPeriod>;

export const Overview = z.object({
  /** ISO 8601: until when the figures contain everything; computed once a minute. Null: not computed yet. */
  as_of: z.string().nullable(),
  /** The UTC day by the server's clock, at which "the last 7 days" end. */
  today: z.string(),
  /** Days that wait to be computed: after an update, or a rebuild. */
  days_due: count,
  /** Of all amounts and counts; null: no payment in the period. */
  currency: z.string().nullable(),
  /** Of the period, the most frequent first. */
  currencies: z.array(z.object({ currency: z.string(), payments: count })),
  /** For the filter. */
  accounts: z.array(z.string()),
  current: OverviewPeriod,
  previous: OverviewPeriod.nullable(),
});
export type Overview = z.infer<typeof Overview>;
