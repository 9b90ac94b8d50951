import type { Difference, MedusaSide } from "../domain/books/differences";
import type { LedgerLine } from "./ledger-lines";
import type { ExaminedRow, Range } from "./pages";
import type { Skip, SkipReason } from "./ledger-record";
import type { RunResult } from "./runs";

/** Medusa's book, provided by the caller: the ledger does not read Medusa's tables. */
export interface MedusaBooks {
  /** The IDs of plain payments that are not certainly equal in Medusa. */
  differing(plain: readonly LedgerLine[]): Promise<ReadonlySet<string>>;
  of(attempts: readonly ExaminedRow[]): Promise<ReadonlyMap<string, MedusaSide>>;
  strays(range: Range): AsyncIterable<readonly StrayPayment[]>;
}

/** A payment of ours in Medusa that the ledger does not have. */
export interface StrayPayment {
  readonly id: string;
  readonly account: string;
  readonly orderNo: string | null;
  readonly currency: string;
  readonly side: MedusaSide;
}

export interface ReconcileRequest {
  /** Null: every configured account. */
  readonly account: string | null;
  /** Payments that started at or after; null: option `reconcile.days` ago. */
  readonly from: Date | null;
  /** Payments that started before; null: now. */
  readonly to: Date | null;
  readonly apply: boolean;
  /** Also payments that changed within option `reconcile.graceMinutes`, if nothing is in progress. */
  readonly now?: boolean;
  readonly by: string;
}

export interface FoundDifference extends Difference {
  readonly account: string;
  readonly orderNo: string | null;
  /** Null: not in the ledger. */
  readonly attemptId: string | null;
  readonly currency: string;
  /** It was repaired, or is being recorded in Medusa. */
  readonly isApplied: boolean;
}

export interface ReconcileListener {
  difference(found: FoundDifference): void;
  progress(examined: number, total: number): void;
}

export interface Skipped {
  readonly reason: SkipReason;
  readonly count: number;
  /** When all of them can be compared if nothing else happens; null: once what is in progress is over. */
  readonly comparedFrom: Date | null;
}

export interface ReconcileSummary extends RunResult {
  readonly skipped: readonly Skipped[];
  readonly runId: string;
  readonly remaining: number;
}

export class Tally {
  examined = 0;
  inFlight = 0;
  differences = 0;
  applied = 0;
  readonly left = new Map<string, number>();

  readonly #skipped = new Map<SkipReason, Skipped>();

  skip({ reason, comparedFrom: from }: Skip): void {
    this.inFlight += 1;
    const known = this.#skipped.get(reason);
    const isLater = known?.comparedFrom == null || (from !== null && from > known.comparedFrom);
    const comparedFrom = isLater ? from : known.comparedFrom;
    this.#skipped.set(reason, { reason, count: (known?.count ?? 0) + 1, comparedFrom });
  }

  get skipped(): readonly Skipped[] {
    return [...this.#skipped.values()];
  }

  add({ account, isApplied }: FoundDifference): void {
    this.differences += 1;
    if (isApplied) this.applied += 1;
    else this.left.set(account, (this.left.get(account) ?? 0) + 1);
  }

  get remaining(): number {
    return this.differences - this.applied;
  }

  result(): RunResult {
    const { examined, inFlight, differences, applied } = this;
    return { examined, inFlight, differences, applied };
  }
}
