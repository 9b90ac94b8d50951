import { isSubscriptionOver } from "../domain/subscription-cancellation";
import type { Gate, GateResult } from "../gate/gate";
import type { RenewalLink } from "./subscription-rows";
import { linkRenewal, markSynced, postponeSync, renewalsOf } from "./subscription-rows";
import type { Ledger } from "../ledger/ledger";
import type { Recurring } from "../ledger/rows/subscription-status-column";
import { recurringOf } from "../ledger/rows/subscription-status-column";
import type { Actor, AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { snapshotOf } from "../ledger/rows/attempt-row";
import { unappliedKeys } from "../ledger/reversals";

/** The ledger's interface for subscriptions, which follow attempts by version: twice, late, or after a crash. */
export interface SubscriptionLedgerDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly now: () => Date;
}

export interface CancelSubscription {
  readonly attemptId: string;
  /** One key per command: repeating it sends nothing and is answered from the ledger. */
  readonly key: string;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly note?: string | null;
}

/** `cancelling`: a cancellation was sent, its result is unknown; `unnamed`: the gateway has not named it yet. */
export interface GatewaySubscription {
  readonly gatewayState: "unnamed" | "active" | "cancelling" | "over";
  readonly recurringId: string | null;
  readonly reported: Recurring | null;
  readonly cancel: OperationRow | null;
}

/** The maximum number of automatic tries. Our choice. */
const MOST_TRIES = 5;

export class SubscriptionLedger {
  constructor(private readonly deps: SubscriptionLedgerDependencies) {}

  /** One cancellation at a time, row first, never again while unknown. Never throws for gateway or network errors. */
  async cancel({ attemptId, key, ...request }: CancelSubscription): Promise<GateResult> {
    // The key belongs to the attempt: the same one for another subscription is another command.
    const idempotencyKey = `sub_${attemptId}_${key}`;
    return this.deps.gate.run({ ...request, attemptId, idempotencyKey, kind: "cancel_subscription", amount: null });
  }

  /**
   * The key of the system's own cancellation for this reason: the undecided one, or the next after one that is proven
   * undelivered or had no effect. Null: the gateway declined it, or it was tried often enough; both raise an attention
   * item.
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

  /** Undefined for an attempt that started no subscription. */
  async gatewayStateOf(attemptId: string): Promise<GatewaySubscription | undefined> {
    const row = await this.deps.ledger.attempt(attemptId);
    if (!row?.subscription) return undefined;
    const operations = await this.deps.ledger.operations(attemptId);
    const cancels = operations.filter(({ kind }) => kind === "cancel_subscription");
    const shared = { recurringId: row.recurring_id, reported: recurringOf(row), cancel: cancels.at(-1) ?? null };
    const isOpen = cancels.some(({ status }) => status === "sending" || status === "unknown");
    if (isSubscriptionOver(snapshotOf(row, operations))) return { ...shared, gatewayState: "over" };
    if (isOpen) return { ...shared, gatewayState: "cancelling" };
    return { ...shared, gatewayState: row.recurring_id === null ? "unnamed" : "active" };
  }

  async renewalsOf(attemptId: string): Promise<AttemptRow[]> {
    return renewalsOf(this.deps.ledger, attemptId);
  }

  /** The subscription is synced with this version of the attempt; false if it has changed since, and stays due. */
  async followed(attemptId: string, version: number): Promise<boolean> {
    return markSynced(this.deps.ledger, attemptId, version);
  }

  /** The sync failed: it is due again after that many ms. */
  async followLater(attemptId: string, afterMs: number): Promise<void> {
    await postponeSync(this.deps.ledger, attemptId, new Date(this.deps.now().getTime() + afterMs));
  }

  /** This Medusa session represents the renewal from now on, and the projection follows it; see `linkRenewal`. */
  async linkRenewal(attemptId: string, link: RenewalLink): Promise<boolean> {
    return linkRenewal(this.deps.ledger, attemptId, link, this.deps.now());
  }
}
