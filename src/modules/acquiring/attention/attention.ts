import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionOptions } from "../../../options/attention-options";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { ConfiguredAccount } from "../../../options/options";
import type { GatewayAccounts } from "../accounts/gateway-accounts";
import { attentionKinds, meaningOf } from "../domain/attention-kinds";
import type { AttentionKind, ClearedReason, RuleKind } from "../domain/attention-kinds";
import { inLockOrder, resolveAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { dismissOpenItem } from "./dismissal";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { closeRecordedCharges } from "./close-recorded-charges";
import { tellOfChangedAccounts } from "./changed-accounts";
import { closePaidRests, raiseAllExpiring } from "./expiring";
import type { OpenItem } from "./load-evidence";
import { loadEvidence } from "./load-evidence";
import { requestStatusChecks } from "./request-status-checks";
import { rules } from "./rules";
import { raiseUnconfirmedCaptures } from "./unconfirmed-captures";
import { paidWithoutOrder } from "./paid-without-order";

/**
 * Attention items beyond single events: a sweep closes items whose cause is gone and requests queries where only the
 * gateway can tell. It also looks for conditions without an event (an expiring authorisation, an unconfirmed capture,
 * money without an order), and admins can dismiss items. It moves no money and sends nothing.
 */
export interface AttentionDependencies {
  readonly connection: Knex;
  readonly ledger: Ledger;
  readonly now: () => Date;
  readonly accounts: readonly ConfiguredAccount[];
  readonly placesOf: GatewayAccounts["placesOf"];
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly changedAccounts: () => Promise<readonly ChangedAccount[]>;
  readonly options: AttentionOptions;
}

export interface Sweep {
  readonly checked: number;
  readonly cleared: number;
  readonly raised: number;
}

/** Maximum items per sweep, those checked longest ago first. */
const SWEEP_LIMIT = 500;

const hasRule = (kind: string): kind is RuleKind => meaningOf(kind)?.clears === "rule";
const RULE_KINDS = Object.keys(attentionKinds).filter(hasRule);

export class Attention {
  constructor(private readonly deps: AttentionDependencies) {}

  /** Once a minute; running it twice, or in two processes, has no further effect. */
  async sweep(): Promise<Sweep> {
    const { connection, ledger, accounts, placesOf } = this.deps;
    const now = this.deps.now();
    const items = await connection<OpenItem>("acquiring_attention_item")
      .where({ cleared_at: null, deleted_at: null })
      .whereIn("kind", RULE_KINDS)
      .orderByRaw("evaluated_at NULLS FIRST, raised_at")
      .limit(SWEEP_LIMIT);
    const cleared = await this.close(items, now);
    await closeRecordedCharges(connection, { accountOf: this.deps.accountOf, limit: SWEEP_LIMIT, now });
    await closePaidRests(connection, now);
    const open = items.filter(({ id }) => !cleared.has(id));
    await requestStatusChecks(connection, open, { now, isConfigured: (key) => this.account(key) !== undefined });
    const changed = await this.deps.changedAccounts();
    await tellOfChangedAccounts(connection, changed, now);
    const raised =
      (await raiseAllExpiring(ledger, { accounts, placesOf }, now)) +
      (await raiseUnconfirmedCaptures(connection, placesOf, now));
    return { checked: items.length, cleared: cleared.size, raised };
  }

  async paidWithoutOrder(limit: number): Promise<AttemptRow[]> {
    const { connection, options } = this.deps;
    const before = new Date(this.deps.now().getTime() - options.paidWithoutOrderMs);
    return paidWithoutOrder(connection, before, limit);
  }

  async paymentsInTurn(kind: AttentionKind, limit: number): Promise<AttemptRow[]> {
    const { connection } = this.deps;
    const items = await connection<OpenItem>("acquiring_attention_item")
      .where({ kind, cleared_at: null, deleted_at: null })
      .whereNotNull("attempt_id")
      .orderByRaw("evaluated_at NULLS FIRST, raised_at, id")
      .limit(limit);
    if (items.length === 0) return [];
    const ids = items.map(({ id }) => id);
    await connection("acquiring_attention_item").whereIn("id", ids).update({ evaluated_at: this.deps.now() });
    const attemptIds = items.flatMap(({ attempt_id: id }) => id ?? []);
    return connection<AttemptRow>("acquiring_payment_attempt").whereIn("id", attemptIds);
  }

  async solve(kind: AttentionKind, attemptId: string, reason: ClearedReason): Promise<void> {
    await resolveAttention(this.deps.connection, { kinds: [kind], subject: attemptId, reason }, this.deps.now());
  }

  /** The audit trail records who and why. Throws `MedusaError` if no such item is open, or it no longer says `message`, or without a note. */
  async dismiss(id: string, actorId: string, note: string, message?: string): Promise<void> {
    await dismissOpenItem(this.deps.connection, { id, actorId, note, message }, this.deps.now());
  }

  /** Closes items whose rule no longer applies; an item that was raised again meanwhile stays. */
  private async close(items: readonly OpenItem[], now: Date): Promise<ReadonlySet<string>> {
    const { connection } = this.deps;
    const evidenceByItem = await loadEvidence(connection, items, {
      now,
      account: (key) => this.account(key),
      accountOf: this.deps.accountOf,
    });
    const closed = new Set<string>();
    for (const { id, kind, count } of items) {
      const evidence = evidenceByItem.get(id);
      const reason = evidence && hasRule(kind) ? rules[kind](evidence) : null;
      if (reason === null) continue;
      const changed = await connection("acquiring_attention_item")
        .where({ id, count, cleared_at: null })
        .update({ cleared_at: now, cleared_reason: reason, updated_at: now });
      if (changed > 0) closed.add(id);
    }
    const ids = items.map(({ id }) => id);
    await connection("acquiring_attention_item")
      .whereIn("id", inLockOrder(connection, ids))
      .update({ evaluated_at: now });
    return closed;
  }

  private account(key: string): GatewayAccount | undefined {
    return this.deps.accounts.find((account) => account.key === key);
  }
}
