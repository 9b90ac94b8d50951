import type { PaymentFact } from "../../../gateway/model/facts";
import { claimsMoney } from "./matches-gateway-status";

/** One order number lists all charges of a subscription. A later one never counts for the first, nor vice versa. */
export interface ChargeOwner {
  readonly gatewayPaymentId: string | null;
  /** `first`: it started a subscription. */
  readonly role: "plain" | "first" | "renewal";
  readonly recurringId: string | null;
}

export interface GatewayCharges {
  readonly own: readonly PaymentFact[];
  readonly later: readonly PaymentFact[];
  /** Several transactions could be the first, so none is used. */
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

const isCharge = ({ recurringId }: ChargeOwner, { recurring, gatewayPaymentId }: PaymentFact): boolean =>
  gatewayPaymentId !== null && recurring !== null && (recurringId === null || recurring.recurringId === recurringId);

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
 * The first transaction is unknown: it is the earliest success, and earlier ones were its tries. An earlier one with an
 * unknown outcome may itself be the first. A payment that started another subscription contradicts the first.
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
  // The first one applied counts, and the others are compared with it.
  const own = facts.filter((fact) => fact !== earliest && !isLater(fact));
  return { own: decisive([earliest, ...own]), later: facts.filter(isLater), isAmbiguous: false };
}

/** 14 digits, which sort as text; empty if the row has no time. */
const at = ({ recurring }: PaymentFact): string => recurring?.chargedRaw ?? "";

/** Of several tries the successful ones, else one that is not declined: an order number may be tried more than once. */
function decisive(facts: readonly PaymentFact[]): readonly PaymentFact[] {
  const success = facts.filter(claimsMoney);
  if (success.length > 0) return success;
  const best = facts.find(({ reading }) => reading !== "declined") ?? facts[0];
  return best ? [best] : [];
}
