import type { StoreApi } from "./store";
import { StoreApiError } from "./store-error";
import type { Order } from "./views";

/**
 * Turns a paid cart into its order. The server does the same if nobody else does, so both may try at once: a refused or
 * interrupted attempt is repeated, and a completed cart returns its order.
 */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 6_000];

/** `reason`: Medusa's message for a refusal, if any. */
export type Attempt = { readonly order: Order } | { readonly order: null; readonly reason: string };

export async function placeOrder(api: Pick<StoreApi, "complete">, cartId: string): Promise<Attempt> {
  let reason = "";
  for (const ms of PAUSES_MS) {
    await pause(ms);
    const done = await api.complete(cartId).catch((error: unknown) => {
      if (error instanceof StoreApiError && error.status === 404) throw error;
      return null;
    });
    if (done?.kind === "order") return { order: done.order };
    reason = done?.message ?? reason;
  }
  return { order: null, reason };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
