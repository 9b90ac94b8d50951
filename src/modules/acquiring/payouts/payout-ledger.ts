import type { Reason } from "../../../gateway/model/outcome";
import type { PayoutPayload } from "../../../gateway/model/payout-request";
import type { PayoutSendEventRow, PayoutSendRow, PayoutVerdict } from "./payout-rows";
import type { NewSend, PayoutSends, SendChange } from "./payout-sends";
import { holdSend } from "./payout-hold";
import { cancelSend } from "./payout-cancellation";
import type { PayoutGate } from "./payout-gate";

/**
 * The ledger as the module of payouts sees it: one send for each payout. The payout follows its send level by level, so
 * that it may look twice, late, or after a crash. Nothing here knows who approved what.
 */
export interface PayoutSendRequest {
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
   * The version of the send that whoever claimed the payout had followed; null: it had none. Who knew less of a send that left nothing
   * does not repeat it: the payout may have been claimed anew, or taken back, since.
   */
  readonly seenVersion: number | null;
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

/** What must never leave, by its own numbers, and who says so. */
export interface PayoutStop extends Omit<NewSend, "actorId" | "seenVersion"> {
  readonly by: string;
  /** 1 to 500 characters. */
  readonly note: string;
}

/** `stopped`: it did not leave, and never will by us. `open`: it is on its way, or the gateway has been heard of it. */
export type PayoutStopResult =
  | { readonly kind: "stopped" }
  | { readonly kind: "open"; readonly status: PayoutSendRow["status"] }
  | { readonly kind: "refused"; readonly reason: Reason };

export interface PayoutLedgerApi {
  /** Sends, or says how the send stands. Never throws for what the gateway or the network does. */
  send(send: PayoutSendRequest): Promise<PayoutSendResult>;
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
  /** Closes what was never sent, or is proven not to have left; whoever still has it in hand sends nothing. Also twice. */
  stop(stop: PayoutStop): Promise<PayoutStopResult>;
  /**
   * After lost commits: what the ledger would send may have left already, so its send is `unknown` and a person says what
   * became of it. False: more is known of it, or it is another payout. Sends nothing; also twice.
   */
  hold(payout: Omit<NewSend, "actorId" | "seenVersion">): Promise<boolean>;
  /** A `sending` whose process must have died is `unknown` from now on; answers how many there were. */
  sweep(): Promise<number>;
}

export interface PayoutLedgerDependencies {
  readonly sends: PayoutSends;
  readonly gate: PayoutGate;
  readonly now: () => Date;
  /** Longer than any exchange with the gateway takes, in ms. */
  readonly sendingGraceMs: number;
}

export class PayoutLedger implements PayoutLedgerApi {
  constructor(private readonly deps: PayoutLedgerDependencies) {}

  async send(send: PayoutSendRequest): Promise<PayoutSendResult> {
    return this.deps.gate.send(send);
  }

  async of(payoutId: string): Promise<PayoutSendRow | undefined> {
    return this.deps.sends.of(payoutId);
  }

  async ofMany(payoutIds: readonly string[]): Promise<PayoutSendRow[]> {
    return this.deps.sends.ofMany(payoutIds);
  }

  async history(payoutId: string): Promise<PayoutSendEventRow[]> {
    return this.deps.sends.history(payoutId);
  }

  async due(limit: number): Promise<string[]> {
    return this.deps.sends.due(limit, this.deps.now());
  }

  async followed(payoutId: string, version: number): Promise<boolean> {
    return this.deps.sends.followed(payoutId, version);
  }

  async followLater(payoutId: string, afterMs: number): Promise<void> {
    await this.deps.sends.followLater(payoutId, new Date(this.deps.now().getTime() + afterMs));
  }

  async decide({ payoutId, verdict, actorId, note }: PayoutDecide): Promise<PayoutDecideResult> {
    const words = note.trim();
    if (words.length < 1 || words.length > 500)
      return refused("bad_note", "Enter a reason of 1 to 500 characters. The decision is kept permanently.");
    const decision = { by: actorId, verdict, note: words };
    const status = verdict === "paid" ? "settled" : "declined";
    const changed = await this.deps.sends.change(
      payoutId,
      (row) =>
        row.status === "unknown"
          ? { status, fact: null, contradiction: null, source: "person", reason: DECIDED, inboxEventId: null, decision }
          : null,
      { now: this.deps.now() },
    );
    if (!changed) return refused("not_found", "This payout was never sent.");
    return changed.before === changed.after
      ? refused("not_unknown", "The outcome of this payout is known, or it is still being sent.")
      : { kind: "decided" };
  }

  async stop({ by, note, ...send }: PayoutStop): Promise<PayoutStopResult> {
    const stop = { send: { ...send, actorId: null, seenVersion: null }, by, note, now: this.deps.now() };
    const stopped = await cancelSend(this.deps.sends.connection, stop);
    switch (stopped.kind) {
      case "stopped":
        return stopped;
      case "open":
        return { kind: "open", status: stopped.row.status };
      case "differs":
        return refused("other_payout", "The ledger has another payout under this ID.");
    }
  }

  async hold(payout: Omit<NewSend, "actorId" | "seenVersion">): Promise<boolean> {
    return holdSend(this.deps.sends.connection, { ...payout, actorId: null }, this.deps.now());
  }

  async sweep(): Promise<number> {
    const before = new Date(this.deps.now().getTime() - this.deps.sendingGraceMs);
    const lost = await this.deps.sends.sendingSince(before);
    for (const payoutId of lost) await this.deps.sends.change(payoutId, giveUp(before), { now: this.deps.now() });
    return lost.length;
  }
}

const DECIDED = { code: "decided", message: "The outcome was recorded by a person." };

/** Looked at again under the lock: it may have been concluded, or sent anew. */
const giveUp =
  (before: Date) =>
  (row: PayoutSendRow): SendChange | null =>
    row.status === "sending" && row.sent_at < before
      ? {
          status: "unknown",
          fact: null,
          contradiction: null,
          source: "sweep",
          reason: { code: "lost", message: "The process that sent it ended before the response was recorded." },
          inboxEventId: null,
          decision: null,
        }
      : null;

const refused = (code: string, message: string): { readonly kind: "refused"; readonly reason: Reason } => ({
  kind: "refused",
  reason: { code, message },
});
