/* Counts responses that arrived and could not be read, once for each call. The outcome stays what it is. */

import type { Queries, QueryAnswer, Writes } from "../model/client-api";
import type { Reason } from "../model/outcome";
import type { ExchangeOperation } from "./exchange-metrics";

export type CountUnreadable = (operation: ExchangeOperation) => void;

interface ClassifiedResponse {
  readonly kind: string;
  readonly reason?: Reason;
}

/** `unreadable` and what begins so: the body is no message, or not of the described form. */
export const isUnreadable = ({ reason }: ClassifiedResponse): boolean => reason?.code.startsWith("unreadable") === true;

export function countingQueries(queries: Queries, note: CountUnreadable): Queries {
  const noted = async <F>(operation: ExchangeOperation, ask: Promise<QueryAnswer<F>>): Promise<QueryAnswer<F>> => {
    const answer = await ask;
    if (isUnreadable(answer)) note(operation);
    return answer;
  };
  return {
    payments: (orderNos, slot) => noted("query", queries.payments(orderNos, slot)),
    refunds: (orderNos, slot) => noted("query_refunds", queries.refunds(orderNos, slot)),
    rankMethods: (ask) => queries.rankMethods(ask),
  };
}

export function countingWrites(writes: Writes, note: CountUnreadable): Writes {
  const one = async <O extends ClassifiedResponse>(operation: ExchangeOperation, send: Promise<O>): Promise<O> => {
    const outcome = await send;
    if (isUnreadable(outcome)) note(operation);
    return outcome;
  };
  const many = async <O extends ClassifiedResponse>(
    operation: ExchangeOperation,
    send: Promise<readonly O[]>,
  ): Promise<readonly O[]> => {
    const outcomes = await send;
    if (outcomes.some(isUnreadable)) note(operation);
    return outcomes;
  };
  return {
    authorise: (request, maySend) => one("authorise", writes.authorise(request, maySend)),
    openCheckout: (request, maySend) => one("checkout", writes.openCheckout(request, maySend)),
    capture: (items) => many("capture", writes.capture(items)),
    void: (items) => many("void", writes.void(items)),
    refund: (items) => many("refund", writes.refund(items)),
    review: (items) => many("review", writes.review(items)),
    cancelSubscription: (item, maySend) => one("cancel_subscription", writes.cancelSubscription(item, maySend)),
    payout: (request, maySend) => one("payout", writes.payout(request, maySend)),
  };
}
