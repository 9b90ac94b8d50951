import type { OrderNo } from "./ids";
import type { Money } from "./money";

/**
 * An authorisation in our own words: what the store knows of the cart, the
 * shopper, the device and the card. `operations/authorise.ts` turns it into the
 * wire's field names. Values are trimmed and cut to the wire's lengths there;
 * an amount is never cut. It holds a card number: keep it in memory only.
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
  readonly card: CardData;
  /** Absolute https URL without a query string or `&`. */
  readonly notifyUrl: string;
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
