import type { DisputeHistoryEntry } from "../../../../api-schema/admin";
import { historyChanges } from "../history-changes";

const DUE = "2026-12-01T22:59:59.000Z";
const entry = (change: Partial<DisputeHistoryEntry> = {}): DisputeHistoryEntry => ({
  ...{ kind: "changed", at: "2026-11-20T10:00:00.000Z", by: "Ada", due_at: null, answered: false, note: null },
  format: null,
  ...change,
});

const changesOf = (...history: readonly DisputeHistoryEntry[]) => historyChanges(history).map(({ changes }) => changes);

test("an entry has only what it changed", () => {
  const first = entry({ due_at: DUE, note: "Ask the carrier." });
  expect(
    changesOf(
      entry({ kind: "received", answered: null }),
      first,
      entry({ kind: "downloaded", answered: null, format: "pdf" }),
      { ...first, answered: true },
      { ...first, note: "Sent." },
      first,
    ),
  ).toEqual([
    {},
    { due: DUE, note: "Ask the carrier." },
    {},
    { answered: true },
    { answered: false, note: "Sent." },
    { note: "Ask the carrier." },
  ]);
});

test("what was removed is said, and an entry that changed nothing has nothing", () => {
  const first = entry({ due_at: DUE, note: "Ask." });
  expect(changesOf(first, entry(), entry())).toEqual([{ due: DUE, note: "Ask." }, { due: null, note: null }, {}]);
});
