import type { DisputeHistoryEntry } from "../../../api-schema/admin";

/** What an entry changed; undefined: nothing of it, null: removed. */
export interface DisputeChanges {
  readonly due?: string | null;
  readonly answered?: boolean;
  readonly note?: string | null;
}

/** The server repeats in each entry everything that was saved. `history`: the oldest first. */
export function historyChanges(
  history: readonly DisputeHistoryEntry[],
): { readonly entry: DisputeHistoryEntry; readonly changes: DisputeChanges }[] {
  let before: Required<DisputeChanges> = { due: null, answered: false, note: null };
  return history.map((entry) => {
    if (entry.kind !== "changed") return { entry, changes: {} };
    const now = { due: entry.due_at, answered: entry.answered ?? before.answered, note: entry.note };
    const changes = {
      ...(now.due === before.due ? {} : { due: now.due }),
      ...(now.answered === before.answered ? {} : { answered: now.answered }),
      ...(now.note === before.note ? {} : { note: now.note }),
    };
    before = now;
    return { entry, changes };
  });
}
