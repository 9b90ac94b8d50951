/**
 * Keeps card data and secrets out of whatever is printed or stored: by the
 * field's name, and by looking for card numbers in every text. A masked number
 * passes. It does not decide what is logged.
 */
const SECRET_FIELDS = new Set(
  [
    "card",
    "card_number",
    "cardnumber",
    "number",
    "pan",
    "security_code",
    "securitycode",
    "cvv",
    "cvv2",
    "cvc",
    "cvc2",
    "cid",
    "expiration_month",
    "expiration_year",
    "expirymonth",
    "expiryyear",
    "encryption_data",
    "signinfo",
    "sign",
    "signingkeys",
    "signing_key",
    "token_id",
    "cavv",
    "authorization",
    "cookie",
    "set-cookie",
    "password",
  ].map((name) => name.toLowerCase()),
);

const REDACTED = "[redacted]";
const DEEPEST = 12;
/** 12 to 19 digits, alone or in groups parted by single spaces or dashes. */
const DIGIT_RUN = /(?<![\d])\d(?:[ -]?\d){11,18}(?![\d])/g;

/** A copy that may be printed. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return REDACTED;
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redactText(name),
      SECRET_FIELDS.has(name.toLowerCase()) ? REDACTED : redact(item, depth + 1),
    ]),
  );
}

/** The text with every card number replaced. */
export const redactText = (text: string): string =>
  text.replace(DIGIT_RUN, (run) => (isLuhn(run.replace(/\D/g, "")) ? REDACTED : run));

/** Does the text hold something that can only be a card number: 12 to 19 digits with a right check digit? */
export function containsCardNumber(text: string): boolean {
  return (text.match(DIGIT_RUN) ?? []).some((run) => isLuhn(run.replace(/\D/g, "")));
}

const CODE_KEY = /(^|[^a-z])(cvv2?|cvc2?|cid|csc|security[-_ ]?code|card[-_ ]?code)([^a-z]|$)/i;

/** Is this the name of a field that would hold a card's security code? */
export const looksLikeSecurityCodeKey = (key: string): boolean => CODE_KEY.test(key);

function isLuhn(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Text of the gateway for people: without control characters, without card numbers, at most `max` characters. */
export const safeText = (text: string, max = 500): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what is removed here
  redactText(text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim()).slice(0, max);
