import type { PaymentFact, PaymentReading } from "../../../../gateway/model/facts";
import { claimsMoney } from "../matches-gateway-status";
import { compareRefunds } from "./compare-refunds";
import type {
  Books,
  Difference,
  DifferenceKind,
  LedgerSide,
  MedusaBookPayment,
  Remedy,
  BookEntry,
} from "./differences";
import { ledgerEntry, medusaEntry, nothing, said, sumOfAmounts, sumOfRows } from "./differences";
import { assertNever, isTryingOn } from "../snapshot";
import { holdsMoney, isOpen } from "../states";

/** One cause gives one difference: the gateway's contradiction is not repeated for Medusa, which follows the ledger. */
export function compareBooks(books: Books): Difference[] {
  const atGateway = compareWithGateway(books);
  const payment = atGateway ? [atGateway] : [...compareCaptures(books), ...comparePayment(books)];
  return [...payment, ...compareRefunds(books), ...missingCharges(books)];
}

/** Charges that the gateway made itself; the ledger records them when reported. */
const missingCharges = ({ unknownCharges = [] }: Books): Difference[] =>
  unknownCharges.map(({ reading, money, gatewayPaymentId }) => ({
    ...finding("renewal_missing_here", "ask_gateway"),
    subject: gatewayPaymentId,
    gateway: said(reading, money?.minor ?? null),
    ledger: nothing,
    medusa: nothing,
  }));

interface Finding {
  readonly kind: DifferenceKind;
  readonly remedy: Remedy;
}

const finding = (kind: DifferenceKind, remedy: Remedy): Finding => ({ kind, remedy });

function tell(books: Books, { kind, remedy }: Finding, gateway: BookEntry = gatewaySays(books.payments)): Difference {
  const { ledger, medusa } = books;
  return { kind, remedy, subject: null, gateway, ledger: ledgerEntry(ledger), medusa: medusaEntry(medusa) };
}

function gatewaySays(payments: readonly PaymentFact[]): BookEntry {
  const [fact] = payments;
  return fact ? said(fact.reading, fact.money?.minor ?? null) : said("nothing");
}

/** What the gateway's report is compared with. */
export type ReportedSide = Pick<
  LedgerSide,
  "state" | "currency" | "requested" | "gatewayPaymentId" | "mode" | "hasReturned" | "isAbsenceFinal"
>;

interface Contradiction {
  readonly finding: Finding;
  /** Undefined: the gateway's reading. */
  readonly gateway?: BookEntry;
  readonly ledger?: BookEntry;
}

export const agreesWithGateway = (ledger: ReportedSide, payments: readonly PaymentFact[]): boolean =>
  contradict(ledger, payments) === null;

function compareWithGateway(books: Books): Difference | null {
  const found = contradict(books.ledger, books.payments);
  if (!found) return null;
  const difference = tell(books, found.finding, found.gateway);
  return found.ledger ? { ...difference, ledger: found.ledger } : difference;
}

function contradict(ledger: ReportedSide, payments: readonly PaymentFact[]): Contradiction | null {
  const holding = payments.filter(claimsMoney);
  if (new Set(holding.map(({ gatewayPaymentId }) => gatewayPaymentId)).size > 1) {
    const sum = sumOfAmounts(holding.map(({ money }) => money?.minor ?? 0n));
    const gateway = said(`${String(holding.length)} transactions`, sum);
    return { finding: finding("second_transaction", "decide"), gateway };
  }
  const [fact] = payments;
  if (!fact) return { finding: finding("unknown_at_gateway", "decide") };
  const { money, gatewayPaymentId } = fact;
  if (money && money.currency !== ledger.currency) {
    const gateway = said(`${fact.reading}, ${money.currency}`);
    return { finding: finding("currency_differs", "decide"), gateway };
  }
  if (money && money.minor !== ledger.requested) return { finding: finding("amount_differs", "decide") };
  const found = compareStates(ledger, fact.reading);
  if (found) return { finding: found };
  if (claimsMoney(fact) && gatewayPaymentId !== null && gatewayPaymentId !== ledger.gatewayPaymentId) {
    return {
      finding: finding("transaction_differs", "decide"),
      gateway: said(gatewayPaymentId),
      ledger: said(ledger.gatewayPaymentId ?? "none"),
    };
  }
  return null;
}

/** Null: the gateway's status matches the ledger's state. */
function compareStates(ledger: ReportedSide, reading: PaymentReading): Finding | null {
  const { state } = ledger;
  const isUndecided = isOpen(state);
  const hasEnded = state === "declined" || state === "expired";
  switch (reading) {
    case "authorised":
      if (state === "authorised") return null;
      if (state === "captured") return finding("captured_differs", "decide");
      return state === "voided" ? finding("voided_differs", "decide") : finding("state_differs", "ask_gateway");
    case "captured":
    case "refunded":
      if (state === "captured") return null;
      if (state === "authorised") return finding("captured_differs", "ask_gateway");
      return state === "voided" ? finding("voided_differs", "decide") : finding("state_differs", "ask_gateway");
    case "voided":
      if (state === "voided" || hasEnded) return null;
      if (state === "captured") return finding("state_differs", "decide");
      return finding(state === "authorised" ? "voided_differs" : "state_differs", "ask_gateway");
    case "declined":
      // The interface lists no code for a void: it reads as declined.
      if (state === "voided" || hasEnded || isTryingOn(ledger)) return null;
      return finding("state_differs", isUndecided ? "ask_gateway" : "decide");
    case "voided_or_pending":
      return isUndecided || hasEnded || state === "voided" ? null : finding("state_differs", "decide");
    case "pending":
    case "action_required":
      return isUndecided || state === "expired" ? null : finding("state_differs", "decide");
    case "not_found":
      return compareAbsence(ledger);
    case "doubtful":
      return isUndecided || hasEnded || state === "voided" ? null : finding("unmapped_status", "decide");
    case "unmapped":
      return finding("unmapped_status", "decide");
    default:
      return assertNever(reading);
  }
}

function compareAbsence({ state, isAbsenceFinal }: ReportedSide): Finding | null {
  if (state === "declined" || state === "expired") return null;
  if (!isOpen(state)) return finding("unknown_at_gateway", "decide");
  const isLost = isAbsenceFinal && (state === "created" || state === "unknown");
  return isLost ? finding("state_differs", "ask_gateway") : null;
}

/** The gateway reports whether, not how much; the amount is the sum of the ledger's captures against Medusa's. */
function compareCaptures(books: Books): Difference[] {
  const { ledger, medusa } = books;
  const own = ledger.operations.filter(({ kind, status }) => kind === "capture" && status === "settled");
  const proven = sumOfAmounts(own.map(({ amount }) => amount));
  if (proven > ledger.captured) return [tell(books, finding("captured_differs", "decide"))];
  const recorded = medusa.payment ? sumOfRows(medusa.payment.captures) : ledger.captured;
  if (recorded === ledger.captured) return [];
  const isMissing = recorded !== null && recorded < ledger.captured;
  const found = isMissing
    ? finding("medusa_capture_missing", "record_in_medusa")
    : finding("medusa_capture_extra", "decide");
  return [tell(books, found)];
}

function comparePayment(books: Books): Difference[] {
  const { ledger, medusa } = books;
  const { payment } = medusa;
  if (ledger.isUnlinked && !payment) return [];
  const found = payment ? compareOwn(books, payment) : compareWithout(ledger, medusa.isPaidByAnother);
  const order = payment && holdsMoney(ledger.state) && !ledger.isReversed && medusa.hasOrder === false;
  return [...found, ...(order ? [finding("order_missing", "record_in_medusa")] : [])].map((each) => tell(books, each));
}

function compareOwn({ ledger }: Books, payment: MedusaBookPayment): Finding[] {
  const found: Finding[] = [];
  if (payment.currency.toUpperCase() !== ledger.currency) found.push(finding("medusa_currency_differs", "decide"));
  else if (payment.minor !== ledger.requested) found.push(finding("medusa_amount_differs", "decide"));
  if (ledger.state === "voided") {
    if (!payment.isCancelled) found.push(finding("medusa_void_missing", "record_in_medusa"));
  } else if (holdsMoney(ledger.state)) {
    if (payment.isCancelled) found.push(finding("medusa_void_extra", "decide"));
  } else if (!payment.isCancelled) {
    found.push(finding("medusa_payment_extra", "decide"));
  }
  return found;
}

function compareWithout(ledger: LedgerSide, isPaidByAnother: boolean): Finding[] {
  if (!holdsMoney(ledger.state)) return [];
  const held = ledger.state === "authorised" ? ledger.authorised : ledger.captured;
  if (held - ledger.refunded - ledger.refundPending <= 0n) return [];
  const isForNothing = isPaidByAnother || ledger.isReversed || ledger.isLate;
  // A payment under review is not recorded in Medusa before its decision.
  if (!isForNothing && ledger.hold?.decision === null) return [];
  return [isForNothing ? finding("money_for_nothing", "decide") : finding("order_missing", "record_in_medusa")];
}
