import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Money } from "../../../gateway/model/money";
import { sameMoney } from "../../../gateway/model/money";
import type { Ledger } from "../ledger/ledger";
import { unknownCharges } from "../subscriptions/renewals";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";

/**
 * Money that this store did not request, such as a subscription charge or a portal refund, is recorded on the word of a
 * query alone. So something new needs two responses with the same ID, amount and currency; the later one is applied. If
 * no two of three agree, nothing new is recorded and the query is repeated later.
 */
const MOST_QUESTIONS = 3;

export interface DoubleRead<Fact> {
  readonly facts: readonly Fact[];
  /** Something new was reported, but not confirmed. */
  readonly isDoubtful: boolean;
}

/** The same query again; null: no response. */
export type AskAgain<Fact> = () => Promise<readonly Fact[] | null>;

interface Hearing<Fact> {
  readonly newsIn: (facts: readonly Fact[]) => Promise<readonly Fact[]>;
  readonly isSame: (one: Fact, other: Fact) => boolean;
  readonly askAgain: AskAgain<Fact>;
}

async function saidTwice<Fact>(
  first: readonly Fact[],
  { newsIn, isSame, askAgain }: Hearing<Fact>,
): Promise<DoubleRead<Fact>> {
  const news = await newsIn(first);
  if (news.length === 0) return { facts: first, isDoubtful: false };
  const told = [news];
  while (told.length < MOST_QUESTIONS) {
    const facts = await askAgain();
    if (facts === null) break;
    const again = await newsIn(facts);
    const agrees = (earlier: readonly Fact[]): boolean =>
      earlier.length === again.length && again.every((one) => earlier.some((other) => isSame(one, other)));
    if (told.some(agrees)) return { facts, isDoubtful: false };
    told.push(again);
  }
  return { facts: first.filter((fact) => !news.includes(fact)), isDoubtful: true };
}

export const chargesReadTwice = (
  ledger: Ledger,
  first: Pick<AttemptRow, "account" | "gateway_identity">,
  { charges, askAgain }: { readonly charges: readonly PaymentFact[]; readonly askAgain: AskAgain<PaymentFact> },
): Promise<DoubleRead<PaymentFact>> =>
  saidTwice(charges, {
    newsIn: (facts) => unknownCharges(ledger, first, facts),
    isSame: (one, other) =>
      one.gatewayPaymentId === other.gatewayPaymentId &&
      one.recurring?.recurringId === other.recurring?.recurringId &&
      isSameAmount(one.money, other.money),
    askAgain,
  });

/** Refunds of an attempt that match none of its operations. */
export const refundsReadTwice = (
  operations: readonly Pick<OperationRow, "id" | "gateway_reference">[],
  { refunds, askAgain }: { readonly refunds: readonly RefundFact[]; readonly askAgain: AskAgain<RefundFact> },
): Promise<DoubleRead<RefundFact>> => {
  const isOurs = ({ operationId, reference }: RefundFact): boolean =>
    operations.some((each) => each.id === operationId || (reference !== null && each.gateway_reference === reference));
  return saidTwice(refunds, {
    // A failed refund returned nothing.
    newsIn: (facts) => Promise.resolve(facts.filter((fact) => fact.reading !== "failed" && !isOurs(fact))),
    isSame: (one, other) =>
      one.reference === other.reference &&
      one.operationId === other.operationId &&
      isSameAmount(one.money, other.money),
    askAgain,
  });
};

const isSameAmount = (one: Money | null, other: Money | null): boolean =>
  one && other ? sameMoney(one, other) : one === other;
