import { minorOf } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Bench, ProcessName } from "./bench";
import type { Books, Transaction } from "./books";
import { readTransactions, transactionOf } from "./books";
import { capturesInParts, minorIn } from "./setting";

/**
 * Coming to rest: the gateway is well, the clock goes on, and whatever is due is
 * done until nothing is. Then both books must be equal, to the last cent.
 */
const MOST_ROUNDS = 400;
const HOPELESS_AFTER_MS = 60 * 60_000;

/** One round of what a server does in the background; answers whether there was anything to do. */
export async function workRound(bench: Bench, name: ProcessName): Promise<boolean> {
  const { service } = await bench.process(name);
  let did = false;
  for (const id of await service.takeInbox(50)) {
    await service.applyInbox(id);
    did = true;
  }
  for (const id of await service.due("check", 50)) {
    await service.checkAttempt(id);
    did = true;
  }
  for (const id of await service.due("reverse", 50)) {
    await service.autoReversal.reverse(id);
    did = true;
  }
  return did;
}

/** `afterRound` may bring news, such as notifications of what the clock did at the gateway; true when there were any. */
export async function comeToRest(bench: Bench, afterRound: () => Promise<boolean>): Promise<void> {
  const since = bench.now().getTime();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const did = await workRound(bench, round % 2 === 0 ? "one" : "two");
    if ((await afterRound()) || did) continue;
    const next = await nextDue(bench, bench.now().getTime() - since > HOPELESS_AFTER_MS);
    if (next === null) return;
    bench.advance(Math.max(0, next.getTime() - bench.now().getTime()));
  }
  throw new Error("It does not come to rest.");
}

/** What the gateway itself will never decide is asked about for ever; after an hour we stop looking. */
async function nextDue(bench: Bench, isLong: boolean): Promise<Date | null> {
  const { pg } = bench;
  const undecidable = isLong ? await ordersUndecidable(bench) : [];
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt").whereNotIn("order_no", undecidable);
  const inbox = await pg("acquiring_inbox_event").where({ status: "pending" }).pluck<Date[]>("next_try_at");
  const times = [...attempts.flatMap((attempt) => [attempt.next_check_at, reversalOf(attempt, isLong)]), ...inbox];
  return times.reduce((first, time) => (time !== null && (first === null || time < first) ? time : first), null);
}

async function ordersUndecidable(bench: Bench): Promise<string[]> {
  const open = await bench
    .pg("acquiring_operation as operation")
    .join("acquiring_payment_attempt as attempt", "attempt.id", "operation.attempt_id")
    .where({ "operation.kind": "capture", "operation.status": "unknown" })
    .select<{ account: string; order_no: string }[]>("attempt.account", "attempt.order_no");
  return [
    ...(await readTransactions(bench)).filter(isUndecidable).map(({ order_no }) => order_no),
    ...open.filter(({ account }) => capturesInParts(account)).map(({ order_no }) => order_no),
  ];
}

/** Money that the gateway does not take back is looked at for ever, too: a person was told. */
const reversalOf = ({ reverse_at: at, reversal_tries: tries }: AttemptRow, isLong: boolean): Date | null =>
  isLong && tries > MOST_TRIES ? null : at;
const MOST_TRIES = 12;

const isUndecidable = ({ state }: Transaction): boolean => state === "doubtful" || state === "unmapped";

/**
 * What must be equal at rest. `byHand`: order numbers captured in the portal; where our own capture was open just then,
 * no query says which of the two it was, and how much.
 */
export function restViolations(books: Books, byHand: ReadonlySet<string>): string[] {
  return books.attempts.flatMap((attempt) => {
    const transaction = transactionOf(books, attempt.order_no);
    const isRaised = (...kinds: string[]): boolean =>
      books.attention.some(({ kind, attempt_id }) => attempt_id === attempt.id && kinds.includes(kind));
    const found: string[] = [];
    if (transaction && isUndecidable(transaction)) {
      if (!isRaised("unknown_outcome", "unmapped_code")) found.push("nobody can decide it, and nobody was told");
      return found.map((words) => named(attempt, words));
    }
    const open = books.operations.find(
      (row) => row.attempt_id === attempt.id && (row.status === "sending" || row.status === "unknown"),
    );
    // Of several captures no query tells which were taken: a person decides.
    const isPartLeft = open?.kind === "capture" && open.status === "unknown" && capturesInParts(attempt.account);
    if (open && !(isPartLeft && isRaised("unknown_outcome"))) found.push(`its ${open.kind} is still ${open.status}`);
    const expected = STATES[transaction?.state ?? "none"] ?? [];
    // Voided by hand: no code says so, the query only says "failed" of what had succeeded, and a person decides.
    const isLeftToPerson = transaction?.voided === true && isRaised("backward_move");
    if (!expected.includes(attempt.state) && !isLeftToPerson)
      found.push(`the gateway says ${transaction?.state ?? "nothing"}`);
    const isEither =
      isPartLeft ||
      (byHand.has(attempt.order_no) &&
        books.operations.some(({ attempt_id, kind, status }) => {
          return attempt_id === attempt.id && kind === "capture" && status === "settled";
        }));
    if (!isEither && minorOf(attempt.captured) !== minorIn(attempt.currency, transaction?.captured ?? "0.00")) {
      found.push(`captured ${attempt.captured} here, ${transaction?.captured ?? "0.00"} at the gateway`);
    }
    const refunded = minorOf(attempt.refunded) + minorOf(attempt.refund_pending);
    const elsewhere = minorIn(attempt.currency, transaction?.refunded ?? "0.00") - refunded;
    if (elsewhere < 0n || (elsewhere > 0n && !isRaised("external_refund", "late_or_duplicate_payment"))) {
      found.push(`refunded ${refunded.toString()} here, ${transaction?.refunded ?? "0.00"} at the gateway`);
    }
    return found.map((words) => named(attempt, words));
  });
}

const named = (attempt: AttemptRow, words: string): string =>
  `at rest ${attempt.order_no} (${attempt.state}): ${words}`;

/** By the gateway's own state: what the ledger may say at rest. */
const STATES: Readonly<Record<string, readonly AttemptRow["state"][]>> = {
  none: ["declined", "expired"],
  declined: ["declined", "expired"],
  authorised: ["authorised"],
  captured: ["captured"],
  /** Voided before we ever learned that it was authorised: then it never was, for us. */
  voided: ["voided", "declined", "expired"],
};
