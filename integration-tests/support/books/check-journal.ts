import { attemptStates, transitions } from "../../../src/modules/acquiring/domain/states";
import type { OperationRow } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import { minorOf } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import type { JournalAttempt, JournalEntry } from "./journal-book";
import type { Violation, ViolationCode } from "./violation";

/** The journal alone: entries without gaps, only allowed transitions, and their balances equal the attempt's row. */
export function checkJournal(attempt: JournalAttempt, atRest: boolean): Violation[] {
  const { row, operations, audited, attention } = attempt;
  const found: Violation[] = [];
  const ids = { attempt: row.id, order_no: row.order_no };
  const say = (code: ViolationCode, words: string, more: Record<string, string> = {}): void => {
    found.push({ code, words, ids: { ...ids, ...more } });
  };
  checkFold(attempt, say);
  const amounts = foldOf(row);
  if (amounts.refunded + amounts.refundPending > amounts.captured || amounts.captured > amounts.authorised) {
    say("amounts_not_nested", `The ledger holds ${shown(amounts)}.`);
  }
  const settled = (kind: string): readonly OperationRow[] =>
    operations.filter((operation) => operation.kind === kind && operation.status === "settled");
  if (settled("void").length > 0 && (settled("capture").length > 0 || amounts.captured > 0n)) {
    say("void_and_capture", "The ledger holds a settled void beside a capture.");
  }
  for (const operation of operations) {
    if (!audited.has(operation.id)) say("audit_missing", `The ${operation.kind} has no audit record.`, of(operation));
    const isOpen = operation.status === "sending" || operation.status === "unknown";
    const isExplained = attention.has("unknown_outcome") || attention.has("unmapped_code");
    if (atRest && isOpen && !isExplained) {
      say("operation_open", `The ${operation.kind} is still ${operation.status} and nobody is told.`, of(operation));
    }
  }
  return found;
}

const of = ({ id }: OperationRow): Record<string, string> => ({ operation: id });

interface Fold {
  readonly state: string;
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly refundPending: bigint;
}

const foldOf = (row: JournalAttempt["row"]): Fold => ({
  state: row.state,
  authorised: minorOf(row.authorised),
  captured: minorOf(row.captured),
  refunded: minorOf(row.refunded),
  refundPending: minorOf(row.refund_pending),
});

const shown = ({ state, authorised, captured, refunded, refundPending }: Fold): string =>
  `${state}, authorised ${String(authorised)}, captured ${String(captured)}, refunded ${String(refunded)}, pending ${String(refundPending)}`;

function checkFold({ row, entries }: JournalAttempt, say: (code: ViolationCode, words: string) => void): void {
  let state = "created";
  const amounts = { authorised: 0n, captured: 0n, refunded: 0n, refundPending: 0n };
  /** Current amount and state of each refund. */
  const held = new Map<string, "refunded" | "refundPending">();
  entries.forEach((entry, index) => {
    const { sequence, kind, from_state: from, to_state: to } = entry;
    if (sequence !== index + 1) say("journal_gap", `Entry ${String(index + 1)} is numbered ${String(sequence)}.`);
    if (from !== state) say("journal_gap", `Entry ${String(sequence)} (${kind}) begins at ${from}, not at ${state}.`);
    if (from !== to && !isListed(from, to)) {
      say("journal_move_not_listed", `Entry ${String(sequence)} (${kind}) moves from ${from} to ${to}.`);
    }
    state = to;
    apply(entry, amounts, held);
  });
  const replayed = { state, ...amounts };
  if (shown(replayed) !== shown(foldOf(row))) {
    say("journal_fold_differs", `The entries add up to ${shown(replayed)}; the row says ${shown(foldOf(row))}.`);
  }
}

function isListed(from: string, to: string): boolean {
  const source = attemptStates.find((state) => state === from);
  const target = attemptStates.find((state) => state === to);
  return source !== undefined && target !== undefined && transitions[source][target] !== undefined;
}

function apply(
  { kind, amount, operation_id: id }: JournalEntry,
  amounts: { authorised: bigint; captured: bigint; refunded: bigint; refundPending: bigint },
  held: Map<string, "refunded" | "refundPending">,
): void {
  const value = amount === null ? 0n : minorOf(amount);
  if (kind === "authorised") amounts.authorised = value;
  if (kind === "captured") amounts.captured += value;
  if (!kind.startsWith("refund_") || id === null) return;
  const before = held.get(id);
  const after = REFUND_GOES_TO[kind];
  if (after === undefined) return;
  if (before) amounts[before] -= value;
  if (after) amounts[after] += value;
  if (after) held.set(id, after);
  else held.delete(id);
}

/** State of a refund's amount after this entry; null: none. Missing entries move no amount. */
const REFUND_GOES_TO: Readonly<Record<string, "refunded" | "refundPending" | null>> = {
  refund_accepted: "refundPending",
  refund_succeeded: "refunded",
  refund_declined: null,
  refund_failed: null,
  refund_not_applied: null,
};
