import { holdsCardNumber } from "../gateway/redaction/card-text";
import { detectCardData } from "../modules/acquiring";

/** Error for a field with a card number: it names the field and the remedy and repeats no digits. */
export const CARD_IN_FIELD =
  "looks like a card number or security code, which must not be stored. Nothing was saved. Remove it.";

/** Fields meant for card details: they are validated separately, sent, and never stored. */
const OWN_PLACES = /^method\.(?:card|security_code)$/;

/** The first field, such as `note`, that holds a card number or a security code, or null. */
export function cardFieldIn(input: unknown): string | null {
  return detectCardData(withoutOwnCard(input));
}

function withoutOwnCard(input: unknown, path: readonly string[] = []): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input) || path.length > 2) return input;
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => !OWN_PLACES.test([...path, name].join(".")))
      .map(([name, value]) => [name, withoutOwnCard(value, [...path, name])]),
  );
}

/** A validation message or path may repeat the name of an unknown field; null if it holds a card number. */
export const withoutCard = (text: string): string | null => (holdsCardNumber(text) ? null : text);

/** A request's URL for the log: query parameters with a card number are left out. */
export function shownAddress(address: string): string {
  if (!holdsCardNumber(address)) return address;
  const path = address.replace(/[?#].*$/s, "");
  return holdsCardNumber(path) ? "/[redacted]" : `${path}?[redacted]`;
}
