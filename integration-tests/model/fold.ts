import { mayMove } from "../../src/modules/acquiring/domain/states";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { minorOf } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { EntryRow } from "./books";

/** The journal told again from its first entry: it has no gap, makes no move that is not listed, and ends in the row. */
export function journalViolations(attempt: AttemptRow, entries: readonly EntryRow[]): string[] {
  const found: string[] = [];
  const say = (words: string): void => void found.push(`journal of ${attempt.order_no}: ${words}`);
  const amounts = { authorised: 0n, captured: 0n, refunded: 0n, pending: 0n };
  const held = new Map<string, "pending" | "refunded">();
  let state: AttemptRow["state"] = "created";
  entries.forEach((entry, index) => {
    if (entry.sequence !== index + 1) say(`entry ${String(index + 1)} has the number ${String(entry.sequence)}`);
    if (entry.from_state !== state)
      say(`"${entry.kind}" starts at ${entry.from_state}, the entry before ended at ${state}`);
    if (entry.to_state !== state && !mayMove(state, entry.to_state)) say(`${state} → ${entry.to_state} is not listed`);
    state = entry.to_state;
    fold(amounts, held, entry);
  });
  if (state !== attempt.state) say(`it ends at ${state}, the row says ${attempt.state}`);
  const row = {
    authorised: minorOf(attempt.authorised),
    captured: minorOf(attempt.captured),
    refunded: minorOf(attempt.refunded),
    pending: minorOf(attempt.refund_pending),
  };
  for (const name of ["authorised", "captured", "refunded", "pending"] as const) {
    if (amounts[name] !== row[name]) {
      say(`${name} sums to ${amounts[name].toString()}, the row says ${row[name].toString()}`);
    }
  }
  return found;
}

type Amounts = Record<"authorised" | "captured" | "refunded" | "pending", bigint>;

function fold(amounts: Amounts, held: Map<string, "pending" | "refunded">, entry: EntryRow): void {
  const amount = entry.amount === null ? 0n : minorOf(entry.amount);
  const operation = entry.operation_id ?? "";
  const release = (): void => {
    const where = held.get(operation);
    if (where) amounts[where] -= amount;
    held.delete(operation);
  };
  const hold = (where: "pending" | "refunded"): void => {
    release();
    amounts[where] += amount;
    held.set(operation, where);
  };
  if (entry.kind === "authorised") amounts.authorised = amount;
  if (entry.kind === "captured") amounts.captured += amount;
  if (entry.kind === "refund_accepted") hold("pending");
  if (entry.kind === "refund_succeeded") hold("refunded");
  if (entry.kind === "refund_failed" || entry.kind === "refund_declined" || entry.kind === "refund_not_applied")
    release();
}
