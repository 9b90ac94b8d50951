import type { Reason } from "../../gateway/outcome";
import type { PayoutPayload } from "../../gateway/payout-request";
import type { PayoutSendEventRow, PayoutSendRow, PayoutVerdict } from "./ledger/payout-rows";

/**
 * The ledger as the module of payouts sees it: one send for each payout. The payout follows its send level by level, so
 * that it may look twice, late, or after a crash. Nothing here knows who approved what.
 */
export interface PayoutSend {
  readonly payoutId: string;
  /** UUID, made with the draft: the gateway's idempotency key and ours. */
  readonly requestId: string;
  readonly account: string;
  readonly currency: string;
  /** Integer minor units. */
  readonly amountMinor: bigint;
  readonly payloadHash: string;
  /** Who has it sent; null: the system. */
  readonly actorId: string | null;
  /**
   * What is to leave, with bank data in clear: called at most once, and only when something is to be sent. What it
   * returns is kept nowhere; another request id, amount or currency in it than above is refused, and nothing is sent.
   */
  readonly request: () => PayoutPayload;
}

/**
 * `refused`: nothing was sent by this call, and the send (if there is one) is as it was. Of a send that is known
 * already the others say how it stands, and nothing was sent either, except after `not_sent`.
 */
export type PayoutSendResult =
  | { readonly kind: "settled" | "pending" }
  | { readonly kind: "declined" | "not_sent" | "unknown" | "refused"; readonly reason: Reason };

export interface PayoutDecide {
  readonly payoutId: string;
  readonly verdict: PayoutVerdict;
  readonly actorId: string;
  /** 1 to 500 characters. */
  readonly note: string;
}

export type PayoutDecideResult = { readonly kind: "decided" } | { readonly kind: "refused"; readonly reason: Reason };

export interface PayoutFace {
  /** Sends, or says how the send stands. Never throws for what the gateway or the network does. */
  send(send: PayoutSend): Promise<PayoutSendResult>;
  of(payoutId: string): Promise<PayoutSendRow | undefined>;
  /** The same for many; a payout that was never sent has none. */
  ofMany(payoutIds: readonly string[]): Promise<PayoutSendRow[]>;
  /** Every change of its send, oldest first. */
  history(payoutId: string): Promise<PayoutSendEventRow[]>;
  /** Ids of payouts whose send has changed since they looked, oldest change first. */
  due(limit: number): Promise<string[]>;
  /** The payout stands where this version of its send is; false when the send has moved since, and it stays due. */
  followed(payoutId: string, version: number): Promise<boolean>;
  /** Following it failed: it is due again after so many ms. */
  followLater(payoutId: string, afterMs: number): Promise<void>;
  /** A person's word on a send that is `unknown`, and on no other. Sends nothing. */
  decide(decision: PayoutDecide): Promise<PayoutDecideResult>;
  /** A `sending` whose process must have died is `unknown` from now on; answers how many there were. */
  sweep(): Promise<number>;
}
