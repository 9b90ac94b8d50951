/* Masks card numbers in everything that is logged or stored. A masked number passes. */

const REDACTED = "[redacted]";
/** Groups of digits parted by a few spaces or dashes. */
const DIGIT_RUN = /\d+(?:[ \u00a0-]{1,3}\d+)*/g;
const GROUP = /\d+/g;
const HEX = "[\\dA-Fa-f]";
/** With a letter in it, as in all but one of three million: thirty-two digits may be two card numbers. */
const UUID = `(?=[\\d-]*[A-Fa-f])${HEX}{8}-${HEX}{4}-[1-8]${HEX}{3}-[89ABab]${HEX}{3}-${HEX}{12}`;
const DIGEST = "(?=\\d*[a-f])(?:[\\da-f]{64}|[\\da-f]{40}|[\\da-f]{32})";
/** Of the order of a payment request. */
const ORDER_ID = "(?<=order_)(?=\\d*[a-f])[\\da-f]{26}";
/** Digits drawn at random: without this exception one UUID in 700 would be refused, or masked, as a card number. */
const IDENTIFIER = new RegExp(`(?<![\\dA-Za-z])(${UUID}|${DIGEST}|${ORDER_ID})(?![\\dA-Za-z])`);
const SHORTEST_IDENTIFIER = 32;
const SHORTEST = 12;
const LONGEST = 19;
/**
 * How the numbers of card brands begin, and how long they are (ISO/IEC 7812). Nothing else is one, whatever its check
 * digit: a time in milliseconds, a barcode, the identifier of a device or a campaign.
 */
const OF_A_BRAND =
  /^(?:2\d{15,18}|3(?:[47]\d{13}|5\d{14,17}|[0689]\d{12,17})|4(?:\d{12}|\d{15}|\d{18})|[56]\d{11,18}|8[126]\d{14,17}|9(?:112|792|860)\d{12})$/;

/** The text with every card number replaced; whatever could be one by its check digit, of a known brand or not. */
export const redactText = (text: string): string => (text.length < SHORTEST ? text : replaceRuns(text, redactRun));

/** The text in turns outside of identifiers and an identifier. */
const partsOf = (text: string): string[] => (text.length < SHORTEST_IDENTIFIER ? [text] : text.split(IDENTIFIER));

/** Identifiers are looked for only where something would be replaced. */
function replaceRuns(text: string, replaced: (run: string) => string): string {
  if (text.replace(DIGIT_RUN, replaced) === text) return text;
  return partsOf(text)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(DIGIT_RUN, replaced)))
    .join("");
}

function redactRun(run: string): string {
  let shown = "";
  let at = 0;
  for (const { start, end } of cardsIn(run, isLuhn)) {
    shown += run.slice(at, start) + REDACTED;
    at = end;
  }
  return shown + run.slice(at);
}

/** Does the text hold a card number: digits as many and as beginning as a brand's, with a right check digit? */
export const containsCardNumber = (text: string): boolean =>
  hasCardRun(text) && partsOf(text).some((part, index) => index % 2 === 0 && hasCardRun(part));

const hasCardRun = (text: string): boolean =>
  (text.match(DIGIT_RUN) ?? []).some((run) => cardsIn(run, isOfABrand).length > 0);

/** The text with the middle digits of every card number replaced by stars; what is around it stays. */
export const maskCardNumbers = (text: string): string =>
  replaceRuns(text, (run) => {
    let shown = "";
    let at = 0;
    for (const { start, end } of cardsIn(run, isOfABrand)) {
      shown += run.slice(at, start) + maskedDigits(run.slice(start, end));
      at = end;
    }
    return shown + run.slice(at);
  });

/** At most the first six and the last four digits stay (PCI DSS 3.4.1). */
export function maskedDigits(text: string): string {
  const count = text.replace(/\D/g, "").length;
  let place = 0;
  return text.replace(/\d/g, (digit) => {
    place += 1;
    return place > 6 && place <= count - 4 ? "*" : digit;
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whole neighbouring groups, the longest first: what stands beside it (an expiry, a phone) does not hide it. */
function cardsIn(run: string, isCard: (digits: string) => boolean): Span[] {
  if (run.length < SHORTEST) return [];
  const groups = [...run.matchAll(GROUP)].map(({ 0: digits, index }) => ({ digits, start: index }));
  const found: Span[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastGroupOfCard(groups, { first, isCard });
    const [head, tail] = [groups[first], groups[last ?? first]];
    if (last === null || !head || !tail) continue;
    found.push({ start: head.start, end: tail.start + tail.digits.length });
    first = last;
  }
  return found;
}

/** The index of the last group of the longest card number that begins with this group, or null. */
function lastGroupOfCard(
  groups: readonly { readonly digits: string }[],
  { first, isCard }: { readonly first: number; readonly isCard: (digits: string) => boolean },
): number | null {
  let digits = "";
  let found: number | null = null;
  for (let last = first; last < groups.length; last += 1) {
    digits += groups[last]?.digits ?? "";
    if (digits.length > LONGEST) break;
    if (digits.length >= SHORTEST && isCard(digits)) found = last;
  }
  return found;
}

const CODE_KEY = /(^|[^a-z])(cvv2?|cvc2?|cvn|csc|security[-_ ]?code|card[-_ ]?(?:code|cid))([^a-z]|$)/i;

export const looksLikeSecurityCodeKey = (key: string): boolean =>
  CODE_KEY.test(key) || CODE_KEY.test(key.replace(/([a-z])(?=[A-Z])/g, "$1_"));

const isOfABrand = (digits: string): boolean => OF_A_BRAND.test(digits) && isLuhn(digits);

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
