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

/** Throws if Medusa has deleted the session: money for it would have to go back. */
export async function requireSession(container: MedusaContainer, id: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const found = await pg("payment_session").where({ id, deleted_at: null }).first("id");
  if (!found) throw new StoreRequestError("session_not_payable", 409);
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
