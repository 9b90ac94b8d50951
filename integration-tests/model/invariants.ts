import type { AttemptRow, OperationRow } from "../../src/modules/acquiring/ledger/rows";
import { minorOf } from "../../src/modules/acquiring/ledger/rows";
import type { Books, Transaction } from "./books";
import { minor, transactionOf } from "./books";
import { journalViolations } from "./fold";
import type { Told } from "./told";
import { sendViolations } from "./sends";

/**
 * What holds after every step, whatever happened: amounts nest, nothing happened
 * twice, the ledger is never ahead of the gateway, and nobody was told what is
 * not so. Each violation is one sentence.
 */
export function violationsOf(books: Books, told: Told): string[] {
  return [
    ...books.attempts.flatMap((attempt) => attemptViolations(books, attempt)),
    ...sendViolations(books),
    ...told.violations(books),
    ...unaudited(books),
  ];
}

const unaudited = ({ operations, audited }: Books): string[] =>
  operations
    .filter(({ id, kind }) => !audited.some((record) => record.operation_id === id && record.action === `${kind}_sent`))
    .map(({ id, kind }) => `the ${kind} ${id} has no audit record`);

function attemptViolations(books: Books, attempt: AttemptRow): string[] {
  const operations = books.operations.filter((row) => row.attempt_id === attempt.id);
  const transaction = transactionOf(books, attempt.order_no);
  const entries = books.entries.filter((row) => row.attempt_id === attempt.id);
  return [
    ...nesting(attempt),
    ...journalViolations(attempt, entries),
    ...effects(books, attempt),
    ...ahead(attempt, operations, transaction),
  ].map((words) => `${attempt.order_no} (${attempt.state}): ${words}`);
}

function nesting(attempt: AttemptRow): string[] {
  const requested = minorOf(attempt.requested);
  const authorised = minorOf(attempt.authorised);
  const captured = minorOf(attempt.captured);
  const refunds = minorOf(attempt.refunded) + minorOf(attempt.refund_pending);
  const isNested = refunds <= captured && captured <= authorised && authorised <= requested;
  return isNested ? [] : ["refunds ≤ captured ≤ authorised ≤ requested does not hold"];
}

function effects({ transactions }: Books, { order_no: orderNo }: AttemptRow): string[] {
  const own = transactions.filter(({ order_no }) => order_no === orderNo);
  const sum = (name: keyof Transaction["effects"]): number =>
    own.reduce((total, transaction) => total + (transaction.effects[name] ?? 0), 0);
  const found: string[] = [];
  for (const name of ["authorise", "capture", "cancel"] as const) {
    if (sum(name) > 1) found.push(`the gateway has ${String(sum(name))} effects of one ${name}`);
  }
  if (sum("capture") > 0 && sum("cancel") > 0) found.push("it was captured and voided");
  const reasons = own.flatMap(({ refunds }) => refunds.map(({ reason }) => reason));
  if (new Set(reasons).size !== reasons.length) found.push("one refund happened twice");
  return found;
}

/** The ledger claims nothing that did not happen at the gateway, and denies nothing that did. */
function ahead(
  attempt: AttemptRow,
  operations: readonly OperationRow[],
  transaction: Transaction | undefined,
): string[] {
  const found: string[] = [];
  if (minorOf(attempt.authorised) > 0n && (transaction?.effects.authorise ?? 0) === 0) {
    found.push("the ledger says authorised, the gateway never approved it");
  }
  if (minorOf(attempt.captured) > minor(transaction?.captured ?? "0.00")) {
    found.push("the ledger says that more was captured than was");
  }
  if (attempt.state === "voided" && transaction?.voided !== true) found.push("the ledger says voided, it was not");
  for (const { id, kind, status, amount } of operations) {
    if (kind !== "refund") continue;
    const made = transaction?.refunds.find(({ reason }) => reason === id);
    if ((status === "pending" || status === "settled") && minor(made?.amount ?? "0.00") !== minorOf(amount)) {
      found.push(`the refund ${id} is ${status} here and not at the gateway`);
    }
    if ((status === "declined" || status === "not_sent") && made?.failed === false) {
      found.push(`the refund ${id} is ${status} here and happened at the gateway`);
    }
  }
  return found;
}
