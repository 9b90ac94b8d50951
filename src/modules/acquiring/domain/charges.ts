import type { PaymentFact } from "../../../gateway/model/facts";
import { claimsMoney } from "./matches-gateway-status";

/**
 * Which of the transactions that a query lists is the attempt's own, and which are
 * later charges of the subscription that it began: the gateway lists them side by side
 * under one order number. Pure. A later charge never speaks for the first one, nor the
 * first for a later one.
 */
export interface ChargeOwner {
  readonly gatewayPaymentId: string | null;
  /** `first`: it began a subscription. */
  readonly role: "plain" | "first" | "renewal";
  /** Of a first one: the gateway's number of the subscription, once that is known. */
  readonly recurringId: string | null;
}

export interface GatewayCharges {
  readonly own: readonly PaymentFact[];
  readonly later: readonly PaymentFact[];
  /** Several transactions could be the first one, and nothing says which: none of them is believed. */
  readonly isAmbiguous: boolean;
}

export function splitCharges(owner: ChargeOwner, facts: readonly PaymentFact[]): GatewayCharges {
  switch (owner.role) {
    case "plain":
      return { own: decisive(facts), later: [], isAmbiguous: false };
    case "renewal":
      return { own: facts.filter((fact) => isOf(fact, owner.gatewayPaymentId)), later: [], isAmbiguous: false };
    case "first":
      return owner.gatewayPaymentId === null ? findFirst(owner, facts) : besideFirst(owner, facts);
  }
}

const isOf = ({ gatewayPaymentId }: PaymentFact, id: string | null): boolean => id !== null && gatewayPaymentId === id;

/** Charges of this very subscription; one of another is no business of either. */
const isCharge = ({ recurringId }: ChargeOwner, { recurring, gatewayPaymentId }: PaymentFact): boolean =>
  gatewayPaymentId !== null && recurring !== null && (recurringId === null || recurring.recurringId === recurringId);

/** The subscription that the attempt's own transaction names, where it is not known yet. */
const named = (owner: ChargeOwner, own: PaymentFact | undefined): ChargeOwner => ({
  ...owner,
  recurringId: owner.recurringId ?? own?.recurring?.recurringId ?? null,
});

function besideFirst(unnamed: ChargeOwner, facts: readonly PaymentFact[]): GatewayCharges {
  const owner = named(
    unnamed,
    facts.find((fact) => isOf(fact, unnamed.gatewayPaymentId)),
  );
  const isLater = (fact: PaymentFact): boolean => isCharge(owner, fact) && !isOf(fact, owner.gatewayPaymentId);
  return { own: decisive(facts.filter((fact) => !isLater(fact))), later: facts.filter(isLater), isAmbiguous: false };
}

/**
 * The first one's own number is not known: it is the earliest that succeeded, and what came before it were its tries.
 * One before it of which nobody knows how it ended may be the first one itself.
 * What began another subscription is a second payment, no charge of this one: it stays beside the first and contradicts it.
 */
function findFirst(owner: ChargeOwner, facts: readonly PaymentFact[]): GatewayCharges {
  const inOrder = [...facts].sort((a, b) => at(a).localeCompare(at(b)));
  const paid = inOrder.filter((fact) => isCharge(owner, fact) && claimsMoney(fact));
  const [earliest] = paid;
  if (!earliest) return { own: decisive(inOrder), later: [], isAmbiguous: false };
  const isOpenBefore = (fact: PaymentFact): boolean =>
    isCharge(owner, fact) && !claimsMoney(fact) && fact.reading !== "declined" && at(fact) <= at(earliest);
  if (facts.some(isOpenBefore)) return { own: [], later: [], isAmbiguous: true };
  const rivals = paid.filter(
    (fact) => !isOf(fact, earliest.gatewayPaymentId) && (at(fact) === "" || at(fact) === at(earliest)),
  );
  if (rivals.length > 0 || (paid.length > 1 && at(earliest) === "")) return { own: [], later: [], isAmbiguous: true };
  const begun = named(owner, earliest);
  const isLater = (fact: PaymentFact): boolean =>
    isCharge(begun, fact) && !isOf(fact, earliest.gatewayPaymentId) && at(fact) > at(earliest);
  // The first that is applied is believed, and the others are measured by it.
  const own = facts.filter((fact) => fact !== earliest && !isLater(fact));
  return { own: decisive([earliest, ...own]), later: facts.filter(isLater), isAmbiguous: false };
}

/** 14 digits, which sort as they are; empty where the row does not say. */
const at = ({ recurring }: PaymentFact): string => recurring?.chargedRaw ?? "";

/** Of several tries the successful ones, else one that is not declined: an order number may be tried more than once. */
function decisive(facts: readonly PaymentFact[]): readonly PaymentFact[] {
  const success = facts.filter(claimsMoney);
  if (success.length > 0) return success;
  const best = facts.find(({ reading }) => reading !== "declined") ?? facts[0];
  return best ? [best] : [];
}
