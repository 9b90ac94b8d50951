import { holdsCardNumber } from "../../gateway/redaction/card-text";
import { looksLikeSecurityCodeKey, maskCardNumbers } from "../../gateway/redaction/redact";
import { redactBody } from "../../gateway/redaction/redact-body";

/** A stored text without its card numbers, of the same length: digits become asterisks, nothing else changes. Pure. */
export type TextKind = "text" | "json" | "base64";

export function maskedText(text: string, kind: TextKind): string | null {
  const masked = byKind(text, kind, maskedPart);
  return masked === text ? null : masked;
}

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

/** Some values, such as a security code, are recognised by their field only; then all digits are erased. */
function maskedMessage(text: string): string {
  const masked = maskedPart(text);
  return redactBody(Buffer.from(masked, "latin1")) === null ? masked : masked.replace(/\d/g, "*");
}

/** Only inside quotes: an unquoted number has to stay a number. */
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
