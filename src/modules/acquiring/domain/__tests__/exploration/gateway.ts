import type { Fact, PaymentFact, PaymentReading, RefundFact } from "../../../../../gateway/model/facts";
import { createGatewayPaymentId, createOperationId } from "../../../../../gateway/model/ids";
import { createMoney } from "../../../../../gateway/model/money";
import type { Outcome } from "../../../../../gateway/model/outcome";
import { EUR, payment, refund } from "../attempts";
import type { Refunded, Request, Truth } from "./world";

/**
 * The gateway as the exploration knows it. It takes whatever arrives: that amounts nest and that nothing happens twice is
 * left to us alone. Where the portal takes part (`isStrict`), it refuses a second capture.
 */
export const nothingYet: Truth = {
  authorisations: [],
  isRefused: false,
  review: "none",
  captures: [],
  voids: [],
  decisions: [],
  refunds: [],
};

/** The request takes effect. */
export function take(truth: Truth, { id, kind, amount, action }: Request): Truth {
  const effect = { id, amount };
  switch (kind) {
    case "authorise":
      return { ...truth, authorisations: [...truth.authorisations, id] };
    case "capture":
      return { ...truth, captures: [...truth.captures, effect] };
    case "void":
      return { ...truth, voids: [...truth.voids, effect] };
    case "refund":
      return { ...truth, refunds: [...truth.refunds, { ...effect, status: "accepted" }] };
    default:
      return {
        ...truth,
        decisions: [...truth.decisions, effect],
        review: action === "approve" ? "approved" : "rejected",
      };
  }
}

/** The request is refused; an authorise leaves a trace. */
export const decline = (truth: Truth, { kind }: Request): Truth =>
  kind === "authorise" ? { ...truth, isRefused: true } : truth;

export function readingOf(truth: Truth): PaymentReading {
  if (truth.isRefused || truth.review === "rejected") return "declined";
  if (truth.authorisations.length === 0) return "not_found";
  if (truth.review === "held") return "pending";
  // The interface lists no code for a voided payment.
  if (truth.voids.length > 0) return "declined";
  if (truth.captures.length === 0) return "authorised";
  return truth.refunds.some(({ status }) => status !== "failed") ? "refunded" : "captured";
}

const fact = (reading: PaymentReading, order: number): PaymentFact => {
  const isKnown = reading !== "not_found";
  return payment(reading, {
    gatewayPaymentId: isKnown ? createGatewayPaymentId(`17${String(order)}`) : null,
    money: isKnown ? createMoney(1_000n, EUR) : null,
  });
};

const READING = { accepted: "accepted", succeeded: "succeeded", failed: "failed" } as const;

const refundFact = ({ id, amount, status }: Refunded): RefundFact =>
  refund(READING[status], { operationId: createOperationId(id), money: createMoney(amount, EUR) });

/** What a query answers. */
export const answerOf = (
  truth: Truth,
  order: number,
): { readonly payment: PaymentFact; readonly refunds: readonly RefundFact[] } => ({
  payment: fact(readingOf(truth), order),
  refunds: truth.refunds.map(refundFact),
});

/** What the caller hears who waited for it. */
export function outcomeOf({ kind, id, amount, answer, order }: Request): Outcome<Fact> {
  const reason = { code: "declined", message: "The gateway declined." };
  if (answer === "declined") return { kind: "declined", fact: null, reason };
  if (kind === "refund") return { kind: "pending", fact: refundFact({ id, amount, status: "accepted" }), reason };
  const reading = { authorise: "authorised", capture: "captured", void: "voided" } as const;
  return {
    kind: "settled",
    fact: fact(kind === "authorise" || kind === "capture" || kind === "void" ? reading[kind] : "authorised", order),
  };
}
