import type { OrderNo } from "./ids";
import type { RequestedInstalments } from "./instalments";
import type { Money } from "./money";
import type { PersonInput } from "./person";

/**
 * A payment in our own terms: cart, customer, device and payment method. `operations/authorise.ts` and
 * `operations/checkout.ts` map it to the fields of the gateway's interface. Values are trimmed and cut to its
 * lengths there; an amount is never cut. It may contain a card number: keep it in memory only.
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
  readonly customer: Customer;
  readonly accountOwner: AccountOwner | null;
  readonly discounts: readonly { readonly code: string; readonly type: string }[];
  readonly billing: Address | null;
  readonly delivery: Address | null;
  readonly device: Device;
  readonly instrument: Instrument;
  /** Absolute https URL without a query string or `&`. */
  readonly notifyUrl: string;
  /** The customer's return address; the same rules as `notifyUrl`. */
  readonly returnUrl: string;
  /** The return address after a cancellation; the same rules. */
  readonly cancelUrl: string;
  /** The subscription that this payment starts; missing: none. */
  readonly subscription?: SubscriptionTerms | null;
  /** Missing: paid at once. */
  readonly instalments?: RequestedInstalments | null;
}

export type SubscriptionInterval = "day" | "week" | "month" | "year";

/** What the gateway charges from now on, as agreed with the customer. */
export interface SubscriptionTerms {
  /** Our own ID of the subscription, 1 to 50 characters of A-Z, a-z, 0-9, "-" or "_". */
  readonly reference: string;
  readonly name: string;
  /** Of one charge. */
  readonly amount: Money;
  readonly interval: SubscriptionInterval;
  /** Number of intervals per period. */
  readonly intervalCount: number;
  /** The number of charges, including the first; null: until it is cancelled. */
  readonly billingCycles: number | null;
  readonly promotionCycles: number | null;
  /** Calendar days, `YYYY-MM-DD`. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** A price configured at the gateway. */
  readonly priceId: string | null;
}

export type Instrument = CardInstrument | TokenInstrument | ApmInstrument | CheckoutInstrument;

export interface CardInstrument {
  readonly kind: "card";
  readonly card: CardData;
  /** The customer asked to save the card. */
  readonly save: boolean;
  /** A 3-D Secure result obtained elsewhere; sent as `additional_information.mpi_info`. */
  readonly authentication: ExternalAuthentication | null;
}

/** A card saved at the gateway. */
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

/**
 * A request that the customer's browser makes for us: our page posts (or links to) it. Contains personal data and a
 * signature, never a card.
 */
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

export interface Customer {
  readonly id: string | null;
  readonly email: string;
  readonly ip: string | null;
  readonly phone: string | null;
}

/** The shop's customer account, if the customer is logged in. */
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

/** The browser's data; every field may be missing. */
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
