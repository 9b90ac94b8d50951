import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { balanceCollection, closeUnusedCollection } from "../orders/balance-collection";
import { orderBalance } from "../orders/order-balance";
import { KEPT_UNTIL } from "../orders/refresh-collection";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";
import { runTransaction } from "../../modules/acquiring";

/**
 * When an order with an outstanding amount changes, core cancels its authorised payments and asks for the whole amount
 * again. It looks at a collection's status only, so the collections of authorised payments have another one while the
 * change is confirmed. Afterwards the difference is what the order owes, or less is captured.
 */

/** Identifies the order that is about to change: by its own ID or by that of a return, claim or exchange. */
export type Change = "order" | "return" | "claim" | "exchange";

const ORDER: Readonly<Record<Change, string>> = {
  order: "SELECT CAST(? AS text) AS id",
  return: `SELECT order_id AS id FROM "return" WHERE id = ?`,
  claim: "SELECT order_id AS id FROM order_claim WHERE id = ?",
  exchange: "SELECT order_id AS id FROM order_exchange WHERE id = ?",
};

/**
 * Longer than a process that confirms a change may stand still: if the status were restored before it goes on, core would
 * void the authorisation. Until then the status is wrong if the process died. Our choice.
 */
const KEPT_MS = 600_000;
const WAIT_MS = 10_000;

const PAYMENTS = `
  FROM payment WHERE payment.payment_collection_id = collection.id AND payment.deleted_at IS NULL
    AND payment.canceled_at IS NULL AND payment.captured_at IS NULL AND payment.provider_id LIKE 'pp_acquiring-%'`;

const KEEP = `
  UPDATE payment_collection AS collection
  SET status = 'partially_captured', metadata = COALESCE(collection.metadata, '{}') || CAST(:mark AS jsonb)
  FROM order_payment_collection AS link
  WHERE link.order_id = :orderId AND link.deleted_at IS NULL AND collection.id = link.payment_collection_id
    AND (collection.status IN ('authorized', 'partially_authorized')
      OR collection.status = 'partially_captured' AND jsonb_exists(collection.metadata, :key))
    AND EXISTS (SELECT ${PAYMENTS})
  RETURNING collection.id`;

/** Whoever confirms the change may die: the projection of these payments then restores the status. */
const PROJECT = `
  UPDATE acquiring_payment_attempt SET version = version + 1, project_after = LEAST(COALESCE(project_after, :at), :at)
  WHERE session_id IN (SELECT payment_session_id FROM payment WHERE payment_collection_id = ANY(:ids) AND deleted_at IS NULL)
    AND state IN ('authorised', 'captured')`;

/** A capture meanwhile has set another status. */
const RESTORE = `
  UPDATE payment_collection AS collection
  SET status = CASE WHEN collection.status = 'partially_captured' THEN 'authorized' ELSE collection.status END,
    metadata = collection.metadata - :mark
  WHERE collection.id = ANY(:ids)`;

const Ids = z.array(z.object({ id: z.string() }));

/**
 * Returns what restores the collections, to be called once the change is confirmed or refused; where that fails, the
 * projection does it. One change of an order at a
 * time: the end of another would restore them too early. Throws a MedusaError, CONFLICT, if that one takes long.
 */
export async function keepReservation(
  container: MedusaContainer,
  { change, id }: { readonly change: Change; readonly id: string },
): Promise<() => Promise<void>> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const found = await pg.raw<{ rows: unknown[] }>(ORDER[change], [id]);
  const orderId = Ids.parse(found.rows)[0]?.id;
  if (orderId === undefined) return () => Promise.resolve();
  const lease = await resolveLedger(container).leases.take("order-change", orderId, WAIT_MS);
  if (!lease) throw new MedusaError(MedusaError.Types.CONFLICT, "Another change of this order is being confirmed.");
  const ids = await keep(container, orderId).catch(async (error: unknown) => {
    await lease.release();
    throw error;
  });
  return async () => {
    try {
      if (ids.length === 0) return;
      await pg.raw(RESTORE, { ids, mark: KEPT_UNTIL });
      await fitOpenCollection(container, orderId);
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
      logger.error(`acquiring.reservation_not_restored error=${errorMessage(error)}`);
    } finally {
      await lease.release();
    }
  };
}

/**
 * For a change that the store's own code confirms with Medusa's workflow: `confirm` runs it, and the order's authorised
 * payments are kept, as the routes of Medusa's dashboard do. Throws what `confirm` throws, or CONFLICT as above.
 */
export async function keepAuthorisation<Result>(
  container: MedusaContainer,
  order: { readonly change: Change; readonly id: string },
  confirm: () => Promise<Result>,
): Promise<Result> {
  const restore = await keepReservation(container, order);
  try {
    return await confirm();
  } finally {
    await restore();
  }
}

async function keep(container: MedusaContainer, orderId: string): Promise<string[]> {
  const at = new Date(resolveLedger(container).now().getTime() + KEPT_MS);
  const mark = JSON.stringify({ [KEPT_UNTIL]: at.toISOString() });
  return runTransaction(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), async (trx) => {
    const { rows } = await trx.raw<{ rows: unknown[] }>(KEEP, { orderId, mark, key: KEPT_UNTIL });
    const kept = Ids.parse(rows).map((row) => row.id);
    if (kept.length > 0) await trx.raw(PROJECT, { ids: kept, at });
    return kept;
  });
}

/** Core asks for the order's total less its captures; authorised payments cover a part of that, or all of it. */
async function fitOpenCollection(container: MedusaContainer, orderId: string): Promise<void> {
  const lease = await resolveLedger(container).leases.take("payable-session", orderId);
  // A session is being created for the order; it brings the amount up to date.
  if (!lease) return;
  try {
    const balance = await orderBalance(container, orderId);
    if (balance?.due == null) await closeUnusedCollection(container, orderId);
    else await balanceCollection(container, { ...balance, due: balance.due });
  } finally {
    await lease.release();
  }
}
