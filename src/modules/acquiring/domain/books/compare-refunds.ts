import type { RefundFact } from "../../../../gateway/model/facts";
import type {
  Books,
  Difference,
  DifferenceKind,
  LedgerOperation,
  MedusaRow,
  OrderFlaw,
  Remedy,
  BookEntry,
} from "./differences";
import { countsAsRefunded, isRowOf, nothing, said, sumOfAmounts, sumOfRows } from "./differences";
import { isBlocking } from "../snapshot";

/** Compares refunds one by one: two wrong refunds of the same total do not cancel out here. */
export function compareRefunds(books: Books): Difference[] {
  const { ledger, medusa } = books;
  const operations = ledger.operations.filter(({ kind }) => kind === "refund");
  const facts = books.refunds ?? [];
  const rows = medusa.payment?.refunds ?? [];
  const found = [
    ...operations.flatMap((operation) => {
      const fact = facts.find((each) => isFactOf(each, operation));
      const row = rows.find((each) => isRowOf(each, operation));
      return compareOne({ operation, fact, row, hasPayment: medusa.payment !== null });
    }),
    ...facts.filter((fact) => !operations.some((operation) => isFactOf(fact, operation))).flatMap(elsewhere),
    ...rows.filter((row) => !operations.some((operation) => isRowOf(row, operation))).map(onlyInMedusa),
  ];
  const own = found.length > 0 ? null : compareSum(books);
  return own ? [own] : found;
}

/** Ours by the echoed id; one made elsewhere by the gateway's ID. */
const isFactOf = ({ operationId, reference }: RefundFact, operation: LedgerOperation): boolean =>
  operationId === null ? reference !== null && reference === operation.reference : operationId === operation.id;

interface One {
  readonly operation: LedgerOperation;
  readonly fact: RefundFact | undefined;
  readonly row: MedusaRow | undefined;
  /** Without a payment in Medusa there is no place for a row. */
  readonly hasPayment: boolean;
}

const isGiven = (fact: RefundFact | undefined): boolean =>
  fact?.reading === "accepted" || fact?.reading === "succeeded";

function compareOne(one: One): Difference[] {
  const { operation, fact, row, hasPayment } = one;
  const isHere = countsAsRefunded(operation);
  if (fact?.reading === "unmapped") return [tell(one, "unmapped_status", "decide")];
  if (isGiven(fact) && !isHere) return [tell(one, "refund_missing_here", "ask_gateway")];
  if (!isGiven(fact) && isHere) return [tell(one, "refund_missing_there", fact ? "ask_gateway" : "decide")];
  if (isGiven(fact) && fact?.money && fact.money.minor !== operation.amount) {
    return [tell(one, "refund_amount_differs", "decide")];
  }
  if (fact?.reading === "succeeded" && operation.status === "pending") {
    return [tell(one, "refund_state_differs", "ask_gateway")];
  }
  // Undecided: Medusa wrote its row before the gateway request.
  if (isBlocking(operation)) return [];
  if (isHere && row?.orderFlaw === "transaction_missing") {
    return [tell(one, "medusa_refund_missing", "record_in_medusa")];
  }
  if (isHere && !row) return hasPayment ? [tell(one, "medusa_refund_missing", "record_in_medusa")] : [];
  if (!isHere && row) return [tell(one, "medusa_refund_extra", "decide")];
  const isWrong = row?.minor !== operation.amount || row.orderFlaw !== undefined;
  return isHere && isWrong ? [tell(one, "medusa_refund_differs", "decide")] : [];
}

function tell({ operation, fact, row }: One, kind: DifferenceKind, remedy: Remedy): Difference {
  const ledger = said(`refund ${operation.status}`, operation.amount);
  return { kind, remedy, subject: operation.id, gateway: factSays(fact), ledger, medusa: rowSays(row) };
}

const factSays = (fact: RefundFact | undefined): BookEntry =>
  fact ? said(`refund ${fact.reading}`, fact.money?.minor ?? null) : said("no refund");

const rowSays = (row: MedusaRow | undefined): BookEntry => {
  if (!row) return said("no refund");
  return said(row.orderFlaw ? `refund, ${FLAWS[row.orderFlaw]}` : "refund", row.minor);
};

const FLAWS: Readonly<Record<OrderFlaw, string>> = {
  transaction_missing: "not in the order",
  transaction_differs: "another amount in the order",
  credit_line_missing: "no credit line in the order",
  credit_line_surplus: "more than one credit line in the order",
  surplus: "only in the order",
};

function elsewhere(fact: RefundFact): Difference[] {
  if (fact.reading === "failed") return [];
  const kind = fact.reading === "unmapped" ? "unmapped_status" : "refund_missing_here";
  const remedy = kind === "unmapped_status" ? "decide" : "ask_gateway";
  return [
    { kind, remedy, subject: fact.reference, gateway: factSays(fact), ledger: said("no refund"), medusa: nothing },
  ];
}

const onlyInMedusa = (row: MedusaRow): Difference => ({
  kind: "medusa_refund_extra",
  remedy: "decide",
  subject: row.id,
  gateway: said("no refund"),
  ledger: said("no refund"),
  medusa: rowSays(row),
});

function compareSum({ ledger, refunds, medusa }: Books): Difference | null {
  const given = sumOfAmounts(ledger.operations.filter(countsAsRefunded).map(({ amount }) => amount));
  const sum = ledger.refunded + ledger.refundPending;
  if (given === sum) return null;
  const atGateway = sumOfAmounts((refunds ?? []).filter(isGiven).map(({ money }) => money?.minor ?? 0n));
  return {
    kind: "refunded_differs",
    remedy: "decide",
    subject: null,
    gateway: said("refunded", atGateway),
    ledger: said("refunded", sum),
    medusa: said("refunded", sumOfRows(medusa.payment?.refunds ?? [])),
  };
}
