import { MedusaError } from "@medusajs/framework/utils";
import type { BatchLimits } from "../../../gateway/batching/batcher";
import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Queries, QueryAnswer, Slot } from "../../../gateway/model/client-api";
import type { OrderNo } from "../../../gateway/model/ids";
import { Semaphore } from "../runtime/semaphore";

/**
 * The queries of one run, at most `QUERIES_AT_ONCE` at the same time. A failed query is retried twice; a refused one ends
 * the run at once: unqueried payments must not look equal.
 */
export interface GatewayQueriesDependencies {
  /** Undefined: the account is not configured. */
  readonly queries: (route: string) => Queries | undefined;
  /** Maximum order numbers per query of the account. */
  readonly queryLimits: (route: string) => Pick<BatchLimits, "maxItems">;
  readonly pause: (ms: number) => Promise<void>;
}

/** Our choice: it hides network latency without flooding anyone. */
export const QUERIES_AT_ONCE = 4;

const PAUSES_MS = [1_000, 5_000];

export type ByOrder<F> = ReadonlyMap<string, readonly F[]>;

/** Queries in progress: while responses are read, the next requests are written and wait for their turn. */
const IN_PROGRESS = 2 * QUERIES_AT_ONCE;

export class GatewayQueries {
  /** If one fails, those that wait are not sent. */
  readonly #queries = new Semaphore(IN_PROGRESS, () => true);
  readonly #requests = new Semaphore(QUERIES_AT_ONCE, () => true);
  #hasFailed = false;

  constructor(private readonly deps: GatewayQueriesDependencies) {}

  isConfigured(route: string): boolean {
    return this.deps.queries(route) !== undefined;
  }

  payments(route: string, orderNos: readonly OrderNo[]): Promise<ByOrder<PaymentFact>> {
    return this.ask(route, orderNos, (queries, some) => queries.payments(some, this.slot));
  }

  refunds(route: string, orderNos: readonly OrderNo[]): Promise<ByOrder<RefundFact>> {
    return this.ask(route, orderNos, (queries, some) => queries.refunds(some, this.slot));
  }

  private async ask<F extends { readonly orderNo: string }>(
    route: string,
    orderNos: readonly OrderNo[],
    send: (queries: Queries, some: readonly OrderNo[]) => Promise<QueryAnswer<F>>,
  ): Promise<ByOrder<F>> {
    const queries = this.deps.queries(route);
    if (!queries) return new Map();
    const { maxItems } = this.deps.queryLimits(route);
    const parts: (readonly OrderNo[])[] = [];
    for (let from = 0; from < orderNos.length; from += maxItems) parts.push(orderNos.slice(from, from + maxItems));
    const told = await Promise.all(
      parts.map((part) => this.#queries.take(() => this.answered(() => send(queries, part)))),
    );
    return byOrder(told);
  }

  /** Held for the exchange only: the next request leaves before this one's response is read. */
  private readonly slot: Slot = (exchange) =>
    this.#requests.take(() => (this.#hasFailed ? Promise.reject(notQueried()) : exchange()));

  private async answered<F>(ask: () => Promise<QueryAnswer<F>>): Promise<readonly F[]> {
    for (const ms of [...PAUSES_MS, null]) {
      const answer = await ask();
      if (answer.kind === "answered") return answer.facts;
      const { message } = answer.reason;
      if (answer.kind === "refused" || ms === null) {
        this.#hasFailed = true;
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
      }
      await this.deps.pause(ms);
    }
    throw notQueried();
  }
}

const notQueried = (): MedusaError =>
  new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The gateway was not queried.");

function byOrder<F extends { readonly orderNo: string }>(parts: readonly (readonly F[])[]): Map<string, F[]> {
  const found = new Map<string, F[]>();
  for (const facts of parts) {
    for (const fact of facts) {
      const own = found.get(fact.orderNo);
      if (own) own.push(fact);
      else found.set(fact.orderNo, [fact]);
    }
  }
  return found;
}
