/*
 * Combines concurrent queries into one, and gives each caller the facts of its own order. A failure that one order may
 * have caused is narrowed down by halves, so that it does not block the others; a gateway that does not respond is
 * queried once.
 */

import type { BatchLimits, StartTimer } from "../batching/batcher";
import { Batcher } from "../batching/batcher";
import type { PaymentFact, RefundFact } from "../model/facts";
import type { Queries, QueryAnswer } from "../model/client-api";
import type { OrderNo } from "../model/ids";
import type { GatewayProfile } from "../model/profile";

export interface GatewayQuestion {
  payments(account: string, orderNo: OrderNo): Promise<QueryAnswer<PaymentFact>>;
  refunds(account: string, orderNo: OrderNo): Promise<QueryAnswer<RefundFact>>;
  /** Nothing more is queried. Must be called; does nothing a second time. */
  withdraw(): void;
}

export interface GroupedQueriesDependencies {
  /** Undefined: the account is no longer configured. */
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

  /** Call it before the first await: queries announced together are sent together. */
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

/** The length of this plugin's order numbers: a prefix of four and an id of 26. */
const ORDER_NO_LENGTH = 30;

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

/** Not without a response, or with a response that is not one to a query. */
const mayBeOfOne = (code: string): boolean =>
  code === "unreadable_rows" || code === "query_refused" || code.startsWith("return_") || TOO_MUCH.has(code);

/** The request itself was refused: an id in it, or its length; or the response was too large. */
const TOO_MUCH: ReadonlySet<string> = new Set(["too_large", "http_400", "http_404", "http_413", "http_414"]);

const unanswered = {
  kind: "failed",
  reason: { code: "not_asked", message: "The gateway could not be queried." },
} as const;
