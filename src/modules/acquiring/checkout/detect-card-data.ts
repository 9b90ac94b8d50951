import { holdsCardNumber } from "../../../gateway/redaction/card-text";
import { looksLikeSecurityCodeKey } from "../../../gateway/redaction/redact";

/** Card details where none are allowed. Refuses in case of doubt, except in fields whose digits mean something else. */
const OTHER_DIGITS =
  /(^|_)(phone|phone_number|mobile|mobile_number|fax|postal_code|barcode|ean|gtin|isbn|upc|sku|tracking_number|iban|account_number|bank_code|bank_branch|document_number|registration_number|personal_id_number|gateway_beneficiary_id|captcha|payload_hash|csv)$/i;
/** Looked up by core and not stored: promotion and gift card codes, which are numbered like payment cards. */
const LOOKED_UP = /^(promo_codes\.\d+|code)$/;
const DEEPEST = 8;
const LONGEST_PATH = 120;

/** The first field with card details, as `metadata.note`, or null. A name that is itself a number is not repeated. */
export function detectCardData(value: unknown, path: readonly string[] = []): string | null {
  const at = path.join(".").slice(0, LONGEST_PATH) || "the body";
  if (path.length > DEEPEST) return at;
  if (typeof value === "string" || typeof value === "number") return isCardText(String(value), path) ? at : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    const found = holdsCardNumber(name) ? `${at} (the name of a field)` : detectCardData(item, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

function isCardText(text: string, path: readonly string[]): boolean {
  const key = path.findLast((name) => !/^\d+$/.test(name)) ?? "";
  const at = path.join(".");
  if (OTHER_DIGITS.test(key) || LOOKED_UP.test(at)) return false;
  if (looksLikeSecurityCodeKey(key) && /^\s*\d{3,4}\s*$/.test(text)) return true;
  return holdsCardNumber(text);
}
