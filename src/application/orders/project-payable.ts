import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows";
import { isGivenBack, isGoingBack } from "../../modules/acquiring";
import { claimRenewal } from "../renewals/paid-renewal";
import type { Projection } from "./load-medusa-payment";
import { orderBalance } from "./order-balance";

/**
 * Money for an order's balance, paid with a link: Medusa's payment is created from the session, and a draft becomes an
 * order. Returns whether Medusa's rows changed, or why the money is not wanted.
 */
export type PayableOutcome = boolean | { readonly unwanted: string };

export async function projectPayable(projection: Projection): Promise<PayableOutcome> {
  const { operations, row, view } = projection;
  if (isGivenBack(row) || isGoingBack(operations)) return false;
  if (!view.order) throw new MedusaError(MedusaError.Types.NOT_FOUND, "The payment's order does not exist any more.");
  if (view.payment) return convertPaidDraft(projection);
  if (!view.session) return false;
  if (view.order.status === "canceled") return { unwanted: "an order that was cancelled" };
  const balance = await orderBalance(projection.container, view.order.id);
  if (balance?.due == null) return { unwanted: "an order that owed nothing any more" };
  // As with a cart, a payment under review is recorded once it is approved.
  if (row.held_at !== null && row.hold_decision === null) return false;
  if (!(await claimRenewal(projection.container, view.order.id)))
    return { unwanted: "a renewal that the gateway charged after all" };
  await projection.container.resolve(Modules.PAYMENT).authorizePaymentSession(view.session.id, {});
  await convertPaidDraft(projection);
  return true;
}

/** A draft that was paid is an order. The payment is recorded first, so that a lack of stock does not hide it. */
async function convertPaidDraft({ container, view }: Projection): Promise<boolean> {
  if (view.order?.status !== "draft") return false;
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const isDraft = await pg("order").where({ id: view.order.id, is_draft_order: true }).first("id");
  if (!isDraft) return false;
  await convertDraftOrderWorkflow(container).run({ input: { id: view.order.id } });
  return true;
}
