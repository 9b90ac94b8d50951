import { isRecord } from "./answer";
import { urlOf } from "./return-address";
import { isSessionOfOurs } from "./sessions";
import type { JsonRequest } from "./requests";
import type { PaymentInstructions, PaymentSessionLike } from "./types";
import type { InstructionsOf } from "./types";

/**
 * Finds the payment session of an order or cart by its ID, for a confirmation page after a reload. This grants no new
 * access: Medusa returns an order or cart with the session's token to anyone who knows the ID.
 */
const CART_FIELDS = "id,payment_collection.id,*payment_collection.payment_sessions";
const ORDER_FIELDS = "id,payment_collections.id,*payment_collections.payment_sessions";

/** Null if there is no payment session of ours. */
export async function findSession(read: JsonRequest, of: InstructionsOf): Promise<PaymentSessionLike | null> {
  if ("session" in of) return of.session;
  if ("orderId" in of) {
    const { order } = await read("GET", `/store/orders/${encodeURIComponent(of.orderId)}?fields=${ORDER_FIELDS}`);
    return sessionIn(isRecord(order) && Array.isArray(order.payment_collections) ? order.payment_collections : []);
  }
  const { cart } = await read("GET", `/store/carts/${encodeURIComponent(of.cartId)}?fields=${CART_FIELDS}`);
  return sessionIn(isRecord(cart) ? [cart.payment_collection] : []);
}

/** The session that paid the order, else the one it waits for or waited for in vain, else our newest one. */
function sessionIn(collections: readonly unknown[]): PaymentSessionLike | null {
  const sessions = collections
    .flatMap((collection) =>
      isRecord(collection) && Array.isArray(collection.payment_sessions) ? collection.payment_sessions : [],
    )
    .filter(isSessionOfOurs)
    .filter(({ provider_id: providerId }) => providerId.startsWith("pp_acquiring-"));
  const first = (statuses: readonly unknown[]) => sessions.find(({ status }) => statuses.includes(status));
  const chosen = first(PAID) ?? first(["pending_authorization"]) ?? sessions.at(-1);
  return chosen ? { id: chosen.id, provider_id: chosen.provider_id, data: chosen.data } : null;
}

const PAID = ["authorized", "captured"];

/** Adds the URL to return to: this page. Only web URLs are added. */
export function withReturnTo(
  instructions: PaymentInstructions | null,
  returnTo: string | undefined,
): PaymentInstructions | null {
  if (instructions === null || instructions.url === null) return instructions;
  const url = /^https?:\/\//i.test(instructions.url) ? urlOf(instructions.url) : null;
  if (url === null) return { ...instructions, url: null };
  if (returnTo !== undefined) url.searchParams.set("return_to", returnTo);
  return { ...instructions, url: url.href };
}
