import type { Outcome } from "../model/outcome";

export const NOT_REACHED = "not_sent";

/** Sends nothing twice. An order number occurs once per request, else the response's rows could not be assigned. */
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

/** N different orders take ceil(N / maxItems) requests. After an unreachable gateway the rest is not sent. */
export function sendInChunks<Item extends { readonly orderNo: string }, F>(
  items: readonly Item[],
  maxItems: number,
  send: (batch: readonly Item[]) => Promise<Outcome<F>[]>,
): Promise<Outcome<F>[]> {
  return items.length === 1 ? send(items) : sendEach(splitBatches(items, maxItems), send);
}

async function sendEach<Item, F>(
  batches: readonly (readonly Item[])[],
  send: (batch: readonly Item[]) => Promise<Outcome<F>[]>,
): Promise<Outcome<F>[]> {
  const outcomes: Outcome<F>[] = [];
  let unreachable: Outcome<F> | undefined;
  for (const batch of batches) {
    const stop = unreachable;
    const results = stop ? batch.map(() => stop) : await send(batch);
    unreachable ??= results.find((result) => result.kind === "not_sent" && result.reason.code === NOT_REACHED);
    outcomes.push(...results);
  }
  return outcomes;
}
