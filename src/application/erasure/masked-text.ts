import { holdsCardNumber } from "../../gateway/redaction/card-text";
import { looksLikeSecurityCodeKey, maskCardNumbers } from "../../gateway/redaction/redact";
import { redactBody } from "../../gateway/redaction/redact-body";

/** A stored text without its card numbers, of the same length: digits become asterisks and nothing else changes. Pure. */
export type TextKind = "text" | "json" | "base64";

/** Null: nothing in it is to be erased. */
export function maskedText(text: string, kind: TextKind): string | null {
  const masked = byKind(text, kind, maskedPart);
  return masked === text ? null : masked;
}

/** Every digit, where a person says that the field is to be erased. */
export function withoutDigits(text: string, kind: TextKind): string | null {
  const masked = byKind(text, kind, (part) => part.replace(/\d/g, "*"));
  return masked === text ? null : masked;
}

function byKind(text: string, kind: TextKind, mask: (part: string) => string): string {
  switch (kind) {
    case "text":
      return mask(text);
    case "json":
      return inJson(text, mask);
    case "base64": {
      const bytes = Buffer.from(text, "base64").toString("latin1");
      const masked = mask === maskedPart ? maskedMessage(bytes) : mask(bytes);
      return masked === bytes ? text : Buffer.from(masked, "latin1").toString("base64");
    }
  }
}

function maskedPart(text: string): string {
  const masked = maskCardNumbers(text);
  return holdsCardNumber(masked) ? masked.replace(/\d/g, "*") : masked;
}

/** What of a message only its fields tell, such as a security code, is erased with all digits of the message. */
function maskedMessage(text: string): string {
  const masked = maskedPart(text);
  return redactBody(Buffer.from(masked, "latin1")) === null ? masked : masked.replace(/\d/g, "*");
}

/** Within quotes alone: a number without them has to stay one. */
function inJson(text: string, mask: (part: string) => string): string {
  let key = "";
  return text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (token: string, quoted: string, colon: string | undefined) => {
    if (colon !== undefined) {
      key = quoted;
      return token;
    }
    return looksLikeSecurityCodeKey(key) ? quoted.replace(/\d/g, "*") : mask(quoted);
  });
}
