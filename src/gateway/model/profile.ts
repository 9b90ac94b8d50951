/*
 * Every detail that the gateway's interface leaves open, as a named, validated option with our default. The number in
 * each docstring is our confidence that the real gateway agrees (docs/configuration.md#the-profile). Where a wrong
 * default could cost money there is none. This file only describes the options.
 */

import { z } from "@medusajs/framework/zod";
import { PayoutProfile } from "./payout-profile";
import { Checkout, RedirectRules, Optimise, Tokens } from "./redirect-profile";
import { ReviewProfile } from "./review-profile";
import { Signing } from "./signing-profile";
import { Subscription, TimeZone } from "./subscription-profile";
import { wireField as field } from "./wire-field";

export { signedOperations } from "./signing-profile";
export type { CustomSign, SignedOperation } from "./signing-profile";

/**
 * A time limit that can be shortened, but not set above its maximum: the ledger derives from the maximum when a request
 * can no longer be in progress.
 */
const timeLimit = (longestMs: number, ms: number) =>
  z
    .number()
    .int()
    .positive()
    .max(longestMs, `must be at most ${String(longestMs)} ms`)
    .default(ms);

/** The code of a payment that the customer cancelled (our default). */
export const CANCELLED_BY_CUSTOMER = "E0008";

const paymentReadings = [
  "authorised",
  "captured",
  "refunded",
  "voided",
  "voided_or_pending",
  "declined",
  "pending",
  "unmapped",
] as const;
const Readings = z.record(
  z.string().regex(/^[^/]+$/, 'must be one code; a combination such as "1000/1" belongs in profile.status.payment'),
  z.enum(paymentReadings),
);
const PaymentReadings = z.record(
  z
    .string()
    .regex(/^[^/]+(\/[^/]+)?$/, 'must be a code such as "1000", or payment_status/query_result such as "1000/1"'),
  z.enum(paymentReadings),
);
const RefundReadings = z.record(z.string().min(1), z.enum(["accepted", "succeeded", "failed", "unmapped"]));

const Status = z.strictObject({
  /** Further `order_status` codes and their meanings; an unmapped code is never a success. */
  order: Readings.default({}),
  /**
   * Further `payment_status` codes. The gateway's interface lists none for a void: add it here once you have seen it.
   * `"1000/1"` is `payment_status` 1000 together with `query_result` 1 and takes precedence over `"1000"`.
   * `voided_or_pending`: the gateway uses the code for both; it means voided only while a void of ours was sent and has
   * not been refuted.
   */
  payment: PaymentReadings.default({}),
  /** Further `refund_status` codes of the search. */
  refund: RefundReadings.default({}),
  /** First letters and codes of `result_info` that leave the outcome open (0.7). */
  doubtfulPrefixes: z.array(z.string().length(1)).default(["S", "E"]),
  /** The same for the code of a refused capture, void or refund: `S`, a system error (0.5). `E` there says why it was refused. */
  doubtfulItemPrefixes: z.array(z.string().length(1)).default(["S"]),
  /** First letters, or whole codes, that say our configuration is wrong: `I0013` the signature, `C` the account (0.7). Never a decline. */
  configurationPrefixes: z.array(z.string().min(1)).default(["C", "I0013"]),
  /** Codes with such a letter that are a plain decline (cancelled by the customer). */
  declinedCodes: z.array(z.string()).default([CANCELLED_BY_CUSTOMER]),
});

const aliases = (...names: [string, ...string[]]): z.ZodDefault<z.ZodArray<typeof field>> =>
  z.array(field).min(1).default(names);

const Notify = z.strictObject({
  /** `confirm` (our choice): a notification is a hint, a query decides. `signature`: a verified signature decides. There is no `none`. */
  trust: z.enum(["confirm", "signature"]).default("confirm"),
  /** Body of the acknowledgement (0.8). */
  ackBody: z.string().max(200).default("success"),
  /** Names under which a notification carries each value, first match wins. */
  fields: z
    .strictObject({
      orderNo: aliases("order_no", "orderNo"),
      gatewayPaymentId: aliases("transaction_id", "tradeNo"),
      orderStatus: aliases("order_status", "orderStatus"),
      resultInfo: aliases("result_info", "orderInfo"),
      signature: aliases("encryption_data", "signInfo", "sign"),
      currency: aliases("currency", "orderCurrency"),
      amount: aliases("amount", "orderAmount"),
      kind: aliases("notify_type", "notifyType", "event", "type"),
      /** The gateway's token of a saved card (0.5; the last one is its name on the checkout page). */
      token: aliases("token_id", "tokenId", "paymentToken"),
      /** The 3-D Secure result, as the direct payment result names it (0.6). */
      threedsResult: aliases("threeds_result"),
      /** Of a subscription's charge, as the direct payment result names them (0.7): ID, name, period, next charge. */
      recurringId: aliases("recurring_id"),
      subscriptionName: aliases("contract_name"),
      recurringPeriod: aliases("recurring_deduction_period"),
      recurringTime: aliases("recurring_deduction_time"),
      /** Of a payout, as its request and result name them (0.6); the transaction, signature and kind have the names above. */
      requestId: aliases("request_id", "requestId"),
      payoutStatus: aliases("status"),
      payoutAmount: aliases("payment_amount"),
      payoutCurrency: aliases("payment_currency"),
      /** Of a dispute (0.3): status, disputed amount, the bank's reason, dispute ID, and by when to respond as an ISO 8601 date or time. */
      disputeStatus: aliases("dispute_status"),
      disputeAmount: aliases("dispute_amount"),
      disputeReason: aliases("dispute_reason"),
      disputeReference: aliases("dispute_reference"),
      disputeDueDate: aliases("dispute_due_date"),
    })
    .prefault({}),
  /** What the value of `kind` means, letters in any case. Without one it is a payment. */
  kinds: z.record(z.string(), z.enum(["payment", "capture", "void", "refund", "dispute", "review", "payout"])).default({
    payment: "payment",
    capture: "capture",
    void: "void",
    cancel: "void",
    refund: "refund",
    dispute: "dispute",
    review: "review",
    payout: "payout",
  }),
  /** The meaning of a dispute's status, letters in any case (0.3); an unmapped one raises an attention item. */
  disputes: z
    .record(z.string().min(1), z.enum(["received", "won", "lost"]))
    .default({ received: "received", open: "received", won: "won", lost: "lost" }),
});

const encodings = ["json", "json-as-form", "form"] as const;
const Encoding = z.enum(encodings);

export const GatewayProfile = z.strictObject({
  signing: Signing.prefault({}),
  status: Status.prefault({}),
  notify: Notify.prefault({}),
  capture: z
    .strictObject({
      /** `automatic` when the merchant account captures by itself; order_status 1 then means captured (0.95). */
      mode: z.enum(["manual", "automatic"]).default("manual"),
      /** Whether one payment may be captured in several parts; a query cannot tell two captures apart, so it is off. */
      multiple: z.boolean().default(false),
      /**
       * How many days an authorisation can be captured. The interface does not say; our choice. An attention item is
       * raised a day before.
       */
      authorisationValidDays: z.number().int().min(2).max(365).default(7),
    })
    .prefault({}),
  money: z
    .strictObject({
      /** Two decimals for every currency (0.75), or those of ISO 4217. */
      decimals: z.enum(["two", "iso4217"]).default("two"),
      /** Currencies with three decimals are refused unless you say that your account takes them. */
      allowThreeDecimals: z.boolean().default(false),
    })
    .prefault({}),
  encoding: z
    .strictObject({
      /** `json` (0.8) or JSON with a form content type, as the interface's samples send it. */
      authorise: Encoding.default("json"),
      /** Of the server's own request for the checkout page; a browser always sends a form. */
      checkout: Encoding.default("json"),
      capture: Encoding.default("json"),
      cancel: Encoding.default("json"),
      refund: Encoding.default("json"),
      review: Encoding.default("json"),
      /** Of a subscription's cancellation: the interface says XML and its sample is JSON (0.6). */
      cancelSubscription: z.enum([...encodings, "xml"]).default("json"),
      /** The root element of an XML request; the interface shows none (0.3). */
      xmlRoot: field.default("request"),
      payout: Encoding.default("json"),
      retrievalTrans: Encoding.default("form"),
      retrievalRefund: Encoding.default("form"),
    })
    .prefault({}),
  fields: z
    .strictObject({
      /** The field the interface prints as "the service": the shop's site (0.6). */
      site: field.default("website"),
      /**
       * The risk provider's cookie; the interface calls it by a neutral name (0.2). Sent only if the shop collects it.
       */
      riskCookie: field.default("riskprovider_token_cookie"),
    })
    .prefault({}),
  queries: z
    .strictObject({
      /** Selects payments by order number (0.93). */
      ordersField: field.default("orders"),
      /** Selects refunds by order number (0.85). */
      refundOrdersField: field.default("refund_orders"),
      /** Between ids (0.93). */
      separator: z.string().length(1).default(","),
      /** Ids in one request (interface: 100). */
      maxIds: z.number().int().min(1).max(100).default(100),
      /** Characters of the selector in one request (0.9). */
      maxCharacters: z.number().int().min(50).max(10_000).default(1_000),
      /**
       * What means "nothing found", without rows: a `return_status` without a message, or with exactly one (`"0/No record
       * found"`). None by default: a failed query read as an empty list would let a paid order expire.
       */
      emptyReturnStatuses: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  batch: z
    .strictObject({
      /** Items in one capture, void or refund request (interface: 50). */
      maxItems: z.number().int().min(1).max(50).default(50),
      /**
       * How long, in ms without another one, captures, voids, refunds and queries that started together wait for each
       * other (our default). A single one never waits.
       */
      maxWaitMs: z.number().int().min(0).max(5_000).default(250),
    })
    .prefault({}),
  review: ReviewProfile.prefault({}),
  threeDs: z
    .strictObject({
      /** `do3DS` tries 3-D Secure (observed), `no3DS` does not. */
      open3d: z.enum(["do3DS", "no3DS"]).default("do3DS"),
      /** Size of the challenge window when the shop names none: the full page (our default; the interface shows `01`). */
      challengeWindowSize: z.enum(["01", "02", "03", "04", "05"]).default("05"),
    })
    .prefault({}),
  checkout: Checkout.prefault({}),
  redirect: RedirectRules.prefault({}),
  tokens: Tokens.prefault({}),
  optimise: Optimise.prefault({}),
  subscription: Subscription.prefault({}),
  payout: PayoutProfile.prefault({}),
  /**
   * The gateway's time zone for times without a zone; used for a subscription's next charge, and no money depends on it
   * (0.3).
   */
  timeZone: TimeZone.default("UTC"),
  /** Time limits in ms (our default; the interface shows none). */
  timeouts: z
    .strictObject({
      connectMs: timeLimit(30_000, 10_000),
      authoriseMs: timeLimit(90_000, 90_000),
      otherMs: timeLimit(60_000, 60_000),
    })
    .prefault({}),
});
export type GatewayProfile = z.output<typeof GatewayProfile>;

/** Maximum text lengths of the gateway's interface (0.8); longer texts are cut, longer ids are refused. */
export const wireLengths = {
  note: 1_000,
  shopper_id: 64,
  email: 100,
  contract_name: 200,
  custom: 2_500,
  items: 5_000,
  name: 60,
  address: 200,
  short: 100,
  user_agent: 500,
} as const;
