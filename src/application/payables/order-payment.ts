import type { MedusaContainer } from "@medusajs/framework/types";
import type { OrderPaymentAnswer, OrderPaymentState } from "../../api-schema/store-order";
import { toMajor } from "../../gateway/model/money";
import { linkStatusAt } from "../../modules/acquiring";
import { requireCustomer } from "../access/require-customer";
import { openCollectionOf } from "../orders/balance-collection";
import type { OrderBalance } from "../orders/order-balance";
import { orderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";
import { linkUrl } from "./link-url";
import { smallestPartOf } from "./part-of-balance";

/** What a logged-in customer's own order owes, and the link to pay it. Another's order is answered like an unknown one. */
const DAYS = 14;
const DAY_MS = 86_400_000;

export async function orderPayment(
  container: MedusaContainer,
  customer: string | null,
  orderId: string,
): Promise<OrderPaymentAnswer> {
  const balance = await ownBalance(container, customer, orderId);
  const state = await stateOf(container, balance);
  return answerOf(container, balance, { state, token: canBePaid(state) ? await openToken(container, orderId) : null });
}

/** Returns the order's open link, or creates one. Asked twice, as by a double click, it is one link. */
export async function payOrderAgain(
  container: MedusaContainer,
  customer: string | null,
  orderId: string,
): Promise<OrderPaymentAnswer> {
  return payBalance(container, await ownBalance(container, customer, orderId), customer);
}

/** For a customer who may pay it. */
export async function payBalance(
  container: MedusaContainer,
  balance: OrderBalance,
  customer: string | null,
): Promise<OrderPaymentAnswer> {
  const { orderId } = balance;
  const state = await stateOf(container, balance);
  if (!canBePaid(state) || balance.money === null) return answerOf(container, balance, { state, token: null });
  const { paymentLinks, tokens, now } = ledgerOf(container);
  const expiresAt = new Date(now().getTime() + DAYS * DAY_MS);
  const terms = { money: balance.money, actorId: customer, actor: "customer", expiresAt } as const;
  const link = await paymentLinks.create(orderId, terms);
  const token = tokens.linkToken({ id: link.id, serial: String(link.serial) });
  return answerOf(container, balance, { state, token });
}

const canBePaid = (state: OrderPaymentState): boolean => state === "open" || state === "processing";

/** Throws for an order of somebody else, and for a draft, which is not the customer's order yet. */
async function ownBalance(container: MedusaContainer, customer: string | null, orderId: string): Promise<OrderBalance> {
  const customerId = requireCustomer(customer);
  if (!(await resolveLedger(container).mayReadLink(customerId))) throw new StoreRequestError("too_many_attempts", 429);
  const balance = await orderBalance(container, orderId);
  if (balance?.customerId !== customerId || balance.status === "draft")
    throw new StoreRequestError("payment_link_not_found", 404);
  return balance;
}

async function stateOf(container: MedusaContainer, balance: OrderBalance): Promise<OrderPaymentState> {
  if (balance.status === "canceled") return "order_cancelled";
  if (balance.isWaiting) return "waiting";
  if (balance.money === null) return "nothing_to_pay";
  const collectionId = await openCollectionOf(container, balance.orderId);
  const live = collectionId && (await resolveLedger(container).attempts.liveOfCollection(collectionId));
  if (!live) return "open";
  return live.state === "pending" ? "waiting" : "processing";
}

async function openToken(container: MedusaContainer, orderId: string): Promise<string | null> {
  const { paymentLinks, tokens, now } = ledgerOf(container);
  const [newest] = await paymentLinks.ofOrder(orderId, 1);
  if (!newest || linkStatusAt(newest, now()) !== "open") return null;
  return tokens.linkToken({ id: newest.id, serial: String(newest.serial) });
}

function answerOf(
  container: MedusaContainer,
  { money, currency }: OrderBalance,
  { state, token }: { readonly state: OrderPaymentState; readonly token: string | null },
): OrderPaymentAnswer {
  const due = canBePaid(state) ? money : null;
  return {
    order_payment: {
      state,
      amount: due && toMajor(due),
      currency,
      token,
      smallest_part: due && smallestPartOf(resolveLedger(container).options, due),
      url: token === null ? null : linkUrl(container, token),
    },
  };
}

const ledgerOf = (container: MedusaContainer) => {
  const ledger = resolveLedger(container);
  return { paymentLinks: ledger.paymentLinks, tokens: ledger.tokens, now: () => ledger.now() };
};
