import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { SessionRef } from "../../api-schema/store";
import type { AttemptMode } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import type { CheckoutSession } from "./checkout-view";
import { sessionOf } from "./checkout-view";
import { StoreRequestError } from "../store-error";

/** Finds the session of a store request. An unknown session and a wrong token get the same answer. */
export interface OpenSession {
  readonly session: CheckoutSession;
  readonly account: string;
  readonly mode: AttemptMode;
}

const PROVIDER = /^pp_acquiring-(card|checkout|apm)_/;

export async function openSession(container: MedusaContainer, ref: SessionRef): Promise<OpenSession> {
  const session = await sessionOf(container, ref.session_id);
  const mode = session && modeOf(session.provider_id);
  if (!session || !mode) throw new StoreRequestError("session_not_found", 404);
  const ledger = resolveLedger(container);
  const account = ledger.accountOfProvider(session.provider_id);
  if (!ledger.tokens.isSessionToken(account, session.id, ref.token))
    throw new StoreRequestError("session_not_found", 404);
  return { session, account, mode };
}

/** Core completes no cart whose region does not have the session's provider; an order that owes something has none to ask. */
const PAYABLE = `
  SELECT cart.region_id IS NULL OR EXISTS (SELECT FROM region_payment_provider AS enabled
      WHERE enabled.region_id = cart.region_id AND enabled.payment_provider_id = session.provider_id
        AND enabled.deleted_at IS NULL) AS "isEnabled"
    FROM payment_session AS session
    LEFT JOIN cart_payment_collection AS link
      ON link.payment_collection_id = session.payment_collection_id AND link.deleted_at IS NULL
    LEFT JOIN cart ON cart.id = link.cart_id AND cart.completed_at IS NULL
   WHERE session.id = ? AND session.deleted_at IS NULL`;

/**
 * Throws if Medusa has deleted the session: money for it would have to go back. Throws if its provider is not enabled in the region
 * of its cart any more: a payment would find no order.
 */
export async function requireSession(container: MedusaContainer, id: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: { isEnabled: boolean }[] }>(PAYABLE, [id]);
  if (!rows[0]) throw new StoreRequestError("session_not_payable", 409);
  if (!rows[0].isEnabled) throw new StoreRequestError("payment_not_available", 409);
}

export function modeOf(providerId: string): AttemptMode | null {
  switch (PROVIDER.exec(providerId)?.[1]) {
    case "card":
      return "card";
    case "checkout":
      return "checkout";
    case "apm":
      return "apm";
    default:
      return null;
  }
}
