import { MedusaError } from "@medusajs/framework/utils";
import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { Queries, QueryAnswer } from "../../../gateway/model/client-api";
import type { OrderNo } from "../../../gateway/model/ids";

/** A failed query is retried twice; a refused one ends the run at once: unqueried payments must not look equal. */
export interface Asking {
  readonly queries: Queries;
  readonly pause: (ms: number) => Promise<void>;
}

const PAUSES_MS = [1_000, 5_000];

export async function queryPayments(
  { queries, pause }: Asking,
  orderNos: readonly OrderNo[],
): Promise<Map<string, PaymentFact[]>> {
  return byOrder(await answered(() => queries.payments(orderNos), pause));
}

export async function queryRefunds(
  { queries, pause }: Asking,
  orderNos: readonly OrderNo[],
): Promise<Map<string, RefundFact[]>> {
  return byOrder(orderNos.length === 0 ? [] : await answered(() => queries.refunds(orderNos), pause));
}

async function answered<F>(ask: () => Promise<QueryAnswer<F>>, pause: Asking["pause"]): Promise<readonly F[]> {
  for (const ms of [...PAUSES_MS, null]) {
    const answer = await ask();
    if (answer.kind === "answered") return answer.facts;
    const { message } = answer.reason;
    if (answer.kind === "refused" || ms === null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
    await pause(ms);
  }
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The gateway was not queried.");
}

function byOrder<F extends { readonly orderNo: string }>(facts: readonly F[]): Map<string, F[]> {
  const found = new Map<string, F[]>();
  for (const fact of facts) {
    const own = found.get(fact.orderNo);
    if (own) own.push(fact);
    else found.set(fact.orderNo, [fact]);
  }
  return found;
}
