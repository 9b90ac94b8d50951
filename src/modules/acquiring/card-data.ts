import { containsCardNumber, looksLikeSecurityCodeKey } from "../../gateway/redact";

/**
 * Finds card details where none may be: session data, metadata, names. It errs
 * on the side of refusing, except in fields whose digits are something else.
 */
const OTHER_DIGITS = new Set(["phone", "postal_code", "barcode", "ean", "upc", "sku"]);
const DEEPEST = 8;

export function holdsCardData(value: unknown, key = "", depth = 0): boolean {
  if (depth > DEEPEST) return true;
  if (typeof value === "string" || typeof value === "number") return isCardText(String(value), key);
  if (Array.isArray(value)) return value.some((item) => holdsCardData(item, key, depth + 1));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, item]) => containsCardNumber(name) || holdsCardData(item, name, depth + 1));
}

function isCardText(text: string, key: string): boolean {
  if (OTHER_DIGITS.has(key)) return false;
  if (looksLikeSecurityCodeKey(key) && /^\s*\d{3,4}\s*$/.test(text)) return true;
  return containsCardNumber(text);
}
