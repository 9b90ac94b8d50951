import type { Reason } from "../../../gateway/model/outcome";
import type { PayoutPayload } from "../../../gateway/model/payout-request";
import type { PayoutSendEventRow, PayoutSendRow, PayoutResolution } from "./payout-rows";
import type { NewSend, PayoutSends, SendChange } from "./payout-sends";
import { holdSend } from "./payout-hold";
import { cancelSend } from "./payout-cancellation";
import type { PayoutGate } from "./payout-gate";

/**
 * The ledger's interface for the payout module: one send per payout. The payout follows its send by version, so it may
 * sync twice, late, or after a crash. Approvals are not known here.
 */
export interface PayoutSendRequest {
  readonly payoutId: string;
  /** UUID, created with the draft: the gateway's idempotency key and ours. */
  readonly requestId: string;
  readonly account: string;
  readonly currency: string;
  /** Integer minor units. */
  readonly amountMinor: bigint;
  readonly payloadHash: string;
  readonly actorId: string | null;
  /**
   * The send's version that the claiming process had seen; null: none. A process that knew less of an unsent send does
   * not repeat it: the payout may have been claimed again or withdrawn since.
   */
  readonly seenVersion: number | null;
  /**
   * The payload, with bank data in clear: called at most once, and only if something is to be sent. It is stored
   * nowhere; a payload with another request id, amount or currency is refused, and nothing is sent.
   */
  readonly request: () => PayoutPayload;
  /** Called between the row's commit and its first byte: why it must not be paid any more, or null. */
  readonly doubt?: () => Promise<string | null>;
}

/**
 * `refused`: nothing was sent by this call, and an existing send is unchanged. The others return the status of a known
 * send, and nothing was sent either, except after `not_sent`.
 */
export type PayoutSendResult =
  | { readonly kind: "settled" | "pending" }
  | { readonly kind: "declined" | "not_sent" | "unknown" | "refused"; readonly reason: Reason };

export interface PayoutDecide {
  readonly payoutId: string;
  readonly outcome: PayoutResolution;
  readonly actorId: string;
  /** 1 to 500 characters. */
  readonly note: string;
  /** The send's version that the person saw; refused if it has changed since. */
  readonly seenVersion?: number | undefined;
}

export type PayoutDecideResult = { readonly kind: "decided" } | { readonly kind: "refused"; readonly reason: Reason };

/** A payout that this call does not send: its row gets the account's current identity. */
export type UnsentPayout = Omit<NewSend, "actorId" | "seenVersion" | "gatewayIdentity">;

export interface PayoutStop extends UnsentPayout {
  readonly by: string;
  readonly note: string;
}

/** `stopped`: it was not sent and never will be. `open`: it is being sent, or the gateway has reported it. */
export type PayoutStopResult =
  | { readonly kind: "stopped" }
  | { readonly kind: "open"; readonly status: PayoutSendRow["status"] }
  | { readonly kind: "refused"; readonly reason: Reason };

export interface PayoutLedgerApi {
  /** Sends, or returns the send's status. Never throws for gateway or network errors. */
  send(send: PayoutSendRequest): Promise<PayoutSendResult>;
  of(payoutId: string): Promise<PayoutSendRow | undefined>;
  /** The same for many; a payout that was never sent has none. */
  ofMany(payoutIds: readonly string[]): Promise<PayoutSendRow[]>;
  /** Every change of its send, oldest first. */
  history(payoutId: string): Promise<PayoutSendEventRow[]>;
  /** Ids of payouts whose send has changed since their last sync, oldest change first. */
  due(limit: number): Promise<string[]>;
  /** The payout is synced with this version of its send; false if the send has changed since, and it stays due. */
  followed(payoutId: string, version: number): Promise<boolean>;
  /** The sync failed: it is due again after that many ms. */
  followLater(payoutId: string, afterMs: number): Promise<void>;
  /** A manual resolution of an `unknown` send. Sends nothing. */
  decide(decision: PayoutDecide): Promise<PayoutDecideResult>;
  /** Closes a send that never happened, or is proven unsent; idempotent. */
  stop(stop: PayoutStop): Promise<PayoutStopResult>;
  /**
   * After lost commits: a payout that the ledger would send may have been sent already, so its send becomes `unknown`
   * and a person resolves it. False: more is known of it, or it is another payout. Sends nothing; idempotent.
   */
  hold(payout: UnsentPayout): Promise<boolean>;
  /** Marks a `sending` row of a dead process as `unknown`; returns how many. */
  sweep(): Promise<number>;
  /** Marks a send as `unknown` that is pending without news since then: no query reports payouts. */
  markSilent(payoutId: string, since: Date): Promise<void>;
}

export interface PayoutLedgerDependencies {
  readonly sends: PayoutSends;
  readonly gate: PayoutGate;
  readonly identity: (account: string) => string;
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

  async decide({ payoutId, outcome, actorId, note, seenVersion }: PayoutDecide): Promise<PayoutDecideResult> {
    const words = note.trim();
    if (words.length < 1 || words.length > 500)
      return refused("bad_note", "Enter a reason of 1 to 500 characters. The decision is kept permanently.");
    const decision = { by: actorId, outcome, note: words };
    const status = outcome === "paid" ? "settled" : "declined";
    const changed = await this.deps.sends.change(
      payoutId,
      (row) =>
        row.status === "unknown" && (seenVersion === undefined || row.version === seenVersion)
          ? { status, fact: null, contradiction: null, source: "person", reason: DECIDED, inboxEventId: null, decision }
          : null,
      { now: this.deps.now() },
    );
    if (!changed) return refused("not_found", "This payout was never sent.");
    return changed.before === changed.after
      ? refused("not_unknown", "The outcome of this payout is known, or it is being sent or was sent again.")
      : { kind: "decided" };
  }

  async stop({ by, note, ...send }: PayoutStop): Promise<PayoutStopResult> {
    const gatewayIdentity = this.deps.identity(send.account);
    const stop = { send: { ...send, gatewayIdentity, actorId: null }, by, note, now: this.deps.now() };
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

  async hold(payout: UnsentPayout): Promise<boolean> {
    const gatewayIdentity = this.deps.identity(payout.account);
    return holdSend(this.deps.sends.connection, { ...payout, gatewayIdentity, actorId: null }, this.deps.now());
  }

  async sweep(): Promise<number> {
    const before = new Date(this.deps.now().getTime() - this.deps.sendingGraceMs);
    const lost = await this.deps.sends.sendingSince(before);
    for (const payoutId of lost) await this.deps.sends.change(payoutId, giveUp(before), { now: this.deps.now() });
    return lost.length;
  }

  async markSilent(payoutId: string, since: Date): Promise<void> {
    await this.deps.sends.change(payoutId, silent(since), { now: this.deps.now() });
  }
}

/** The code of a send whose outcome is unknown although the gateway accepted it. */
export const SILENT = "silent";

const DECIDED = { code: "decided", message: "The outcome was recorded by a person." };

/** Checked again under the lock: it may have been concluded, or sent again. */
const giveUp =
  (before: Date) =>
  (row: PayoutSendRow): SendChange | null =>
    row.status === "sending" && row.sent_at < before
      ? doubt(null, { code: "lost", message: "The process that sent it ended before the response was recorded." })
      : null;

const silent =
  (since: Date) =>
  (row: PayoutSendRow): SendChange | null =>
    row.status === "pending" && row.concluded_at !== null && row.concluded_at < since
      ? doubt(row.contradiction, {
          code: SILENT,
          message: "The gateway accepted it and did not report afterwards whether it was paid.",
        })
      : null;

const doubt = (contradiction: PayoutSendRow["contradiction"], reason: Reason): SendChange => ({
  ...({ status: "unknown", fact: null, source: "sweep", inboxEventId: null, decision: null } as const),
  ...{ contradiction, reason },
});

const refused = (code: string, message: string): { readonly kind: "refused"; readonly reason: Reason } => ({
  kind: "refused",
  reason: { code, message },
});
