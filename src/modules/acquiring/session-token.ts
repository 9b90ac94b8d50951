import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The opaque token that binds a store request to one payment session. It is
 * derived from the account's signing key, so nothing has to be stored and a
 * session id alone, however it leaked, opens nothing. Keys rotate: the active
 * one makes tokens, all of them are accepted.
 */
const PURPOSE = "medusa-payment-acquiring/session-token/v1";

export function makeSessionToken(signingKey: string, sessionId: string): string {
  return createHmac("sha256", signingKey).update(`${PURPOSE}\n${sessionId}`).digest("base64url");
}

export function isSessionToken(signingKeys: readonly string[], sessionId: string, token: string): boolean {
  const given = Buffer.from(token);
  return signingKeys.some((key) => {
    const expected = Buffer.from(makeSessionToken(key, sessionId));
    return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
  });
}
