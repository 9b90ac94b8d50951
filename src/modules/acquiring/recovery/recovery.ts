import type { StatusChecker } from "../status-checks/status-checker";
import { checkInChunks } from "../status-checks/check-in-chunks";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { NewLost, NewRecovery, RecoveryRow } from "../lost-commits/recovery-rows";
import {
  addLost,
  beginRecovery,
  endRecovery,
  EVERY,
  lostOrderId,
  openRecoveries,
  RECOVERY_TABLE,
  unqueriedLost,
} from "../lost-commits/recovery-rows";
import type { Sentinel } from "../lost-commits/sentinel";
import type { LostWrites } from "./lost-writes";
import type { RestoreOperations } from "./restore-operations";

/**
 * Ends recovery mode: lost captures, voids and refunds are recorded again as unknown, every payment that can still move
 * money is queried with its refunds, so that lost writes are in the ledger again, and so is every write known to be
 * lost. That the gateway does not list a write proves nothing while it may still be processed. It only sends queries.
 * What it cannot record raises attention items. Payouts, which no query returns, are held by the workflow.
 */
export interface RecoveryDependencies {
  readonly ledger: Ledger;
  readonly checker: StatusChecker;
  readonly sentinel: Sentinel;
  readonly operations: RestoreOperations;
  readonly lost: LostWrites;
  readonly accounts: readonly string[];
  readonly isStopping: () => boolean;
  readonly now: () => Date;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

export interface RecoveryStep {
  readonly isComplete: boolean;
  readonly queried: number;
  readonly changed: number;
  /** Payments of this step without a response, without two equal ones, or too early to prove that nothing happened. */
  readonly unanswered: readonly string[];
}

/** As many as a few queries hold; the progress is committed after each. Our choice. */
const PAGE = 500;

export class RecoveryRun {
  constructor(private readonly deps: RecoveryDependencies) {}

  /** Checks for lost commits now; opens a recovery if there are signs. */
  async look(): Promise<void> {
    await this.deps.sentinel.look();
  }

  forget(): void {
    this.deps.sentinel.forget();
  }

  open(account: string | null = null): Promise<RecoveryRow[]> {
    return openRecoveries(this.pg, account);
  }

  begin(recovery: Omit<NewRecovery, "lost" | "onlyIfNew">): Promise<RecoveryRow | null> {
    return beginRecovery(this.pg, { ...recovery, lost: [] }, this.deps.now());
  }

  /** Not while a write that is known to be lost has not been queried, unless `isForced`: another server may have added it. */
  async end(row: RecoveryRow, by: string, { isForced = false } = {}): Promise<void> {
    if (!(await endRecovery(this.pg, row, { by, isForced }, this.deps.now()))) return;
    this.deps.log("acquiring.recovery_ended", { recovery: row.id, account: row.account, by });
  }

  async left(row: Pick<RecoveryRow, "account" | "since" | "cursor">): Promise<number> {
    const counted = await this.candidates(row).count<{ count: string }[]>("* as count");
    return Number.parseInt(counted[0]?.count ?? "0", 10);
  }

  async noteHeldPayouts(row: RecoveryRow, held: number): Promise<void> {
    if (held > 0) await this.pg(RECOVERY_TABLE).where({ id: row.id }).increment("held_payouts", held);
  }

  /** Order numbers from elsewhere, such as a portal export; returns how many are not in the ledger. */
  async addOrders(account: string, orderNos: readonly string[]): Promise<number> {
    const rows = await this.deps.ledger
      .connection("acquiring_payment_attempt")
      .whereRaw("order_no = ANY(?)", [[...orderNos]])
      .pluck<string[]>("order_no");
    const known = new Set(rows);
    const lost = orderNos
      .filter((orderNo) => !known.has(orderNo))
      .map((orderNo): NewLost => ({
        ...{ id: lostOrderId(account, orderNo), account, kind: "payment", order_no: orderNo, source: "file" },
        ...{ gateway_payment_id: null, idempotency_key: null, currency: null, minor: null, sent_at: null },
      }));
    await addLost(this.pg, lost, this.deps.now());
    return lost.length;
  }

  /** Findings that only a person can resolve: lost payments, unknown payouts, and captured amounts to compare. */
  async forPerson(account: string | null): Promise<{ kind: string; message: string }[]> {
    const items = this.pg("acquiring_attention_item")
      .where({ cleared_at: null, deleted_at: null })
      .whereIn("kind", ["lost_payment", "payout_unknown", "capture_unconfirmed"]);
    if (account !== null) void items.where({ account });
    return items.orderBy("raised_at").select<{ kind: string; message: string }[]>("kind", "message");
  }

  /** What no longer keeps a recovery open, but has no result yet. */
  followUp(): Promise<void> {
    return this.deps.lost.followUp();
  }

  /** One page of an open recovery: payments in the order of their ids, and finally the writes known to be lost. */
  async step(row: RecoveryRow): Promise<RecoveryStep> {
    // Before the first query. What is found to be lost later is recorded when it is asked about.
    const left = row.cursor === null ? await this.deps.operations.restoreAll(row.account) : [];
    if (left.length > 0) return { isComplete: false, queried: 0, changed: 0, unanswered: left };
    const page = await this.candidates(row).orderBy("id").limit(PAGE).select<AttemptRow[]>("*");
    if (page.length === 0) {
      const lost = await unqueriedLost(this.pg, row.account, PAGE);
      const unanswered = await this.deps.lost.askAboutAll(lost);
      return { isComplete: unanswered.length === 0 && lost.length < PAGE, queried: 0, changed: 0, unanswered };
    }
    const { answered, changed } = await this.check(page);
    const unanswered = page.filter(({ id }) => !answered.has(id)).map(({ id }) => id);
    if (unanswered.length === 0)
      await this.advance(row, { cursor: page.at(-1)?.id ?? row.cursor, queried: page.length, changed });
    return { isComplete: false, queried: answered.size, changed, unanswered };
  }

  private async check(page: readonly AttemptRow[]): Promise<{ answered: ReadonlySet<string>; changed: number }> {
    const answered = new Set<string>();
    let changed = 0;
    for (const account of new Set(page.map((attempt) => attempt.account))) {
      const own = page.filter((attempt) => attempt.account === account);
      await checkInChunks(own, {
        atOnce: 100,
        isAnswering: false,
        isStopping: this.deps.isStopping,
        check: async (attempt) => {
          const result = await this.deps.checker.check(attempt, { refunds: true });
          if (result.kind !== "answered") return result;
          if (!result.isDoubtful) answered.add(attempt.id);
          const after = await this.deps.ledger.attempt(attempt.id);
          if (after && after.version !== attempt.version) changed += 1;
          return result;
        },
      });
    }
    return { answered, changed };
  }

  private async advance(
    row: RecoveryRow,
    {
      cursor,
      queried,
      changed,
    }: { readonly cursor: string | null; readonly queried: number; readonly changed: number },
  ): Promise<void> {
    await this.pg(RECOVERY_TABLE)
      .where({ id: row.id, finished_at: null })
      .update({
        cursor,
        queried: this.pg.raw("queried + ?", [queried]),
        changed: this.pg.raw("changed + ?", [changed]),
        updated_at: this.deps.now(),
      });
  }

  /**
   * Payments after the cursor that can still move money. Accounts that are not configured can neither send nor query.
   */
  private candidates({ account, since, cursor }: Pick<RecoveryRow, "account" | "since" | "cursor">) {
    const query = this.pg("acquiring_payment_attempt")
      .where({ deleted_at: null })
      .whereIn("account", account === EVERY ? [...this.deps.accounts] : [account])
      .whereRaw(
        "state NOT IN ('declined', 'voided') AND NOT (state = 'captured' AND captured > 0 AND refunded >= captured)",
      );
    if (since) void query.where("created_at", ">=", since);
    if (cursor !== null) void query.where("id", ">", cursor);
    return query;
  }

  private get pg() {
    return this.deps.ledger.connection;
  }
}
