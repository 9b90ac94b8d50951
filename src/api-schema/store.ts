import { z } from "@medusajs/framework/zod";
import { StoreErrorCode } from "./errors";
import { linkToken, partAmount, trimmed, url } from "./store-fields";
import { DeviceInput, PaymentChoice } from "./store-payment-choice";

/**
 * HTTP API for storefronts. All routes need the store's publishable key, and answer `StoreError` with 4xx/5xx if a
 * request cannot be served.
 *
 * - `POST /store/acquiring/payment-methods` `PaymentMethodsBody` → `PaymentMethodsAnswer`: payment methods for the
 *   cart, in display order.
 * - `POST /store/acquiring/payments` `PaymentBody` → `PaymentAnswer`: makes or starts a payment.
 * - `POST /store/acquiring/payment-status` `PaymentStatusBody` → `PaymentAnswer`: status of a session; queries the
 *   gateway if due.
 * - `POST /store/acquiring/payment-return` `PaymentReturnBody` → `PaymentReturnAnswer`: the same for a returning
 *   customer with only the return token.
 * - `POST /store/acquiring/payment-link` `PaymentLinkBody` → `PaymentLinkAnswer`: what a payment link asks for.
 * - `POST /store/acquiring/payment-link/session` `LinkSessionBody` → `LinkSessionAnswer`: a payment session for it.
 * - `GET /store/acquiring/saved-cards` → `SavedCardsAnswer` and `DELETE /store/acquiring/saved-cards/:id` →
 *   `SavedCardDeleted`: for a logged-in customer only.
 */

/** The session ID, and the token from its public `data.token`, which ties the request to the cart. */
export const SessionRef = z.strictObject({
  session_id: trimmed(64).min(1),
  token: trimmed(128).min(1),
});
export type SessionRef = z.infer<typeof SessionRef>;

/** An instalment plan for the amount at this moment. Amounts are decimals in major units of `currency`. */
export const InstalmentPlan = z.object({
  /** Unique in the method's list. */
  plan: z.string(),
  /** Number of monthly instalments. */
  count: z.number().int(),
  /** Of each instalment, except the last if the amount cannot be divided evenly. */
  monthly_amount: z.string(),
  /** Of the last one: `monthly_amount`, and what the division leaves over. All of them make `total_amount`. */
  last_amount: z.string(),
  total_amount: z.string(),
  currency: z.string(),
});
export type InstalmentPlan = z.infer<typeof InstalmentPlan>;

/** The plan that the customer accepted, as it was listed; refused if one of these values is no longer true. */
export const ChosenInstalments = z.strictObject({
  plan: trimmed(50).min(1),
  count: z.number().int(),
  monthly_amount: partAmount,
});
export type ChosenInstalments = z.infer<typeof ChosenInstalments>;

/** Body of `POST /store/acquiring/payments`; at most 12 KB. */
export const PaymentBody = SessionRef.extend({
  method: PaymentChoice,
  /** With a session of a payment link: the link's token. */
  link: linkToken.optional(),
  /** With a session of a part of what is due: that part, as in the session's answer. */
  amount: partAmount.optional(),
  /** Missing: paid at once. */
  instalments: ChosenInstalments.optional(),
  device: DeviceInput.optional(),
  /** Where a redirected customer returns to: a URL of the shop's own origins. Default: `storefront.returnUrl`. */
  return_to: url.optional(),
  /** The response of the shop's captcha, if it has one. Those of hCaptcha exceed 4,000 characters. */
  captcha: trimmed(8_192).optional(),
});
export type PaymentBody = z.infer<typeof PaymentBody>;

export const PaymentStatusBody = SessionRef;
export type PaymentStatusBody = z.infer<typeof PaymentStatusBody>;

/** `return_token`: the value of the query parameter `acquiring_return` of the return URL. */
export const PaymentReturnBody = z.strictObject({
  return_token: trimmed(200).min(1),
  /** Random, of one page load: the same token with the same key is answered again for 10 minutes. */
  key: z
    .string()
    .regex(/^[A-Za-z0-9-]{16,64}$/)
    .optional(),
});
export type PaymentReturnBody = z.infer<typeof PaymentReturnBody>;

/** A cart, or a payment link; `amount`: only this part of what the link's order owes, for its instalment plans. */
export const PaymentMethodsBody = z.union([
  z.strictObject({ cart_id: trimmed(64).min(1) }),
  z.strictObject({ link: linkToken, amount: partAmount.optional() }),
]);
export type PaymentMethodsBody = z.infer<typeof PaymentMethodsBody>;

/** `card`: the shop's card form. `checkout`: the gateway's card page. `apm`: an alternative method, by redirect. */
export const PaymentMethod = z.object({
  /** Unique in the list: `card`, `checkout`, or `apm:<code>`. */
  id: z.string(),
  mode: z.enum(["card", "checkout", "apm"]),
  /** The Medusa provider to create the payment session with. */
  provider_id: z.string(),
  /** English display name; shops may translate by `id`. */
  name: z.string(),
  /** Picture as an https or `data:image/svg+xml` URL; null: none. */
  icon: z.string().nullable(),
  /** For `apm`: the value to send as `method`. */
  code: z.string().nullable(),
  /** True if the customer pays later outside of the shop (voucher, bank transfer); the order waits. */
  pays_later: z.boolean(),
  /** For `apm`: banks to choose from; empty if there is no choice. */
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
  /** For `apm`: fields to ask the customer for, as request paths: `person.document_number`. */
  fields: z.array(z.string()),
  /** For `checkout`: the presentations that the shop allows. */
  presentations: z.array(z.enum(["page", "iframe"])),
  /** Plans for the amount, in display order; missing: none. Those of `card` are for saved cards too. */
  instalments: z.array(InstalmentPlan).optional(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentMethodsAnswer = z.object({
  payment_methods: z.array(PaymentMethod),
  /** True if a logged-in customer may save cards here. */
  can_save_cards: z.boolean(),
});
export type PaymentMethodsAnswer = z.infer<typeof PaymentMethodsAnswer>;

/** A card saved by the customer. Never a card number or the gateway's token. */
export const SavedCard = z.object({
  id: z.string(),
  /** For example `411111******1111`. */
  mask: z.string(),
  brand: z.string().nullable(),
  /** `01` to `12`. */
  expiry_month: z.string(),
  /** Four digits. */
  expiry_year: z.string(),
  holder_name: z.string(),
  /** The provider to create the payment session with. */
  provider_id: z.string(),
  /** True if the gateway requires the security code again. */
  needs_security_code: z.boolean(),
});
export type SavedCard = z.infer<typeof SavedCard>;
export const SavedCardsAnswer = z.object({ saved_cards: z.array(SavedCard) });
export type SavedCardsAnswer = z.infer<typeof SavedCardsAnswer>;
export const SavedCardDeleted = z.object({ id: z.string(), deleted: z.literal(true) });
export type SavedCardDeleted = z.infer<typeof SavedCardDeleted>;

/**
 * - `payable`: nothing was paid, or the last attempt was declined: the customer may pay.
 * - `authorised`, `captured`: paid; complete the cart.
 * - `checking`: outcome unknown; poll again after `poll_after_ms`, do not pay again.
 * - `pending`: the gateway decides later; complete the cart, the order waits.
 * - `action_required`: redirect the customer to `action.url`, unless another tab has it; paying with another method
 *   abandons that.
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

/** What the customer still has to pay outside of the shop, or how that ended; `url` shows how to pay. */
export const PaymentInstructions = z.object({
  /** `waiting`: to be paid. `expired`, `cancelled`: must not be paid any more. */
  status: z.enum(["waiting", "paid", "expired", "cancelled"]),
  /** The method's code, such as `multibanco`, and its display name. */
  method: z.string(),
  method_name: z.string(),
  /** Decimal in major units, `12.50`, and an ISO 4217 code. */
  amount: z.string(),
  currency: z.string(),
  /** Payment deadline, ISO 8601; null if there is none, or if it is not waiting. */
  expires_at: z.string().nullable(),
  /**
   * While waiting: our page that redirects to the payment instructions. Its query parameter `return_to`, a URL on one
   * of the shop's own origins, is where the customer returns to.
   */
  url: z.string().nullable(),
});
export type PaymentInstructions = z.infer<typeof PaymentInstructions>;

export const PaymentAnswer = z.object({
  payment: z.object({
    session_id: z.string(),
    state: StorePaymentState,
    /** True if the cart can be completed now. */
    completable: z.boolean(),
    /** Why the last attempt failed, in neutral words for the customer. */
    error: z.object({ code: StoreErrorCode, message: z.string() }).nullable(),
    card: z.object({ mask: z.string(), brand: z.string().nullable() }).nullable(),
    /** Page to redirect to (`page`), or to show in an iframe (`iframe`), which ends with a `FrameMessage`. */
    action: z
      .object({ kind: z.literal("redirect"), url: z.string(), presentation: z.enum(["page", "iframe"]) })
      .nullable(),
    /** Method of the latest attempt, to preselect it in a form; null before the first attempt. */
    method: z
      .object({ mode: PaymentMethod.shape.mode, code: z.string().nullable(), provider_id: z.string() })
      .nullable(),
    /** For an alternative method, once its outcome no longer depends on a redirect; null otherwise. */
    instructions: PaymentInstructions.nullable(),
    /** The card saved at the customer's request, or null. */
    saved_card: z.object({ id: z.string() }).nullable(),
    /** When a payment that waits for the customer ends by itself, ISO 8601; null if it does not wait. */
    expires_at: z.string().nullable(),
    /** Milliseconds to wait before the next `payment-status`; null if there is nothing to wait for. */
    poll_after_ms: z.number().int().nullable(),
  }),
});
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

export const PaymentReturnAnswer = PaymentAnswer.extend({
  /** The session, for further `payment-status` requests. */
  session: SessionRef,
  /** The cart, so that another tab or browser can complete it; null if the session has none. */
  cart_id: z.string().nullable(),
  /** True if the customer cancelled at the gateway. */
  cancelled: z.boolean(),
});
export type PaymentReturnAnswer = z.infer<typeof PaymentReturnAnswer>;

/** Message that our return page in an iframe posts to the shop's window (origin: our backend). */
export const FrameMessage = z.object({ type: z.literal("acquiring:return"), return_token: z.string() });
export type FrameMessage = z.infer<typeof FrameMessage>;

/** Query parameter of `PaymentInstructions.url`: where the customer returns to. */
export const COME_BACK_PARAMETER = "return_to";

/** The query parameter that our return page adds to `return_to`. */
export const RETURN_PARAMETER = "acquiring_return";

/** The part of a payment session's `data` that storefronts may rely on. */
export const PublicSessionData = z.object({
  v: z.literal(1),
  mode: z.enum(["card", "checkout", "apm"]),
  session_id: z.string(),
  /** To be sent back as `token`. */
  token: z.string(),
  /** `voided`: the money was returned; start a new session. */
  state: z.enum([...StorePaymentState.options, "voided"]),
});
export type PublicSessionData = z.infer<typeof PublicSessionData>;
