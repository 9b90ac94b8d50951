import { randomBytes } from "node:crypto";
import type { Gateway } from "../context";
import type { CardToKeep, Transaction } from "./transaction";

/** The cards that the gateway keeps for the merchant: mask, brand, expiry and how the test card behaves, never a number. */
export interface StoredToken extends CardToKeep {
  readonly token: string;
  readonly created_at: string;
  revoked: boolean;
}

/** Keeps the card of an approved payment, if its shopper wanted that. The same payment keeps it once. */
export function keepCard(gateway: Gateway, transaction: Transaction): void {
  if (!transaction.keep || transaction.token_id !== "") return;
  // Letters alone: digits of a random text could look like a card number, which a store is right to refuse.
  const letters = randomBytes(16)
    .toString("hex")
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number.parseInt(digit, 10)));
  const token = `tok_${letters}`;
  gateway.book.addToken({
    token,
    ...transaction.keep,
    created_at: gateway.now().toISOString(),
    revoked: false,
  });
  transaction.token_id = token;
}

/** The token, unless it is unknown or revoked. */
export const liveToken = ({ book }: Gateway, token: string): StoredToken | undefined =>
  book.tokens.find((stored) => stored.token === token && !stored.revoked);

/** False: there is no such token. */
export function revokeToken({ book }: Gateway, token: string): boolean {
  const stored = book.tokens.find((candidate) => candidate.token === token);
  if (!stored) return false;
  stored.revoked = true;
  book.save();
  return true;
}
