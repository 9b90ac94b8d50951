import type { Outcome } from "../model/outcome";

/** Reason code of a write that found no gateway. */
export const NOT_REACHED = "not_sent";

/**
 * Splits many writes into requests and sends them one after another. An order
 * number stands in a request once at most: with two refunds of one payment
 * nothing would say which row of the answer is whose. Sends nothing twice.
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
 * N different orders take ceil(N / maxItems) requests; the outcomes stand in the
 * order of the items. A gateway that cannot be reached is not tried again for
 * the rest: those were not sent either.
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
