import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows";
import type { LinkSessionAnswer, LinkSessionBody } from "../../api-schema/store-link";
import { toMajor } from "../../gateway/model/money";
import { balanceCollection, openCollectionOf } from "../orders/balance-collection";
import type { PayableLink } from "../payables/payable-link";
import { payableLink } from "../payables/payable-link";
import { resolveLedger } from "../resolve-ledger";
import { StoreRequestError } from "../store-error";
import { paymentMethods } from "./payment-methods";

/**
 * A payment session for a link, with what the order owes at this moment. Everyone who has the link gets the same one for
 * the same method. It is replaced only while nothing pays, or may still pay, for the collection.
 */
const WAIT_MS = 10_000;

export async function linkSession(container: MedusaContainer, body: LinkSessionBody): Promise<LinkSessionAnswer> {
  const { link, provider_id: providerId, amount } = body;
  const { balance, link: row } = await payableLink(container, link, amount);
  if (!(await resolveLedger(container).mayReadLink(row.id))) throw new StoreRequestError("too_many_attempts", 429);
  const { payment_methods: methods } = await paymentMethods(container, { link }, null);
  if (!methods.some(({ provider_id: offered }) => offered === providerId))
    throw new StoreRequestError("payment_not_available", 409);
  const lease = await resolveLedger(container).leases.take("payable-session", balance.orderId, WAIT_MS);
  if (!lease) throw new StoreRequestError("payment_checking", 409);
  try {
    // Read again: another request may have changed it meanwhile.
    return await sessionFor(container, await payableLink(container, link, amount), providerId);
  } finally {
    await lease.release();
  }
}

async function sessionFor(
  container: MedusaContainer,
  { balance }: PayableLink,
  providerId: string,
): Promise<LinkSessionAnswer> {
  const ledger = resolveLedger(container);
  const open = await openCollectionOf(container, balance.orderId);
  const present = open === null ? null : await usableSession(container, open, { providerId, amount: balance.due });
  const id = present ?? (await newSession(container, { balance, open, providerId }));
  const token = ledger.tokens.sessionToken(ledger.accountOfProvider(providerId), id);
  const { money } = balance;
  return { session: { session_id: id, token }, amount: toMajor(money), currency: money.currency };
}

const Sessions = z.array(z.object({ id: z.string() }));

const USABLE = `
  SELECT session.id FROM payment_session AS session
  WHERE session.payment_collection_id = :collectionId AND session.provider_id = :providerId AND session.status = 'pending'
    AND (session.raw_amount ->> 'value')::numeric = CAST(:amount AS numeric) AND session.deleted_at IS NULL
  ORDER BY session.created_at DESC LIMIT 1`;

async function usableSession(
  container: MedusaContainer,
  collectionId: string,
  wanted: { readonly providerId: string; readonly amount: string },
): Promise<string | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(USABLE, { collectionId, ...wanted });
  return Sessions.parse(rows)[0]?.id ?? null;
}

interface NewSession {
  readonly balance: PayableLink["balance"];
  readonly open: string | null;
  readonly providerId: string;
}

async function newSession(container: MedusaContainer, { balance, open, providerId }: NewSession): Promise<string> {
  if (open !== null && !(await resolveLedger(container).checkout.releaseCollection(open)))
    throw new StoreRequestError("payment_waiting", 409);
  const collectionId = await balanceCollection(container, balance);
  const input = { payment_collection_id: collectionId, provider_id: providerId };
  try {
    const { result } = await createPaymentSessionsWorkflow(container).run({ input });
    return result.id;
  } catch (error) {
    // Somebody began to pay meanwhile, so the provider kept that session.
    if (await resolveLedger(container).attempts.liveOfCollection(collectionId))
      throw new StoreRequestError("payment_waiting", 409);
    throw error;
  }
}
