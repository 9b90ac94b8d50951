import type { MedusaContainer } from "@medusajs/framework/types";
import type { StoreErrorCode } from "../../api-schema/errors";
import type { LinkStatus, PaymentLinkRow } from "../../modules/acquiring";
import { linkStatusAt } from "../../modules/acquiring";
import type { OrderBalance } from "../orders/order-balance";
import { orderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";
import { partOfBalance } from "./part-of-balance";

/** A payment link and what its order owes at this moment. Why it cannot be paid is an error code of its own. */
export interface OpenedLink {
  readonly link: PaymentLinkRow;
  readonly balance: OrderBalance | null;
  /** Null: it can be paid. */
  readonly refusal: StoreErrorCode | null;
}

/** What remains of an opened link that can be paid. */
export interface PayableLink {
  readonly link: PaymentLinkRow;
  readonly balance: OrderBalance & { readonly due: string; readonly money: NonNullable<OrderBalance["money"]> };
}

/** Throws for a token that is forged, altered or of another store; a replaced one counts as expired. */
export async function openLink(container: MedusaContainer, token: string): Promise<OpenedLink> {
  const { paymentLinks, tokens, now } = readerOf(container);
  const claim = tokens.linkOf(token);
  const link = claim && (await paymentLinks.byId(claim.id));
  if (!claim || !link) throw new StoreRequestError("payment_link_not_found", 404);
  const balance = await orderBalance(container, link.order_id);
  const status = String(link.serial) === claim.serial || link.paid_at !== null ? linkStatusAt(link, now()) : "expired";
  return { link, balance, refusal: refusalOf(status, balance) };
}

/** Throws unless the link can be paid now: what is due or, with `amount`, that part of it. */
export async function payableLink(container: MedusaContainer, token: string, amount?: string): Promise<PayableLink> {
  const { link, balance, refusal } = await openLink(container, token);
  if (refusal !== null) throw new StoreRequestError(refusal, 409);
  // A link that may be paid has a balance; this tells the compiler.
  if (balance?.due == null || balance.money === null) throw new StoreRequestError("nothing_to_pay", 409);
  const whole = { ...balance, due: balance.due, money: balance.money };
  return {
    link,
    balance: amount === undefined ? whole : partOfBalance(resolveLedger(container).options, whole, amount),
  };
}

const BY_STATUS: Readonly<Record<Exclude<LinkStatus, "open">, StoreErrorCode>> = {
  paid: "payment_link_paid",
  revoked: "payment_link_revoked",
  expired: "payment_link_expired",
};

function refusalOf(status: LinkStatus, balance: OrderBalance | null): StoreErrorCode | null {
  if (status !== "open") return BY_STATUS[status];
  if (balance === null || balance.status === "canceled") return "order_cancelled";
  if (balance.isWaiting) return "payment_waiting";
  return balance.due === null ? "nothing_to_pay" : null;
}

const readerOf = (container: MedusaContainer) => {
  const ledger = resolveLedger(container);
  return { paymentLinks: ledger.paymentLinks, tokens: ledger.tokens, now: () => ledger.now() };
};
