import { z } from "@medusajs/framework/zod";
import { StoreErrorCode } from "./errors";

/**
 * Our HTTP contract with storefronts. Two routes:
 *
 * - `POST /store/acquiring/card-payments` pays a session with a card.
 * - `POST /store/acquiring/payment-status` says how a session stands, and asks
 *   the gateway when that is due.
 *
 * Both answer `PaymentAnswer`, or `StoreError` with 4xx/5xx. Both want the
 * store's publishable key like every store route.
 */

const text = (max: number) => z.string().trim().max(max);
const optional = (max: number) => text(max).nullish();

/** The session and the token from its public `data.token`; the token binds the request to the cart. */
export const SessionRef = z.strictObject({
  session_id: text(64).min(1),
  token: text(128).min(1),
});
export type SessionRef = z.infer<typeof SessionRef>;

export const CardInput = z.strictObject({
  /** Digits; spaces and dashes are removed. */
  number: text(32),
  /** `1`..`12` or `01`..`12`. */
  expiry_month: text(2),
  /** Two or four digits. */
  expiry_year: text(4),
  security_code: text(4),
  holder_first_name: text(60).min(1),
  holder_last_name: text(60).min(1),
});
export type CardInput = z.infer<typeof CardInput>;

export const DeviceInput = z.strictObject({
  os: optional(40),
  browser: optional(60),
  language: optional(20),
  /** Hours from UTC as text. */
  time_zone: optional(8),
  resolution: optional(20),
  color_depth: optional(8),
  type: optional(20),
  fingerprint: optional(128),
});
export type DeviceInput = z.infer<typeof DeviceInput>;

/** Body of `POST /store/acquiring/card-payments`; at most 4 KB. */
export const CardPaymentBody = SessionRef.extend({ card: CardInput, device: DeviceInput.optional() });
export type CardPaymentBody = z.infer<typeof CardPaymentBody>;

/** Body of `POST /store/acquiring/payment-status`. */
export const PaymentStatusBody = SessionRef;
export type PaymentStatusBody = z.infer<typeof PaymentStatusBody>;

/**
 * - `payable`: nothing was paid yet, or the last try was declined: the shopper may pay.
 * - `authorised`, `captured`: paid; complete the cart.
 * - `checking`: the answer is not known; poll again after `poll_after_ms`, do not pay again.
 * - `pending`: the gateway decides later; complete the cart, the order waits.
 * - `action_required`: the shopper must go to `action.url` first.
 */
export const StorePaymentState = z.enum([
  "payable",
  "authorised",
  "captured",
  "checking",
  "pending",
  "action_required",
]);
export type StorePaymentState = z.infer<typeof StorePaymentState>;

export const PaymentAnswer = z.object({
  payment: z.object({
    session_id: z.string(),
    state: StorePaymentState,
    /** True when the cart can be completed now. */
    completable: z.boolean(),
    /** Why the last try did not succeed; neutral, for the shopper. */
    error: z.object({ code: StoreErrorCode, message: z.string() }).nullable(),
    card: z.object({ mask: z.string(), brand: z.string().nullable() }).nullable(),
    action: z.object({ kind: z.literal("redirect"), url: z.string() }).nullable(),
    /** Milliseconds to wait before the next `payment-status`; null when there is nothing to wait for. */
    poll_after_ms: z.number().int().nullable(),
  }),
});
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

/** The public part of a payment session's `data` that storefronts may rely on. */
export const PublicSessionData = z.object({
  v: z.literal(1),
  mode: z.enum(["card"]),
  session_id: z.string(),
  /** Send it back as `token`. */
  token: z.string(),
  state: StorePaymentState,
});
export type PublicSessionData = z.infer<typeof PublicSessionData>;
