import { isSubscriptionOver } from "../domain/subscription-cancellation";
import type { Gate, GateResult } from "../gate/gate";
import type { RenewalLink } from "./subscription-rows";
import { linkRenewal, markSynced, postponeSync, renewalsOf } from "./subscription-rows";
import type { Ledger } from "../ledger/ledger";
import type { Recurring } from "../ledger/rows/subscription-status-column";
import { recurringOf } from "../ledger/rows/subscription-status-column";
import type { Actor, AttemptRow, OperationRow } from "../ledger/rows/rows";
import { snapshotOf } from "../ledger/rows/rows";
import { unappliedKeys } from "../ledger/reversals";

/**
 * The ledger as the module of subscriptions sees it. What is due is asked by
 * `due("subscription")`; a subscription follows attempts level by level, so that it may
 * look twice, late, or after a crash. It holds no rule of its own.
 */
export interface SubscriptionLedgerDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly now: () => Date;
}

export interface CancelSubscription {
  /** The attempt that began the subscription. */
  readonly attemptId: string;
  /** One key per intention: the same key again sends nothing, and is answered from the ledger. */
  readonly key: string;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly note?: string | null;
}

/**
 * How a subscription stands by all that the ledger knows. `cancelling`: it was asked to end
 * and what became of that is not known; `unnamed`: the gateway has not named it yet.
 */
export interface GatewaySubscription {
  readonly standing: "unnamed" | "active" | "cancelling" | "over";
  readonly recurringId: string | null;
  readonly said: Recurring | null;
  /** The last wish to end it; null when there was none. */
  readonly cancel: OperationRow | null;
}

/** The system asks this often at most; what was lost each time is not lost by chance. Our choice. */
const MOST_TRIES = 5;

export class SubscriptionLedger {
  constructor(private readonly deps: SubscriptionLedgerDependencies) {}

  /**
   * Ends a subscription at the gateway, through the gate: one wish at a time, the row first, never sent again while unknown.
   * A key that was used for another subscription is refused. Never throws for what the gateway or the network does.
   */
  async cancel({ attemptId, key, ...wish }: CancelSubscription): Promise<GateResult> {
    // The key belongs to the attempt: the same one for another subscription is another intention.
    const idempotencyKey = `sub_${attemptId}_${key}`;
    return this.deps.gate.run({ ...wish, attemptId, idempotencyKey, kind: "cancel_subscription", amount: null });
  }

  /**
   * The key of the system's own wish to end a subscription for this reason: the one that is not decided yet, or the next
   * after one that is proven not to have arrived, or was taken without effect. Null: the gateway declined it, or it
   * was tried often enough; a person is told of either.
   */
  async systemKey(attemptId: string, why: "reversed" | "order-cancelled"): Promise<string | null> {
    const { ledger } = this.deps;
    const prefix = `sub_${attemptId}_${why}`;
    const tried = (await ledger.operations(attemptId)).filter(({ idempotency_key: key }) => key.startsWith(prefix));
    const last = tried.at(-1);
    if (last?.status === "declined") {
      const unapplied = await unappliedKeys(ledger, attemptId, "cancel_subscription");
      if (!unapplied.includes(last.idempotency_key)) return null;
    }
    const isOver = last?.status === "declined" || last?.status === "settled";
    const number = isOver ? tried.length : tried.length - 1;
    if (number >= MOST_TRIES) return null;
    return number <= 0 ? why : `${why}-${String(number)}`;
  }

  /** Undefined for an attempt that began no subscription. */
  async standingOf(attemptId: string): Promise<GatewaySubscription | undefined> {
    const row = await this.deps.ledger.attempt(attemptId);
    if (!row?.subscription) return undefined;
    const operations = await this.deps.ledger.operations(attemptId);
    const cancels = operations.filter(({ kind }) => kind === "cancel_subscription");
    const shared = { recurringId: row.recurring_id, said: recurringOf(row), cancel: cancels.at(-1) ?? null };
    const isOpen = cancels.some(({ status }) => status === "sending" || status === "unknown");
    if (isSubscriptionOver(snapshotOf(row, operations))) return { ...shared, standing: "over" };
    if (isOpen) return { ...shared, standing: "cancelling" };
    return { ...shared, standing: row.recurring_id === null ? "unnamed" : "active" };
  }

  /** Every charge after the first, oldest first. */
  async renewalsOf(attemptId: string): Promise<AttemptRow[]> {
    return renewalsOf(this.deps.ledger, attemptId);
  }

  /** The subscription stands where this version of the attempt is; false when it has moved since, and stays due. */
  async followed(attemptId: string, version: number): Promise<boolean> {
    return markSynced(this.deps.ledger, attemptId, version);
  }

  /** Following it failed: it is due again after so many ms. */
  async followLater(attemptId: string, afterMs: number): Promise<void> {
    await postponeSync(this.deps.ledger, attemptId, new Date(this.deps.now().getTime() + afterMs));
  }

  /** From now on this session of Medusa's stands for the renewal, and the projection follows it; see `linkRenewal`. */
  async linkRenewal(attemptId: string, link: RenewalLink): Promise<boolean> {
    return linkRenewal(this.deps.ledger, attemptId, link, this.deps.now());
  }
}
