import type { InstalmentPlan, PaymentAnswer, PaymentMethod, SavedCard } from "../api-schema/store";
import type { DeviceInput, PersonInput, ThreeDsInput } from "../api-schema/store-payment-choice";
import type { PaymentLinkAnswer } from "../api-schema/store-link";
import type { OrderPaymentAnswer } from "../api-schema/store-order";
import type { StorePlan } from "../api-schema/store-subscription";
import type { AcquiringError } from "./errors";
import type { Subscriptions } from "./subscriptions";
import type { Texts } from "./texts";
import type { CardDraft } from "./validate-card";
import type { Timer, WaitOptions } from "./wait";

export type Payment = PaymentAnswer["payment"];

export interface AcquiringConfig {
  /** Medusa's URL, with or without a trailing slash. */
  readonly backendUrl: string;
  readonly publishableKey: string;
  /** Default: the browser's own. */
  readonly fetch?: typeof fetch;
  /** Default: the browser's clock. */
  readonly timer?: Timer;
  /** Tables from `medusa-payment-acquiring/sdk/languages`: one, or several to choose from. Default: English. */
  readonly texts?: Texts | readonly Texts[];
  /** BCP 47. Default: the browser's language; English if no table matches. */
  readonly language?: string;
  /** Further headers, such as a customer's bearer token; evaluated for each request. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** The parts of @medusajs/js-sdk that are used: the customer's login. URL and key come from its configuration. */
export interface MedusaSdkLike {
  readonly client: { getToken(): Promise<string | null | undefined> | string | null | undefined };
}

/** `backendUrl` and `publishableKey` default to those of the @medusajs/js-sdk client. */
export type AcquiringForConfig = Partial<AcquiringConfig>;

/** A Medusa payment session of one of our providers. */
export interface PaymentSessionLike {
  readonly id: string;
  readonly provider_id?: string;
  readonly data?: Record<string, unknown> | null;
}

/** The payment method: `type` is the `mode` of the chosen method, or `saved_card`. */
export type PaymentMethodInput =
  | { readonly type: "card"; readonly card: CardDraft; readonly save?: boolean; readonly threeDs?: ThreeDsInput }
  | { readonly type: "saved_card"; readonly id: string; readonly securityCode?: string }
  | { readonly type: "checkout"; readonly presentation: "page" | "iframe" }
  | { readonly type: "apm"; readonly method: string; readonly bankCode?: string; readonly person?: PersonInput };

/** What is paid: a cart, or with a payment link's token what an order still owes. */
export type PaidFor = { readonly cartId: string } | { readonly payable: string };

/** What a payment link asks for. */
export type PaymentLink = PaymentLinkAnswer["payment_link"];

/** What a customer's own order still owes; `token` is a link to pay it with. */
export type OrderPayment = OrderPaymentAnswer["order_payment"];

export interface PayInput {
  readonly session: PaymentSessionLike;
  readonly method: PaymentMethodInput;
  /** Default: `collectDevice()`. */
  readonly device?: DeviceInput;
  /** Where a redirect returns to. Default: the page's own URL, without our parameter. */
  readonly returnTo?: string;
  /** The response of the shop's captcha, if it has one. */
  readonly captcha?: string;
  /** One of the method's plans, as `listMethods` returned it and the customer saw it. Default: paid at once. */
  readonly instalments?: InstalmentPlan;
}

/** A customer who returned from the gateway. */
export interface Returned {
  readonly payment: Payment;
  readonly session: PaymentSessionLike;
  readonly cartId: string | null;
  /** True if the customer cancelled there; the session is payable. */
  readonly cancelled: boolean;
}

/** Identifies a payment: by order ID, cart ID, or session. */
export type InstructionsOf =
  { readonly orderId: string } | { readonly cartId: string } | { readonly session: PaymentSessionLike };

/** What the customer still has to pay outside of the shop, or how that ended. */
export type PaymentInstructions = NonNullable<Payment["instructions"]>;

export interface Methods {
  readonly methods: readonly PaymentMethod[];
  /** True if a logged-in customer may save cards. */
  readonly canSaveCards: boolean;
}

export interface Acquiring {
  /** Origin of the Medusa server. Iframe messages are accepted only from it and from an action's page. */
  readonly backendOrigin: string;
  /** BCP 47, for `lang` and `Intl`. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly texts: Texts;
  /**
   * Payment methods for the cart or the payment link, in display order. `amount`: as for `start`, for the instalment
   * plans of a part.
   */
  listMethods(input: PaidFor & { readonly amount?: string }): Promise<Methods>;
  /**
   * Returns the payment session of this provider; creates one if there is none. `amount`: with a payment link whose
   * `smallest_part` is not null, the part that is paid with it, in major units.
   */
  start(input: PaidFor & { readonly providerId: string; readonly amount?: string }): Promise<PaymentSessionLike>;
  /** What a payment link asks for. Throws `payment_link_not_found` for a text that is no link of this store. */
  readLink(payable: string): Promise<PaymentLink>;
  /** What the logged-in customer's own order still owes; changes nothing. Throws `login_required` for a guest. */
  readOrderPayment(orderId: string): Promise<OrderPayment>;
  /** The same with the token of the order's link, which is created if there is none; null if nothing can be paid. */
  payOrder(orderId: string): Promise<OrderPayment>;
  /**
   * Pays the session, or starts to. Also resolves for a decline (`state: "payable"` with an `error`). Throws
   * `AcquiringError` if the request was refused. If the answer is lost, it requests the session's status and does not
   * send the card again; code `network` means that the outcome is still unknown: use `waitForResult`.
   */
  pay(input: PayInput): Promise<Payment>;
  /** Navigates to `payment.action.url`; false if there is none. */
  followAction(payment: Payment, navigate?: (url: string) => void): boolean;
  /** Result of the payment that the customer returns from; null if the URL is not a return URL. */
  handleReturn(address?: string): Promise<Returned | null>;
  /** Calls back when a hosted page in an iframe has ended. Returns a function that unsubscribes. */
  onFrameReturn(callback: (returned: Returned) => void, onError?: (error: AcquiringError) => void): () => void;
  /**
   * What the customer still has to pay outside of the shop (voucher, bank transfer), or how that ended; null if there
   * is nothing. Works for a guest after a reload with an order or cart ID. `returnTo`: where the customer returns to
   * from the instructions. Default: the page's own URL.
   */
  instructions(of: InstructionsOf & { readonly returnTo?: string }): Promise<PaymentInstructions | null>;
  /** The payment session of an order or cart; null if it has none of ours. */
  findSession(of: InstructionsOf): Promise<PaymentSessionLike | null>;
  /** Display name of a payment method: translated for cards, its own name otherwise. */
  methodName(method: Pick<PaymentMethod, "mode" | "name">): string;
  /** The session's status; the server queries the gateway if due. */
  status(session: PaymentSessionLike): Promise<Payment>;
  /** Polls until the outcome is known or the time is over; then it returns the last answer, still `checking`. */
  waitForResult(session: PaymentSessionLike, options?: WaitOptions): Promise<Payment>;
  readonly savedCards: {
    /** The logged-in customer's cards; throws `login_required` for a guest. */
    list(): Promise<readonly SavedCard[]>;
    remove(id: string): Promise<void>;
  };
  /** Subscription plans of these variants, without those that have no price in that currency. */
  listPlans(input: {
    readonly variantIds: readonly string[];
    readonly currencyCode: string;
  }): Promise<readonly StorePlan[]>;
  /** The logged-in customer's own. */
  readonly subscriptions: Subscriptions;
}
