import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import * as coreFlows from "@medusajs/medusa/core-flows";
import { modeOf } from "../checkout/open-session";

/**
 * A payment session of a provider that is not enabled in the cart's region. Core refuses it since 2.20; before, a customer
 * could pay with what the merchant had switched off. Carts that became orders are not affected, as in core.
 */
export const doesCoreRefuse = (): boolean => "validatePaymentProviderInRegionStep" in coreFlows;

export interface NewSession {
  readonly collectionId: string;
  readonly providerId: string;
}

const Linked = z.object({
  cart: z
    .object({
      completed_at: z.unknown(),
      region: z
        .object({ id: z.string(), payment_providers: z.array(z.object({ id: z.string() }).nullish()).nullish() })
        .nullish(),
    })
    .nullish(),
});

/** Throws what core throws since 2.20. Other providers are core's business. */
export async function refuseDisabledProvider(
  container: MedusaContainer,
  { collectionId, providerId }: NewSession,
): Promise<void> {
  if (modeOf(providerId) === null) return;
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["cart.completed_at", "cart.region.id", "cart.region.payment_providers.id"],
    filters: { payment_collection_id: collectionId },
  });
  const cart = data[0] ? Linked.parse(data[0]).cart : null;
  if (!cart?.region || cart.completed_at) return;
  if (cart.region.payment_providers?.some((provider) => provider?.id === providerId)) return;
  const message = `Payment provider ${providerId} is not enabled in the cart's region ${cart.region.id}.`;
  throw new MedusaError(MedusaError.Types.INVALID_DATA, message);
}
