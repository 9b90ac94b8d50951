import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules, PaymentSessionStatus } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { toMajor } from "../../gateway/model/money";
import type { AttemptRow } from "../../modules/acquiring";
import { moneyOf } from "../../modules/acquiring_subscription/rows";
import { resolveLedger } from "../resolve-ledger";
import type { Renewal } from "./renewal-order";

/** Medusa's payment for a renewal's order, linked to the renewal; the projection does the rest. Idempotent. */
export async function payRenewalOrder(container: MedusaContainer, renewal: Renewal, orderId: string): Promise<void> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.attempts.attempt(renewal.charge.attempt_id);
  await requireOrder(container, orderId);
  if (!attempt) throw new MedusaError(MedusaError.Types.NOT_FOUND, "The ledger has no payment of this charge.");
  const money = { amount: toMajor(moneyOf(renewal.charge)), currency_code: attempt.currency.toLowerCase() };
  const collectionId = (await collectionOf(container, orderId)) ?? (await collect(container, orderId, money));
  const sessionId = await sessionOf(container, collectionId, { attempt, money });
  if (await ledger.subscriptions.linkRenewal(attempt.id, { sessionId })) return;
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "This renewal is linked to another payment session.");
}

/** The ID may come from the shop's own handler. */
async function requireOrder(container: MedusaContainer, id: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id"], filters: { id: [id] } });
  if (!data[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${id} for the renewal.`);
}

const Link = z.object({ payment_collection_id: z.string() }).optional();

async function collectionOf(container: MedusaContainer, orderId: string): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  });
  return Link.parse(data[0])?.payment_collection_id ?? null;
}

/** A crash between the two steps leaves an unlinked collection. */
async function collect(container: MedusaContainer, orderId: string, money: Money): Promise<string> {
  const { id } = await container.resolve(Modules.PAYMENT).createPaymentCollections(money);
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.PAYMENT]: { payment_collection_id: id },
  });
  return id;
}

interface Money {
  readonly amount: string;
  readonly currency_code: string;
}

async function sessionOf(
  container: MedusaContainer,
  collectionId: string,
  { attempt, money }: { readonly attempt: AttemptRow; readonly money: Money },
): Promise<string> {
  const payments = container.resolve(Modules.PAYMENT);
  const [present] = await payments.listPaymentSessions({ payment_collection_id: [collectionId] });
  const session =
    present ??
    (await payments.createPaymentSession(collectionId, { ...money, provider_id: attempt.provider_id, data: {} }));
  // The projection finishes orders in this state.
  const waiting = PaymentSessionStatus.PENDING_AUTHORIZATION;
  if (session.status === PaymentSessionStatus.PENDING)
    await payments.updatePaymentSession({ ...money, id: session.id, data: session.data, status: waiting });
  return session.id;
}
