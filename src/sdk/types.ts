import type {
  DeviceInput,
  PaymentAnswer,
  PaymentMethod,
  PersonInput,
  SavedCard,
  ThreeDsInput,
} from "../api-schema/store";
import type { StorePlan } from "../api-schema/store-subscription";
import type { AcquiringError } from "./errors";
import type { Subscriptions } from "./subscriptions";
import type { Texts } from "./texts";
import type { CardDraft } from "./validate-card";
import type { Timer, WaitOptions } from "./wait";

/** The shapes of this client; what it does is in `client.ts`. */
export type Payment = PaymentAnswer["payment"];

export interface AcquiringConfig {
  /** Medusa's address, with or without a trailing slash. */
  readonly backendUrl: string;
  readonly publishableKey: string;
  /** Default: the browser's own. */
  readonly fetch?: typeof fetch;
  /** Default: the browser's clock. */
  readonly timer?: Timer;
  /**
   * The shopper's words, from `medusa-payment-acquiring/sdk/languages`: one table, or
   * several of which `language` chooses. Default: English.
   */
  readonly texts?: Texts | readonly Texts[];
  /** BCP 47. Default: the browser's. What no table is for reads English. */
  readonly language?: string;
  /** Further headers, such as a customer's bearer token; asked for each request. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** What we need of @medusajs/js-sdk: the login of the customer. Address and key are read from its configuration. */
export interface MedusaSdkLike {
  readonly client: { getToken(): Promise<string | null | undefined> | string | null | undefined };
}

/** `backendUrl` and `publishableKey` come from the client of @medusajs/js-sdk where they are not given. */
export type AcquiringForConfig = Partial<AcquiringConfig>;

/** A Medusa payment session of one of our providers. */
export interface PaymentSessionLike {
  readonly id: string;
  readonly provider_id?: string;
  readonly data?: Record<string, unknown> | null;
}

/** How to pay; `type` is the `mode` of the method that the shopper chose, or `saved_card`. */
export type PaymentMethodInput =
  | { readonly type: "card"; readonly card: CardDraft; readonly save?: boolean; readonly threeDs?: ThreeDsInput }
  | { readonly type: "saved_card"; readonly id: string; readonly securityCode?: string }
  | { readonly type: "checkout"; readonly presentation: "page" | "iframe" }
  | { readonly type: "apm"; readonly method: string; readonly bankCode?: string; readonly person?: PersonInput };

export interface PayInput {
  readonly session: PaymentSessionLike;
  readonly method: PaymentMethodInput;
  /** Default: `collectDevice()`. */
  readonly device?: DeviceInput;
  /** Where a redirect comes back to. Default: the page's own address, without our parameter. */
  readonly returnTo?: string;
  /** The answer of the shop's captcha, when it has one. */
  readonly captcha?: string;
}

/** A shopper who came back from the gateway. */
export interface Returned {
  readonly payment: Payment;
  readonly session: PaymentSessionLike;
  readonly cartId: string | null;
  /** True when the shopper pressed "cancel" there; the session is payable. */
  readonly cancelled: boolean;
}

/** Whose payment instructions: an order's or a cart's, found by its id, or a session that the page has. */
export type InstructionsOf =
  { readonly orderId: string } | { readonly cartId: string } | { readonly session: PaymentSessionLike };

/** What the customer still has to pay outside of the shop, or how that ended. */
export type PaymentInstructions = NonNullable<Payment["instructions"]>;

export interface Methods {
  readonly methods: readonly PaymentMethod[];
  /** True when a logged-in customer may keep cards. */
  readonly canSaveCards: boolean;
}

export interface Acquiring {
  /** Origin of the Medusa server. Of an iFrame's messages its own are believed, and those of the page an action leads to. */
  readonly backendOrigin: string;
  /** BCP 47, for `lang` and `Intl`. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly texts: Texts;
  /** The ways to pay this cart, in the order to show them. */
  listMethods(input: { readonly cartId: string }): Promise<Methods>;
  /** A payment session of this provider for the cart: the present one, or a new one. */
  start(input: { readonly cartId: string; readonly providerId: string }): Promise<PaymentSessionLike>;
  /**
   * Pays the session, or begins to. Resolves for a decline too (`state: "payable"` with
   * an `error`). Throws `AcquiringError` when the request was refused. When the answer
   * is lost on the way it asks how the session stands, and sends the card no second
   * time; code `network` means that this is still not known: use `waitForResult`.
   */
  pay(input: PayInput): Promise<Payment>;
  /** Leads the browser to `payment.action.url`; false when there is nowhere to go. */
  followAction(payment: Payment, navigate?: (url: string) => void): boolean;
  /** How the payment ended that the shopper comes back from; null when the address is not such a return. */
  handleReturn(address?: string): Promise<Returned | null>;
  /** Calls back when a hosted page in an iFrame has ended. Answers the unsubscriber. */
  onFrameReturn(callback: (returned: Returned) => void, onError?: (error: AcquiringError) => void): () => void;
  /**
   * What the customer still has to pay outside of the shop (a voucher, a bank transfer), or how that ended; null when
   * there is nothing of that kind. Works for a guest after a reload: an order's or a cart's id is enough. `comeBackTo`:
   * where the customer comes back to from the instructions. Default: the page's own address.
   */
  instructions(of: InstructionsOf & { readonly comeBackTo?: string }): Promise<PaymentInstructions | null>;
  /** The payment session of an order or a cart; null when it has none of ours. */
  findSession(of: InstructionsOf): Promise<PaymentSessionLike | null>;
  /** What to call a payment method: a card in the customer's language, any other by its own name. */
  methodName(method: Pick<PaymentMethod, "mode" | "name">): string;
  /** How the session stands; the server asks the gateway when that is due. */
  status(session: PaymentSessionLike): Promise<Payment>;
  /** Asks until the outcome is known, or the time is over: then the last answer, still `checking`. */
  waitForResult(session: PaymentSessionLike, options?: WaitOptions): Promise<Payment>;
  readonly savedCards: {
    /** The logged-in customer's cards; `login_required` is thrown for a guest. */
    list(): Promise<readonly SavedCard[]>;
    remove(id: string): Promise<void>;
  };
  /** What these variants cost again and again; one without a plan in that currency is left out. */
  listPlans(input: {
    readonly variantIds: readonly string[];
    readonly currencyCode: string;
  }): Promise<readonly StorePlan[]>;
  /** The logged-in customer's own. */
  readonly subscriptions: Subscriptions;
}
