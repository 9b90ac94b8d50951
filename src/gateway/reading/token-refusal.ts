import { isCodeIn, startsWithAny } from "./normalize";
import type { GatewayProfile } from "../model/profile";

/** Invalid requests of which we know what was wrong, and it was not the card: the signature, a doubled order number. */
const OTHERWISE_WRONG = new Set(["I0013", "I0061"]);

/** Whether the gateway, by this code of a payment by token, no longer accepts the token. */
export function isTokenRefused({ tokens }: GatewayProfile, code: string | null): boolean {
  if (code === null) return false;
  if (isCodeIn(tokens.refusedCodes, code)) return true;
  // Our own reason codes are words in lower case; a letter must be followed by the gateway's digits.
  const isNumbered = /^[A-Za-z]{1,2}\d+$/.test(code) && !OTHERWISE_WRONG.has(code.toUpperCase());
  return isNumbered && startsWithAny(tokens.refusedPrefixes, code);
}
