import { randomBytes } from "node:crypto";
import type { Gateway } from "../context";
import type { CardToKeep, Transaction } from "./transaction";

/** Cards stored for the merchant: mask, brand, expiry and the test card's behaviour, never a number. */
export interface StoredToken extends CardToKeep {
  readonly token: string;
  readonly created_at: string;
  revoked: boolean;
}

/** Stores the card of an approved payment at the customer's request, once per payment. */
export function keepCard(gateway: Gateway, transaction: Transaction): void {
  if (!transaction.keep || transaction.token_id !== "") return;
  // Letters only: random digits could look like a card number, which a store rightly refuses.
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

export const liveToken = ({ book }: Gateway, token: string): StoredToken | undefined =>
  book.tokens.find((stored) => stored.token === token && !stored.revoked);

export function revokeToken({ book }: Gateway, token: string): boolean {
  const stored = book.tokens.find((candidate) => candidate.token === token);
  if (!stored) return false;
  stored.revoked = true;
  book.save();
  return true;
}
