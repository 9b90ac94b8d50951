import type { Outcome } from "../model/outcome";

/** Reason code of a write that could not reach the gateway. */
export const NOT_REACHED = "not_sent";

/**
 * Splits writes into requests and sends them one after another. An order number occurs at most once per request: with
 * two refunds of one payment the response's rows could not be assigned. Sends nothing twice.
 */
function splitBatches<Item extends { readonly orderNo: string }>(items: readonly Item[], maxItems: number): Item[][] {
  const batches: Item[][] = [];
  for (const item of items) {
    const last = batches.at(-1);
    const fits = last && last.length < maxItems && !last.some(({ orderNo }) => orderNo === item.orderNo);
    if (last && fits) last.push(item);
    else batches.push([item]);
  }
  return batches;
}

/**
 * N different orders take ceil(N / maxItems) requests; outcomes in the order of the items. After an unreachable gateway
 * the rest is not sent either.
 */
export async function sendInChunks<Item extends { readonly orderNo: string }, F>(
  items: readonly Item[],
  maxItems: number,
  send: (batch: readonly Item[]) => Promise<readonly Outcome<F>[]>,
): Promise<Outcome<F>[]> {
  const outcomes: Outcome<F>[] = [];
  let unreachable: Outcome<F> | undefined;
  for (const batch of splitBatches(items, maxItems)) {
    const stop = unreachable;
    const results = stop ? batch.map(() => stop) : await send(batch);
    unreachable ??= results.find((result) => result.kind === "not_sent" && result.reason.code === NOT_REACHED);
    outcomes.push(...results);
  }
  return outcomes;
}
