import type { StorePlan, StoreSubscription, StoreSubscriptionCancelled } from "../api-schema/store-subscription";
import { isRecord } from "./answer";
import { AcquiringError } from "./errors";
import type { OrderPayment } from "./types";
import { orderPaymentIn } from "./order-payment";
import type { Requests } from "./requests";
import type { Texts } from "./texts";

const ROUTES = "/store/acquiring";

/** More variants are split into several requests. */
const AT_ONCE = 50;

export interface SubscriptionPage {
  readonly subscriptions: readonly StoreSubscription[];
  /** Across all pages. */
  readonly count: number;
}

export interface Subscriptions {
  /** Newest first; throws `login_required` for a guest. */
  list(page?: { readonly limit?: number; readonly offset?: number }): Promise<SubscriptionPage>;
  /**
   * Cancels a subscription. `cancelled`: a charge already prepared may still follow; `checking`: the server is finding
   * out; `refused`: it continues. If the answer is lost, the next call repeats the same request with its key.
   */
  cancel(id: string): Promise<StoreSubscriptionCancelled>;
  /**
   * A payment link for the newest charge, which was declined (`can_pay`): its `token` is the `payable`, its `url` the page
   * to pay at. Nothing is charged. Throws `nothing_to_pay` if it was paid meanwhile.
   */
  pay(id: string): Promise<OrderPayment>;
}

export async function plansOf(
  requests: Requests,
  { variantIds, currencyCode }: { readonly variantIds: readonly string[]; readonly currencyCode: string },
): Promise<readonly StorePlan[]> {
  const found: StorePlan[] = [];
  for (let first = 0; first < variantIds.length; first += AT_ONCE) {
    const query = new URLSearchParams({ currency_code: currencyCode });
    for (const id of variantIds.slice(first, first + AT_ONCE)) query.append("variant_id", id);
    const { plans } = await requests.read("GET", `${ROUTES}/plans?${query.toString()}`);
    if (Array.isArray(plans)) found.push(...plans);
  }
  return found;
}

export function subscriptionsOf(requests: Requests, texts: Texts): Subscriptions {
  /** Idempotency keys by subscription, kept until the outcome is known. */
  const keys = new Map<string, string>();
  /** The outcome is unknown, and it is not a payment. */
  const lost = (cause: unknown): AcquiringError =>
    new AcquiringError("network", { message: texts.labels.endLost, cause, texts });
  return {
    list: async ({ limit = 20, offset = 0 } = {}) => {
      const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
      const { subscriptions, count } = await requests.read("GET", `${ROUTES}/subscriptions?${query.toString()}`);
      return {
        subscriptions: Array.isArray(subscriptions) ? subscriptions : [],
        count: typeof count === "number" ? count : 0,
      };
    },
    cancel: async (id) => {
      const key = keys.get(id) ?? randomKey();
      keys.set(id, key);
      const path = `${ROUTES}/subscriptions/${encodeURIComponent(id)}/cancel`;
      const answer = await requests.outcome("POST", path, { key }).catch((error: unknown) => {
        throw error instanceof AcquiringError && error.code === "network" ? lost(error.cause) : error;
      });
      if (!isCancelled(answer)) throw lost("unreadable answer");
      keys.delete(id);
      return answer;
    },
    pay: async (id) => {
      const answer = await requests.prepare("POST", `${ROUTES}/subscriptions/${encodeURIComponent(id)}/pay`, {});
      return orderPaymentIn(answer.order_payment, "not_sent", texts);
    },
  };
}

function isCancelled(answer: unknown): answer is StoreSubscriptionCancelled {
  if (!isRecord(answer) || !isRecord(answer.subscription)) return false;
  return answer.outcome === "cancelled" || answer.outcome === "checking" || answer.outcome === "refused";
}

/** Works without `randomUUID`, which is missing outside of secure contexts. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
