import { holdsCardNumber } from "../gateway/redaction/card-text";
import { detectCardData } from "../modules/acquiring/checkout/detect-card-data";

/** What is said of a field with a card number: it names the field and what to do, and repeats nothing. */
export const CARD_IN_FIELD =
  "looks like a card number or a security code, which must not be stored; nothing was saved. Remove it.";

/** The places where card details belong: they are checked by themselves, sent, and kept nowhere. */
const OWN_PLACES = /^method\.(?:card|security_code)$/;

/** The first field, such as `note`, that holds a card number or a security code, or null. */
export function cardFieldIn(input: unknown): string | null {
  return detectCardData(withoutOwnCard(input));
}

/** The card of a payment is checked by itself; everything beside it is text like any other. */
function withoutOwnCard(input: unknown, path: readonly string[] = []): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input) || path.length > 2) return input;
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => !OWN_PLACES.test([...path, name].join(".")))
      .map(([name, value]) => [name, withoutOwnCard(value, [...path, name])]),
  );
}

/** The address of a request as the log may show it: whatever is asked for with a card number is left out. */
export function shownAddress(address: string): string {
  if (!holdsCardNumber(address)) return address;
  const path = address.replace(/[?#].*$/s, "");
  return holdsCardNumber(path) ? "/[redacted]" : `${path}?[redacted]`;
}
