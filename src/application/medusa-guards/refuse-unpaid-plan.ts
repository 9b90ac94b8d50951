import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { majorAmount } from "../../modules/acquiring";
import { modeOf } from "../checkout/open-session";
import { StoreRequestError } from "../store-error";
import { isNothing, planLines } from "../checkout/subscription";

/** Throws `StoreRequestError` if completing a cart with a plan would not start its subscription. */
const Cart = z.object({
  total: majorAmount,
  items: z.array(z.object({ variant_id: z.string().nullable() })).nullish(),
  payment_collection: z
    .object({ payment_sessions: z.array(z.object({ provider_id: z.string() }).nullish()).nullish() })
    .nullish(),
});

export async function refuseUnpaidPlan(container: MedusaContainer, cartId: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["id", "total", "items.*", "payment_collection.payment_sessions.provider_id"],
    filters: { id: cartId },
  });
  const cart = data[0] ? Cart.parse(data[0]) : null;
  if (!cart || (await planLines(container, cart.items ?? [])).length === 0) return;
  if (isNothing(cart.total)) throw new StoreRequestError("subscription_free", 409);
  const modes = (cart.payment_collection?.payment_sessions ?? []).map((session) => modeOf(session?.provider_id ?? ""));
  // Without a session, core reports what is missing.
  if (modes.some((mode) => mode === null || mode === "apm")) throw new StoreRequestError("subscription_method", 409);
}
