import type { OrderNo } from "./ids";
import type { Money } from "./money";
import type { PersonInput } from "./person";

/**
 * A payment in our own words: what the store knows of the cart, the shopper, the
 * device and the way to pay. `operations/authorise.ts` and `operations/checkout.ts`
 * turn it into the wire's field names. Values are trimmed and cut to the wire's
 * lengths there; an amount is never cut. It may hold a card number: keep it in
 * memory only.
 */
export interface AuthoriseRequest {
  readonly orderNo: OrderNo;
  readonly money: Money;
  /** Sent only when the parts sum to `money`. */
  readonly breakdown: AmountBreakdown | null;
  readonly items: readonly RequestItem[];
  /** The shop's domain. */
  readonly site: string;
  readonly note: string | null;
  readonly custom: string | null;
  readonly shopper: Shopper;
  readonly accountOwner: AccountOwner | null;
  readonly discounts: readonly { readonly code: string; readonly type: string }[];
  readonly billing: Address | null;
  readonly delivery: Address | null;
  readonly device: Device;
  readonly instrument: Instrument;
  /** Absolute https URL without a query string or `&`. */
  readonly notifyUrl: string;
  /** Where the gateway sends the shopper back to; the same rules as `notifyUrl`. */
  readonly returnUrl: string;
  /** Where the gateway sends a shopper who gives up; the same rules. */
  readonly cancelUrl: string;
  /** The contract that this payment begins; missing: it begins none. */
  readonly subscription?: SubscriptionTerms | null;
}

export type SubscriptionInterval = "day" | "week" | "month" | "year";

/** What the gateway is to charge by itself from now on, as it was agreed with the shopper. */
export interface SubscriptionTerms {
  /** Our own number of the contract, 1 to 50 characters of A-Z, a-z, 0-9, "-" or "_". */
  readonly reference: string;
  readonly name: string;
  /** Of one charge. */
  readonly amount: Money;
  readonly interval: SubscriptionInterval;
  /** Every how many intervals. */
  readonly intervalCount: number;
  /** How many charges in all, the first included; null: until it is cancelled. */
  readonly billingCycles: number | null;
  readonly promotionCycles: number | null;
  /** Calendar days, `YYYY-MM-DD`. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** A price that was set up at the gateway. */
  readonly priceId: string | null;
}

/** What is paid with. */
export type Instrument = CardInstrument | TokenInstrument | ApmInstrument | CheckoutInstrument;

export interface CardInstrument {
  readonly kind: "card";
  readonly card: CardData;
  /** The shopper asked to keep the card. */
  readonly save: boolean;
  /** A 3-D Secure result obtained elsewhere; sent as `additional_information.mpi_info`. */
  readonly authentication: ExternalAuthentication | null;
}

/** A card that the gateway keeps for us. */
export interface TokenInstrument {
  readonly kind: "token";
  readonly token: string;
  readonly securityCode: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/** An alternative payment method. */
export interface ApmInstrument {
  readonly kind: "apm";
  /** The wire's `payment_method`. */
  readonly method: string;
  readonly bankCode: string | null;
  readonly person: Person | null;
  readonly deliveryDistrict: string | null;
  readonly deliveryStreet: string | null;
}

/** The gateway's own page asks for the card. */
export interface CheckoutInstrument {
  readonly kind: "checkout";
  readonly save: boolean;
}

export interface ExternalAuthentication {
  /** Two digits. */
  readonly eci: string;
  readonly cavv: string;
  readonly xid: string | null;
  readonly dsTransId: string | null;
}

/** The interface's `person` object, in its own field names; absent fields are left out. `birth_date` is `YYYY-MM-DD` here and `DD-MM-YYYY` on the wire. */
export type Person = PersonInput;

/** A request that an HTTP caller's browser makes for us: our page posts (or links to) it. Holds personal data and a signature, never a card. */
export interface RedirectForm {
  readonly method: "post" | "get";
  /** Absolute; https, or http on a loopback host. */
  readonly url: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface AmountBreakdown {
  readonly items: Money;
  readonly shipping: Money;
  readonly handling: Money;
  readonly tax: Money;
  readonly insurance: Money;
  readonly shippingDiscount: Money;
  readonly discount: Money;
}

export interface RequestItem {
  readonly name: string;
  readonly productId: string;
  readonly unitPrice: Money;
  readonly quantity: number;
  readonly type: string;
  readonly category: string;
}

export interface Shopper {
  readonly id: string | null;
  readonly email: string;
  readonly ip: string | null;
  readonly phone: string | null;
}

/** The shop's customer account, when the shopper is logged in. */
export interface AccountOwner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly pastOrdersCount: number;
  readonly pastOrdersSum: Money;
  readonly lastLoginIp: string | null;
}

export interface Address {
  readonly firstName: string;
  readonly lastName: string;
  /** Two letters, upper case. */
  readonly country: string;
  readonly state: string | null;
  readonly city: string | null;
  readonly address: string | null;
  readonly postalCode: string | null;
}

/** What the shopper's browser says of itself; every field may be missing. */
export interface Device {
  readonly os: string | null;
  readonly browser: string | null;
  readonly language: string | null;
  /** Hours from UTC as text, for example `2` or `-5`. */
  readonly timeZone: string | null;
  readonly resolution: string | null;
  readonly colorDepth: string | null;
  readonly accept: string | null;
  readonly userAgent: string | null;
  readonly type: string | null;
  readonly fingerprint: string | null;
  readonly sessionId: string | null;
  /** Size of the 3-D Secure window, `01` to `05`; null: the profile's. */
  readonly challengeWindowSize: string | null;
  /** The risk provider's cookie (profile `fields.riskCookie`), where the shop collects it. */
  readonly riskCookie?: string | null;
}

export interface CardData {
  /** 12 to 19 digits, Luhn-valid. */
  readonly number: string;
  /** `01` to `12`. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  /** Three or four digits. */
  readonly securityCode: string;
  readonly firstName: string;
  readonly lastName: string;
}
