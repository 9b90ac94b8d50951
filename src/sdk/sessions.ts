import { isRecord } from "./answer";
import { AcquiringError } from "./errors";
import type { Requests } from "./requests";
import type { Texts } from "./texts";
import type { PaidFor, PaymentSessionLike } from "./types";

/** Medusa's own routes at the start of a payment: the cart's payment collection, and a session in it. */
const FIELDS = "id,payment_collection.id,*payment_collection.payment_sessions";

/** Unpayable sessions. Not an authorised one: it was paid in another tab, and replacing it would return the money. */
const ENDED: readonly unknown[] = ["error", "canceled"];

export interface Start {
  readonly paidFor: PaidFor;
  readonly providerId: string;
  /** A part of what a link asks for. */
  readonly amount?: string | undefined;
  readonly texts: Texts;
  /** IDs of sessions whose money was returned; the server accepts no payment for them. */
  readonly spent: ReadonlySet<string>;
}

export async function startSession(requests: Requests, start: Start): Promise<PaymentSessionLike> {
  const { paidFor, providerId } = start;
  return "payable" in paidFor
    ? startLinkSession(requests, { link: paidFor.payable, part: start.amount, providerId, texts: start.texts })
    : startCartSession(requests, { ...start, cartId: paidFor.cartId });
}

interface LinkStart {
  readonly link: string;
  readonly part: string | undefined;
  readonly providerId: string;
  readonly texts: Texts;
}

/** The session's data carries the link, so that `pay` can send it. */
async function startLinkSession(
  requests: Requests,
  { link, part, providerId, texts }: LinkStart,
): Promise<PaymentSessionLike> {
  const body = { link, provider_id: providerId, ...(part !== undefined && { amount: part }) };
  const { session, amount, currency } = await requests.prepare("POST", "/store/acquiring/payment-link/session", body);
  if (isRecord(session) && typeof session.session_id === "string" && typeof session.token === "string")
    return {
      id: session.session_id,
      provider_id: providerId,
      data: { token: session.token, link, amount, currency, ...(part !== undefined && { part }) },
    };
  throw new AcquiringError("not_sent", { cause: "unreadable answer", texts });
}

async function startCartSession(
  requests: Requests,
  { cartId, providerId, texts, spent }: Start & { readonly cartId: string },
): Promise<PaymentSessionLike> {
  const collection = (await collectionOf(requests, cartId)) ?? (await newCollection(requests, cartId));
  const open = sessionIn(collection, providerId, spent);
  if (open) return open;
  if (typeof collection.id === "string") {
    const path = `/store/payment-collections/${encodeURIComponent(collection.id)}/payment-sessions`;
    const { payment_collection: changed } = await requests.prepare("POST", path, { provider_id: providerId });
    const made = isRecord(changed) ? sessionIn(changed, providerId, spent) : null;
    if (made) return made;
  }
  throw new AcquiringError("payment_not_available", { cause: "Medusa returned no session of this provider.", texts });
}

async function collectionOf(requests: Requests, cartId: string): Promise<Record<string, unknown> | null> {
  const { cart } = await requests.prepare("GET", `/store/carts/${encodeURIComponent(cartId)}?fields=${FIELDS}`);
  return isRecord(cart) && isRecord(cart.payment_collection) ? cart.payment_collection : null;
}

/** If two tabs start at once, Medusa refuses the second collection, and the first one exists by then. */
async function newCollection(requests: Requests, cartId: string): Promise<Record<string, unknown>> {
  try {
    const { payment_collection: made } = await requests.prepare("POST", "/store/payment-collections", {
      cart_id: cartId,
    });
    return isRecord(made) ? made : {};
  } catch (error) {
    const present = await collectionOf(requests, cartId);
    if (present) return present;
    throw error;
  }
}

/** The collection's payable session of this provider with our data. */
function sessionIn(
  collection: Record<string, unknown>,
  providerId: string,
  spent: ReadonlySet<string>,
): PaymentSessionLike | null {
  const sessions: readonly unknown[] = Array.isArray(collection.payment_sessions) ? collection.payment_sessions : [];
  for (const session of sessions) {
    if (!isSessionOfOurs(session) || session.provider_id !== providerId) continue;
    if (ENDED.includes(session.status) || session.data.state === "voided" || spent.has(session.id)) continue;
    return { id: session.id, provider_id: providerId, data: session.data };
  }
  return null;
}

export interface SessionOfOurs {
  readonly id: string;
  readonly provider_id: string;
  readonly status?: unknown;
  readonly data: Record<string, unknown>;
}

/** Its data has a token, which only our sessions have. */
export const isSessionOfOurs = (session: unknown): session is SessionOfOurs =>
  isRecord(session) &&
  typeof session.id === "string" &&
  typeof session.provider_id === "string" &&
  isRecord(session.data) &&
  typeof session.data.token === "string";
