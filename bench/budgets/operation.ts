import type { BudgetStore } from "./budget-store";

/** One thing that a store does, measured alone. `prepare` is not counted; it returns what is. */
export interface Operation {
  readonly name: string;
  /** Its steps run at the same time, so that their number depends a little on timing. It is measured once. */
  readonly isConcurrent?: boolean;
  prepare(store: BudgetStore): Promise<() => Promise<unknown>>;
}
