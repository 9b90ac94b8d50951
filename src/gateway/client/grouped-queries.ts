import type { BatchLimits, StartTimer } from "../batching/batcher";
import { Batcher } from "../batching/batcher";
import type { PaymentFact, RefundFact } from "../model/facts";
import type { Queries, QueryAnswer } from "../model/client-api";
import type { OrderNo } from "../model/ids";
import type { GatewayProfile } from "../model/profile";

/**
 * Puts questions that are asked together into one query, and gives each asker
 * the facts of its own order. A failure that may be the fault of one order alone
 * is narrowed down by halves, so that an order the gateway cannot answer about
 * does not keep the others waiting; a gateway that does not answer at all is
 * asked once.
 */
export interface GatewayQuestion {
  payments(account: string, orderNo: OrderNo): Promise<QueryAnswer<PaymentFact>>;
  refunds(account: string, orderNo: OrderNo): Promise<QueryAnswer<RefundFact>>;
  /** Nothing, or nothing more, is asked. To be called in any case; does nothing a second time. */
  withdraw(): void;
}

export interface GroupedQueriesDependencies {
  /** Undefined: the account is not configured any more. */
  readonly queries: (account: string) => Pick<Queries, "payments" | "refunds"> | undefined;
  readonly limits: (account: string) => BatchLimits;
  readonly startTimer: StartTimer;
}

interface Asked {
  readonly orderNo: OrderNo;
}

export class GroupedQueries {
  readonly #payments: Batcher<Asked, QueryAnswer<PaymentFact>>;
  readonly #refunds: Batcher<Asked, QueryAnswer<RefundFact>>;

  constructor({ queries, limits, startTimer }: GroupedQueriesDependencies) {
    this.#payments = new Batcher({
      limits,
      startTimer,
      send: (account, asked) => askTogether(numbersOf(asked), (numbers) => queries(account)?.payments(numbers)),
    });
    this.#refunds = new Batcher({
      limits,
      startTimer,
      send: (account, asked) => askTogether(numbersOf(asked), (numbers) => queries(account)?.refunds(numbers)),
    });
  }

  /** To be called before anything is awaited: questions announced together are asked together. */
  announce(): GatewayQuestion {
    const payments = this.#payments.expect();
    const refunds = this.#refunds.expect();
    return {
      payments: async (account, orderNo) => (await payments.arrive(account, { orderNo })) ?? unanswered,
      refunds: async (account, orderNo) => (await refunds.arrive(account, { orderNo })) ?? unanswered,
      withdraw: () => {
        payments.withdraw();
        refunds.withdraw();
      },
    };
  }
}

/** How many characters the order numbers of this module have: a prefix of four and an id of 26. */
const ORDER_NO_LENGTH = 30;

/** As many orders as one query holds, by number and by characters. */
export function queryLimits({ queries, batch }: Pick<GatewayProfile, "queries" | "batch">): BatchLimits {
  const fitting = Math.floor((queries.maxCharacters + 1) / (ORDER_NO_LENGTH + 1));
  return { maxItems: Math.max(1, Math.min(queries.maxIds, fitting)), maxWaitMs: batch.maxWaitMs };
}

const numbersOf = (asked: readonly Asked[]): OrderNo[] => asked.map(({ orderNo }) => orderNo);

async function askTogether<F extends { readonly orderNo: OrderNo }>(
  orderNos: readonly OrderNo[],
  ask: (orderNos: readonly OrderNo[]) => Promise<QueryAnswer<F>> | undefined,
): Promise<QueryAnswer<F>[]> {
  const answer = (await ask(orderNos)) ?? unanswered;
  if (answer.kind === "answered") {
    return orderNos.map((own) => ({ kind: "answered", facts: answer.facts.filter(({ orderNo }) => orderNo === own) }));
  }
  if (orderNos.length === 1 || !mayBeOfOne(answer.reason.code)) return orderNos.map(() => answer);
  const half = Math.ceil(orderNos.length / 2);
  const first = await askTogether(orderNos.slice(0, half), ask);
  return [...first, ...(await askTogether(orderNos.slice(half), ask))];
}

/** May one order alone have made the whole query fail? Not when nothing, or no answer to a query, came back. */
const mayBeOfOne = (code: string): boolean =>
  code === "unreadable_rows" || code === "query_refused" || code.startsWith("return_") || TOO_MUCH.has(code);

/** The request itself was not liked: an id in it, or its length; or more came back than is read at once. */
const TOO_MUCH: ReadonlySet<string> = new Set(["too_large", "http_400", "http_404", "http_413", "http_414"]);

const unanswered = {
  kind: "failed",
  reason: { code: "not_asked", message: "The gateway could not be queried." },
} as const;
