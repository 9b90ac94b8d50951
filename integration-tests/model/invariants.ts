import type { AttemptRow, OperationRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { minorOf } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Books, Transaction } from "./books";
import { transactionOf } from "./books";
import { journalViolations } from "./fold";
import { sendViolations } from "./sends";
import type { Setting } from "./setting";
import { capturesInParts, minorIn, ofMajor, placeOf, REQUESTED_MAJOR } from "./setting";
import type { Told } from "./told";

export interface Surroundings {
  readonly setting: Setting;
  /** Order numbers of payments that were captured in the portal, which captures the whole payment. */
  readonly capturedByHand: ReadonlySet<string>;
  /** IDs of journal entries without events, which an older version wrote. */
  readonly unannounced: ReadonlySet<string>;
}

/**
 * What holds after every step, whatever happened: amounts nest, nothing happened
 * twice, the ledger is never ahead of the gateway, and nobody was told what is
 * not so. Each violation is one sentence.
 */
export function violationsOf(
  books: Books,
  told: Told,
  { setting, capturedByHand, unannounced }: Surroundings,
): string[] {
  return [
    ...books.attempts.flatMap((attempt) => misplaced(books, attempt, setting)),
    ...books.attempts.flatMap((attempt) => attemptViolations(books, attempt, capturedByHand.has(attempt.order_no))),
    ...sendViolations(books),
    ...told.violations(books),
    ...unaudited(books),
    ...eventViolations(books, unannounced),
  ];
}

const unaudited = ({ operations, audited }: Books): string[] =>
  operations
    .filter(({ id, kind }) => !audited.some((record) => record.operation_id === id && record.action === `${kind}_sent`))
    .map(({ id, kind }) => `the ${kind} ${id} has no audit record`);

/** What the journal says and what is announced is the same, whoever died between. */
function eventViolations({ entries, events }: Books, unannounced: ReadonlySet<string>): string[] {
  const announced = entries.filter(({ id, kind }) => ANNOUNCED.has(kind) && !unannounced.has(id)).map(({ id }) => id);
  return [
    ...announced.filter((id) => !events.includes(id)).map((id) => `the journal entry ${id} has no event`),
    ...events.filter((id) => !announced.includes(id)).map((id) => `the event ${id} has no journal entry`),
  ];
}

/** Written down again: the tests do not ask the code under test. */
const ANNOUNCED = new Set(
  `authorised authorise_pending declined expired captured capture_declined voided void_declined refund_accepted refund_succeeded
   refund_declined refund_failed held review_approved review_rejected dispute_received dispute_won dispute_lost`.split(
    /\s+/,
  ),
);

function attemptViolations(books: Books, attempt: AttemptRow, isCapturedByHand: boolean): string[] {
  const operations = books.operations.filter((row) => row.attempt_id === attempt.id);
  const transaction = transactionOf(books, attempt.order_no);
  const entries = books.entries.filter((row) => row.attempt_id === attempt.id);
  return [
    ...nesting(attempt),
    ...journalViolations(attempt, entries),
    ...effects(books, attempt, isCapturedByHand),
    ...ahead(attempt, operations, transaction),
  ].map((words) => `${attempt.order_no} (${attempt.state}): ${words}`);
}

/** Paid at the account and in the money of its session, at the gateway as in the ledger, and nowhere else. */
function misplaced({ transactions }: Books, attempt: AttemptRow, setting: Setting): string[] {
  const { account, currency } = placeOf(setting, Number(attempt.session_id.split("_").at(-1)));
  const requested = ofMajor(REQUESTED_MAJOR, currency);
  const found: string[] = [];
  if (attempt.account !== account) found.push(`it is of the account ${attempt.account}, its session is of ${account}`);
  if (attempt.currency !== currency || minorOf(attempt.requested) !== requested) {
    found.push(`${attempt.requested} ${attempt.currency} are asked for ${requested.toString()} ${currency}`);
  }
  for (const own of transactions.filter(({ order_no }) => order_no === attempt.order_no)) {
    if (own.account !== account) found.push(`it was paid at the account ${own.account}`);
    if (own.currency !== currency || minorIn(own.currency, own.amount) !== requested) {
      found.push(`the gateway has ${own.amount} ${own.currency} for ${requested.toString()} ${currency}`);
    }
  }
  return found.map((words) => `${attempt.order_no} (${attempt.state}): ${words}`);
}

function nesting(attempt: AttemptRow): string[] {
  const requested = minorOf(attempt.requested);
  const authorised = minorOf(attempt.authorised);
  const captured = minorOf(attempt.captured);
  const refunds = minorOf(attempt.refunded) + minorOf(attempt.refund_pending);
  const isNested = refunds <= captured && captured <= authorised && authorised <= requested;
  return isNested ? [] : ["refunds ≤ captured ≤ authorised ≤ requested does not hold"];
}

function effects(
  { transactions, operations }: Books,
  { id, account, order_no: orderNo }: AttemptRow,
  isCapturedByHand: boolean,
): string[] {
  const own = transactions.filter(({ order_no }) => order_no === orderNo);
  const sum = (name: keyof Transaction["effects"]): number =>
    own.reduce((total, transaction) => total + (transaction.effects[name] ?? 0), 0);
  const found: string[] = [];
  // Where parts are captured, each has a row of its own; a capture in the portal has none until it is known.
  const captures = operations.filter(({ attempt_id, kind }) => attempt_id === id && kind === "capture").length;
  const most = {
    authorise: 1,
    capture: capturesInParts(account) ? captures + (isCapturedByHand ? 1 : 0) : 1,
    cancel: 1,
  };
  for (const name of ["authorise", "capture", "cancel"] as const) {
    if (sum(name) > most[name]) found.push(`the gateway has ${String(sum(name))} effects of one ${name}`);
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
  if (minorOf(attempt.captured) > minorIn(attempt.currency, transaction?.captured ?? "0.00")) {
    found.push("the ledger says that more was captured than was");
  }
  if (attempt.state === "voided" && transaction?.voided !== true) found.push("the ledger says voided, it was not");
  for (const { id, kind, status, amount } of operations) {
    if (kind !== "refund") continue;
    const made = transaction?.refunds.find(({ reason }) => reason === id);
    if (
      (status === "pending" || status === "settled") &&
      minorIn(attempt.currency, made?.amount ?? "0.00") !== minorOf(amount)
    ) {
      found.push(`the refund ${id} is ${status} here and not at the gateway`);
    }
    if ((status === "declined" || status === "not_sent") && made?.failed === false) {
      found.push(`the refund ${id} is ${status} here and happened at the gateway`);
    }
  }
  return found;
}
