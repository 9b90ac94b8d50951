import { isRecord } from "./answer";
import { isSessionOfOurs } from "./sessions";
import type { JsonRequest } from "./requests";
import type { PaymentInstructions, PaymentSessionLike } from "./types";
import type { InstructionsOf } from "./types";

/**
 * Finds the payment session of an order or a cart again, for a confirmation page that knows nothing else after a reload.
 * It opens no door: Medusa answers an order or a cart to whoever knows its id, with the session's token in it.
 */
const CART_FIELDS = "id,payment_collection.id,*payment_collection.payment_sessions";
const ORDER_FIELDS = "id,payment_collections.id,*payment_collections.payment_sessions";

/** Null when there is no payment session of ours. */
export async function findSession(read: JsonRequest, of: InstructionsOf): Promise<PaymentSessionLike | null> {
  if ("session" in of) return of.session;
  if ("orderId" in of) {
    const { order } = await read("GET", `/store/orders/${encodeURIComponent(of.orderId)}?fields=${ORDER_FIELDS}`);
    return sessionIn(isRecord(order) && Array.isArray(order.payment_collections) ? order.payment_collections : []);
  }
  const { cart } = await read("GET", `/store/carts/${encodeURIComponent(of.cartId)}?fields=${CART_FIELDS}`);
  return sessionIn(isRecord(cart) ? [cart.payment_collection] : []);
}

/** The one that the order was placed with, whatever has become of it; else the newest of ours. */
function sessionIn(collections: readonly unknown[]): PaymentSessionLike | null {
  const sessions = collections
    .flatMap((collection) =>
      isRecord(collection) && Array.isArray(collection.payment_sessions) ? collection.payment_sessions : [],
    )
    .filter(isSessionOfOurs)
    .filter(({ provider_id: providerId }) => providerId.startsWith("pp_acquiring-"));
  const placed = sessions.find(({ status }) => typeof status === "string" && PLACED.includes(status));
  const chosen = placed ?? sessions.at(-1);
  return chosen ? { id: chosen.id, provider_id: chosen.provider_id, data: chosen.data } : null;
}

const PLACED: readonly string[] = ["pending_authorization", "authorized", "captured"];

/** Says on the way where the customer comes back to: this page. Anything but a web address is left out. */
export function withComeBack(
  instructions: PaymentInstructions | null,
  comeBackTo: string | undefined,
): PaymentInstructions | null {
  if (instructions === null || instructions.url === null) return instructions;
  if (!/^https?:\/\//i.test(instructions.url) || !URL.canParse(instructions.url)) return { ...instructions, url: null };
  const url = new URL(instructions.url);
  if (comeBackTo !== undefined) url.searchParams.set("return_to", comeBackTo);
  return { ...instructions, url: url.href };
}
