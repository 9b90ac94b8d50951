import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The opaque token that binds a store request to one payment session. It is derived from the account's signing key, so
 * nothing is stored and a leaked session id alone opens nothing. Keys rotate: the active one creates tokens, all of
 * them are accepted.
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

/** The purpose of a ticket: our redirect page, or the result page. The gateway sees the second. */
export type TokenPurpose = "go" | "return";

const TICKET = "medusa-payment-acquiring/ticket/v1";

export function makePurposeToken(signingKey: string, purpose: TokenPurpose, orderNo: string): string {
  const mac = createHmac("sha256", signingKey).update(`${TICKET}\n${purpose}\n${orderNo}`).digest("base64url");
  return `${orderNo}.${mac}`;
}

/** The order number that a ticket claims; trust it only after `isPurposeToken`. */
export const orderNoOfToken = (ticket: string): string => ticket.slice(0, Math.max(0, ticket.indexOf(".")));

export function isPurposeToken(
  signingKeys: readonly string[],
  { purpose, ticket }: { readonly purpose: TokenPurpose; readonly ticket: string },
): boolean {
  const given = Buffer.from(ticket);
  return signingKeys.some((key) => {
    const expected = Buffer.from(makePurposeToken(key, purpose, orderNoOfToken(ticket)));
    return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
  });
}

const LINK = "medusa-payment-acquiring/payment-link/v1";

/** A payment link's token names its row and the row's serial, so that renewing a link ends its earlier tokens. */
export interface LinkClaim {
  readonly id: string;
  /** Digits. */
  readonly serial: string;
}

export function makeLinkToken(signingKey: string, { id, serial }: LinkClaim): string {
  const claim = `${id}.${serial}`;
  return `${claim}.${createHmac("sha256", signingKey).update(`${LINK}\n${claim}`).digest("base64url")}`;
}

const LINK_TOKEN = /^(acqlnk_[0-9A-Za-z]{1,40})\.([1-9]\d{0,8})\.[\w-]{43}$/;

/** What a token under one of these keys claims; null for any other text. */
export function openLinkToken(signingKeys: readonly string[], token: string): LinkClaim | null {
  const [, id, serial] = LINK_TOKEN.exec(token) ?? [];
  if (id === undefined || serial === undefined) return null;
  const claim = { id, serial };
  const given = Buffer.from(token);
  const isOurs = signingKeys.some((key) => {
    const expected = Buffer.from(makeLinkToken(key, claim));
    return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
  });
  return isOurs ? claim : null;
}
