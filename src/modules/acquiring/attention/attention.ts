import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionOptions } from "../../../options/attention-options";
import type { GatewayAccount } from "../../../options/options";
import { attentionKinds, meaningOf } from "../domain/attention-kinds";
import type { AttentionKind, ClearedReason } from "../domain/attention-kinds";
import { resolveAttention } from "../ledger/attention";
import type { AttemptRow } from "../ledger/rows/rows";
import { dismissOpenItem } from "./dismissal";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { tellOfChangedAccounts } from "./changed-accounts";
import { raiseExpiring } from "./expiring";
import type { OpenItem } from "./load-evidence";
import { loadEvidence } from "./load-evidence";
import { requestStatusChecks } from "./request-status-checks";
import { rules } from "./rules";
import { raiseUnconfirmedCaptures } from "./unconfirmed-captures";
import { paidWithoutOrder } from "./paid-without-order";

/**
 * What needs a person, beyond single raises: a sweep closes what holds no longer
 * and has the gateway asked where only its word ends it; what no event shows (an
 * authorisation that runs out, a capture that nothing confirms, money without an order) is looked for; a person may
 * close anything. It moves no money and sends nothing.
 */
export interface AttentionDependencies {
  readonly connection: Knex;
  readonly now: () => Date;
  readonly accounts: readonly GatewayAccount[];
  /** Of the account that the payment was sent to; undefined when that is not configured. */
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly changedAccounts: () => Promise<readonly ChangedAccount[]>;
  readonly options: AttentionOptions;
}

export interface Sweep {
  readonly looked: number;
  readonly cleared: number;
  /** Expiring authorisations and unconfirmed captures that were raised. */
  readonly raised: number;
}

/** Items in one sweep, those first that were not looked at for longest. */
const SWEEP_LIMIT = 500;

const SWEPT = Object.keys(attentionKinds).filter((kind) => meaningOf(kind)?.clears === "sweep");

export class Attention {
  constructor(private readonly deps: AttentionDependencies) {}

  /** Once a minute; running it twice, or in two processes, changes nothing more. */
  async sweep(): Promise<Sweep> {
    const { connection, accounts } = this.deps;
    const now = this.deps.now();
    const items = await connection<OpenItem>("acquiring_attention_item")
      .where({ cleared_at: null, deleted_at: null })
      .whereIn("kind", SWEPT)
      .orderByRaw("evaluated_at NULLS FIRST, raised_at")
      .limit(SWEEP_LIMIT);
    const cleared = await this.close(items, now);
    const open = items.filter(({ id }) => !cleared.has(id));
    await requestStatusChecks(connection, open, { now, isConfigured: (key) => this.account(key) !== undefined });
    const changed = await this.deps.changedAccounts();
    await tellOfChangedAccounts(connection, { changed, keys: accounts.map(({ key }) => key) }, now);
    const raised =
      (await raiseExpiring(connection, accounts, now)) + (await raiseUnconfirmedCaptures(connection, accounts, now));
    return { looked: items.length, cleared: cleared.size, raised };
  }

  /** Payments that have held money for long and whose projection is not done; whether an order exists is Medusa's to say. */
  async paidWithoutOrder(limit: number): Promise<AttemptRow[]> {
    const { connection, options } = this.deps;
    const before = new Date(this.deps.now().getTime() - options.paidWithoutOrderMs);
    return paidWithoutOrder(connection, before, limit);
  }

  /** Payments with an open item of this kind, those first that were longest not looked at: each has its turn, however many stay open. */
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

  /** Somebody who sees more than the ledger found that an item of a payment holds no longer. */
  async solve(kind: AttentionKind, attemptId: string, reason: ClearedReason): Promise<void> {
    await resolveAttention(this.deps.connection, { kinds: [kind], subject: attemptId, reason }, this.deps.now());
  }

  /**
   * A person closes an item, with a note; the audit trail keeps who and why. If
   * what it was about happens again it is raised again. Throws `MedusaError` when
   * there is no such open item, or no note.
   */
  async dismiss(id: string, actorId: string, note: string): Promise<void> {
    await dismissOpenItem(this.deps.connection, { id, actorId, note }, this.deps.now());
  }

  /** Closes what its rule no longer finds to hold; an item that was raised anew meanwhile stays. */
  private async close(items: readonly OpenItem[], now: Date): Promise<ReadonlySet<string>> {
    const { connection } = this.deps;
    const looks = await loadEvidence(connection, items, {
      now,
      account: (key) => this.account(key),
      accountOf: this.deps.accountOf,
    });
    const closed = new Set<string>();
    for (const { id, kind, count } of items) {
      const look = looks.get(id);
      const reason = look && isSwept(kind) ? rules[kind](look) : null;
      if (reason === null) continue;
      const changed = await connection("acquiring_attention_item")
        .where({ id, count, cleared_at: null })
        .update({ cleared_at: now, cleared_reason: reason, updated_at: now });
      if (changed > 0) closed.add(id);
    }
    const ids = items.map(({ id }) => id);
    await connection("acquiring_attention_item").whereIn("id", ids).update({ evaluated_at: now });
    return closed;
  }

  private account(key: string): GatewayAccount | undefined {
    return this.deps.accounts.find((account) => account.key === key);
  }
}

const isSwept = (kind: string): kind is AttentionKind => meaningOf(kind)?.clears === "sweep";
