/*
 * A gateway message as it may be stored: card numbers masked, security codes replaced, every other byte unchanged. It
 * reads forms, JSON and XML, also nested, by their text alone, so that a message that no codec reads is masked too. It
 * verifies nothing: that happens before, over the original bytes.
 */

import { holdsCardNumber } from "./card-text";
import { looksLikeSecurityCodeKey, maskCardNumbers, maskedDigits } from "./redact";

const HIDDEN_CODE = "***";
/** Digits that are something else; without them a payment could not be found again. */
const OTHER_DIGITS =
  /(^|_)(id|no|time|timestamp|date|amount|currency|status|sign|sign_?info|signature|encryption_data|hash|token|reference|phone|mobile|zip|postcode)$/i;
const CARD_KEY = /(^|_)(pan|card|card_?(?:no|number|num)|cc_?(?:no|number)|account_?number)$/i;
const WHOLE_NUMBER = /^[\s-]*(?:\d[\s-]*){12,19}$/;
/** A message in a field of a message in a field: nothing is deeper. */
const DEEPEST = 4;

/** Null when there is nothing in it to redact. */
export function redactBody(body: Buffer): Buffer | null {
  // One character for each byte: what is not touched stays as it is, in whatever encoding.
  const text = body.toString("latin1");
  const redacted = redactMessage(text, 0);
  return redacted === text ? null : Buffer.from(redacted, "latin1");
}

function redactMessage(text: string, depth: number): string {
  const start = text.trimStart();
  if (start.startsWith("<") || start.startsWith("ï»¿<")) return redactXml(text, depth);
  if (start.startsWith("{") || start.startsWith("[") || start.startsWith("ï»¿{")) return redactJson(text, depth);
  return /^[^\s=&]+=/.test(start) ? redactForm(text, depth) : redactValue("", text, depth);
}

/** A digit, or an encoded one; without either there is nothing to redact, in nested messages neither. */
const READABLE_AS_DIGITS = /[\p{Nd}%]/u;

/** One field's text. `key` is its name, or that of what it stands in. */
/** `isListed`: a field with other long digits has one value, not a list. */
function redactValue(key: string, text: string, depth: number, isListed = false): string {
  if (!READABLE_AS_DIGITS.test(text)) return text;
  const name = key.replace(/([a-z])(?=[A-Z])/g, "$1_");
  if (/^\s*\d{3,4}\s*$/.test(text) && looksLikeSecurityCodeKey(key)) return HIDDEN_CODE;
  if (CARD_KEY.test(name)) return WHOLE_NUMBER.test(text) ? maskedDigits(text) : hidden(text);
  if (!isListed && OTHER_DIGITS.test(name)) return text;
  if (depth < DEEPEST && /^\s*[<{[]/.test(text)) return redactMessage(text, depth + 1);
  return hidden(text);
}

/** Fewer characters than a card number has digits; other than ASCII, one character may stand for several digits. */
const TOO_SHORT = /^\p{ASCII}{0,11}$/u;

/** What is still readable in some other way loses its digits altogether. */
function hidden(text: string): string {
  if (TOO_SHORT.test(text)) return text;
  const masked = maskCardNumbers(text);
  return holdsCardNumber(masked) ? masked.replace(/%[0-9a-f]{2}|\d/gi, "*") : masked;
}

function redactForm(text: string, depth: number): string {
  return text
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, value] = at < 0 ? ["", pair] : [pair.slice(0, at), pair.slice(at + 1)];
      const plain = unescaped(value);
      const redacted = redactValue(unescaped(name), plain, depth);
      return redacted === plain ? pair : pair.slice(0, at + 1) + escaped(redacted);
    })
    .join("&");
}

const unescaped = (text: string): string =>
  /[+%]/.test(text)
    ? text
        .replace(/\+/g, " ")
        .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9*._-]/g, (sign) =>
    sign === " " ? "+" : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[[\]{}]/g;

function redactJson(text: string, depth: number): string {
  let key = "";
  /** The list or object around a value, and the key before it: after an object in a list, the list's own counts again. */
  const around: { readonly key: string; readonly isList: boolean }[] = [];
  return text.replace(JSON_TOKEN, (token: string, quoted: string | undefined, colon: string | undefined) => {
    if (/^[[{]/.test(token)) around.push({ key, isList: token === "[" });
    else if (/^[\]}]/.test(token)) key = around.pop()?.key ?? "";
    const plain = quoted === undefined ? token : plainString(quoted);
    if (colon !== undefined) {
      key = plain;
      return token;
    }
    const redacted = redactValue(key, plain, depth, around.at(-1)?.isList);
    return redacted === plain ? token : JSON.stringify(redacted);
  });
}

function plainString(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

const XML_TOKEN = /<!\[CDATA\[([\s\S]*?)\]\]>|<([^\s<>/!?]*)[^<>]*>|[^<]+/g;
const ATTRIBUTE = /([^\s=<>"']+)(\s*=\s*)("[^"]*"|'[^']*')/g;

function redactXml(text: string, depth: number): string {
  let key = "";
  return text.replace(XML_TOKEN, (token: string, data: string | undefined, tag: string | undefined) => {
    if (data !== undefined) return `<![CDATA[${redactValue(key, data, depth)}]]>`;
    if (!token.startsWith("<")) return redactValue(key, withoutDigitEntities(token), depth);
    if (tag) key = tag.slice(tag.indexOf(":") + 1);
    return token.replace(
      ATTRIBUTE,
      (_, name: string, sign: string, quoted: string) =>
        name + sign + quoted.charAt(0) + redactValue(name, quoted.slice(1, -1), depth) + quoted.charAt(0),
    );
  });
}

const DECIMAL_DIGITS = ["48", "49", "50", "51", "52", "53", "54", "55", "56", "57"];
const HEX_DIGITS = ["30", "31", "32", "33", "34", "35", "36", "37", "38", "39"];

/** `&#52;` is a 4 to whoever reads it. */
const withoutDigitEntities = (text: string): string =>
  text.replace(/&#(?:x0*([0-9a-f]+)|0*(\d+));/gi, (entity, hex: string | undefined, decimal: string | undefined) => {
    const place = hex === undefined ? DECIMAL_DIGITS.indexOf(decimal ?? "") : HEX_DIGITS.indexOf(hex);
    return place < 0 ? entity : String(place);
  });
