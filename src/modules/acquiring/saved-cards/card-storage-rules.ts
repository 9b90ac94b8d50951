import { createHash } from "node:crypto";
import { containsCardNumber } from "../../../gateway/redaction/redact";

/** What may be stored of a card. A payment never fails because its card could not be saved. */
export interface NewSavedCard {
  readonly account: string;
  readonly gatewayIdentity?: string;
  readonly customerId: string;
  /** The gateway's token; secret. */
  readonly token: string;
  readonly mask: string;
  readonly brand: string | null;
  /** `01` to `12`. */
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface StorableCard {
  readonly account: string;
  readonly gateway_identity: string;
  readonly customer_id: string;
  readonly token: string;
  readonly mask: string;
  readonly brand: string | null;
  readonly expiry_month: string;
  readonly expiry_year: string;
  readonly holder_first_name: string;
  readonly holder_last_name: string;
}

/** More cards than anyone uses; it limits what a stolen login can collect. */
export const MOST_CARDS = 20;

/** The longest token that the interface accepts (gateway defaults, section 8). */
const TOKEN = /^[\x21-\x7e]{1,50}$/;
/** Digits that could be a card number regardless of the check digit; the table refuses them too. */
const NUMBER_RUN = /(^|\D)\d{12,19}(\D|$)/;
/** As in the table: at most six leading digits, asterisks, the last four. */
const MASK = /^\d{0,6}\*+\d{4}$/;
const BRAND = /^[a-z][a-z0-9 _-]{0,39}$/i;
const NAME_LENGTH = 60;

/** The card's columns, or null if something in it may not be stored. */
export function storableCard(card: NewSavedCard): StorableCard | null {
  const mask = card.mask.replace(/[\s-]/g, "").replace(/\D/g, "*");
  const [first, last] = [nameOf(card.firstName), nameOf(card.lastName)];
  if (!card.account || !card.customerId || !TOKEN.test(card.token) || !isExpiry(card)) return null;
  if (NUMBER_RUN.test(card.token) || containsCardNumber(card.token)) return null;
  if (mask.length > 32 || !MASK.test(mask)) return null;
  // Both names together: a number may be split between them.
  if (/\d{6}/.test(`${first}${last}`.replace(/[\s-]/g, ""))) return null;
  return {
    account: card.account,
    gateway_identity: card.gatewayIdentity ?? "",
    customer_id: card.customerId,
    token: card.token,
    mask,
    brand: card.brand !== null && BRAND.test(card.brand) && !/\d{6}/.test(card.brand) ? card.brand : null,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    holder_first_name: first,
    holder_last_name: last,
  };
}

/** Postgres stores no NUL, and no name contains a control character. */
const nameOf = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, NAME_LENGTH);

const isExpiry = ({ expiryMonth, expiryYear }: NewSavedCard): boolean =>
  /^(0[1-9]|1[0-2])$/.test(expiryMonth) && /^20\d{2}$/.test(expiryYear);

type CardSign = Pick<StorableCard, "account" | "mask" | "expiry_month" | "expiry_year">;

/** The same card: visible digits and expiry. The number of asterisks means nothing. */
export const isSameCard = (one: CardSign, other: CardSign): boolean => signOf(one) === signOf(other);

const signOf = ({ account, mask, expiry_month, expiry_year }: CardSign): string =>
  [account, mask.replace(/\*+/, "*"), expiry_year, expiry_month].join(" ");

/** Up to this year and month, `203912`, a card has expired everywhere: UTC-12 is the last time zone. */
export function firstGoodMonth(now: Date): string {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 7).replace("-", "");
}

/** Replaces a removed card's token. Letters only: digits could look like a card number, which the table refuses. */
export function removedToken(id: string, token: string): string {
  const digest = createHash("sha256").update(`${id}\n${token}`).digest("hex");
  return `removed:${digest.replace(/\d/g, (digit) => "ghijklmnop".charAt(digit.charCodeAt(0) - 48))}`;
}
