import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { StoreErrorCode } from "../../api-schema/errors";
import type { PaymentLinkAnswer, PaymentLinkState } from "../../api-schema/store-link";
import { toMajor } from "../../gateway/model/money";
import { openCollectionOf } from "../orders/balance-collection";
import type { OrderBalance } from "../orders/order-balance";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";
import type { OpenedLink } from "./payable-link";
import { openLink } from "./payable-link";
import { smallestPartOf } from "./part-of-balance";

/** What a payment link asks for, for whoever has it. A link that ended tells nothing about its order. */
export async function linkView(container: MedusaContainer, token: string): Promise<PaymentLinkAnswer> {
  const { link, answer } = await readLink(container, token);
  const isOpen = answer.payment_link.state === "open";
  if (isOpen && link.opened_at === null) await resolveLedger(container).paymentLinks.noteOpened(link.id);
  return answer;
}

export interface ReadLink extends OpenedLink {
  readonly answer: PaymentLinkAnswer;
}

/** The same without noting that a customer opened it: programs that show previews of links read them, too. */
export async function readLink(container: MedusaContainer, token: string): Promise<ReadLink> {
  const opened = await openLink(container, token);
  if (!(await resolveLedger(container).mayReadLink(opened.link.id)))
    throw new StoreRequestError("too_many_attempts", 429);
  return { ...opened, answer: await answerFor(container, opened) };
}

async function answerFor(container: MedusaContainer, opened: OpenedLink): Promise<PaymentLinkAnswer> {
  const state = await stateOf(container, opened);
  const { link, balance } = opened;
  const isShown = balance?.money != null && (state === "open" || state === "processing");
  return {
    payment_link: {
      state,
      amount: isShown ? toMajor(balance.money) : null,
      currency: link.currency,
      description: isShown ? link.description : null,
      language: link.language,
      smallest_part: isShown ? smallestPartOf(resolveLedger(container).options, balance.money) : null,
      order_number: isShown ? String(balance.displayId) : null,
      items: isShown ? await itemsOf(container, balance) : [],
      shop: { name: await shopName(container) },
      expires_at: link.expires_at.toISOString(),
    },
  };
}

const STATES: Partial<Record<StoreErrorCode, PaymentLinkState>> = {
  payment_link_paid: "paid",
  payment_link_expired: "expired",
  payment_link_revoked: "revoked",
  payment_waiting: "waiting",
  order_cancelled: "order_cancelled",
};

async function stateOf(container: MedusaContainer, { balance, refusal }: OpenedLink): Promise<PaymentLinkState> {
  if (refusal !== null) return STATES[refusal] ?? "nothing_to_pay";
  const collectionId = balance && (await openCollectionOf(container, balance.orderId));
  const live = collectionId && (await resolveLedger(container).attempts.liveOfCollection(collectionId));
  if (!live) return "open";
  return live.state === "pending" ? "waiting" : "processing";
}

const Items = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      quantity: z.number(),
      thumbnail: z
        .string()
        .nullish()
        .transform((url) => url ?? null),
    }),
  ),
});

async function itemsOf(
  container: MedusaContainer,
  { orderId }: OrderBalance,
): Promise<PaymentLinkAnswer["payment_link"]["items"]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "items.*"], filters: { id: orderId } });
  return Items.parse(data[0]).items.filter(({ quantity }) => quantity > 0);
}

export async function shopName(container: MedusaContainer): Promise<string | null> {
  const [store] = await container.resolve(Modules.STORE).listStores({}, { select: ["name"], take: 1 });
  return store?.name ?? null;
}
