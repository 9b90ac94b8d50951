import type { Difference, MedusaSide } from "../domain/books/differences";
import type { ExaminedRow, Range } from "./pages";
import type { Skip, SkipReason } from "./ledger-record";
import type { RunResult } from "./runs";

/** What is asked of a reconciliation, what it needs of Medusa, and what it says. Shapes only. */

/** Medusa's book. The ledger does not know its tables: whoever does hands it in. */
export interface MedusaBooks {
  /** One side for each of these attempts, by the attempt's id. */
  of(attempts: readonly ExaminedRow[]): Promise<ReadonlyMap<string, MedusaSide>>;
  /** Pages of the payments that our providers made in this time. */
  payments(range: Range): AsyncIterable<readonly StrayPayment[]>;
}

export interface StrayPayment {
  readonly id: string;
  readonly sessionId: string;
  readonly account: string;
  readonly orderNo: string | null;
  readonly currency: string;
  readonly side: MedusaSide;
}

export interface ReconcileRequest {
  /** Null: every configured account. */
  readonly account: string | null;
  /** Payments that began at or after; null: as many days ago as option `reconcile.days` says. */
  readonly from: Date | null;
  /** Payments that began before; null: now. */
  readonly to: Date | null;
  readonly apply: boolean;
  /** Also payments that changed within option `reconcile.graceMinutes`, as long as nothing of them is under way. */
  readonly now?: boolean;
  /** Who asks; for the run's row and the audit trail. */
  readonly by: string;
}

export interface FoundDifference extends Difference {
  readonly account: string;
  readonly orderNo: string | null;
  /** Null: the ledger has no payment. */
  readonly attemptId: string | null;
  readonly currency: string;
  /** It was repaired, or is being recorded in Medusa. */
  readonly isApplied: boolean;
}

export interface ReconcileListener {
  difference(found: FoundDifference): void;
  /** After each page. */
  progress(examined: number, total: number): void;
}

/** Payments that were not compared for one reason. */
export interface Skipped {
  readonly reason: SkipReason;
  readonly count: number;
  /** From when all of them are compared, if nothing else happens; null: once what is under way is over. */
  readonly comparedFrom: Date | null;
}

export interface ReconcileSummary extends RunResult {
  /** What was not compared and why; together they are `inFlight`. */
  readonly skipped: readonly Skipped[];
  readonly runId: string;
  /** Differences that were not repaired. */
  readonly remaining: number;
}

/** Counts what a run finds. */
export class Tally {
  examined = 0;
  inFlight = 0;
  differences = 0;
  applied = 0;
  /** Differences that are left, by account. */
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
