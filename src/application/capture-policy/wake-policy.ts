import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { resolveLedger } from "../resolve-ledger";

/** Something happened to an order: the capture policy looks at its payments in the next round. A lost event costs an hour. */
const Payments = z.array(
  z.object({
    payment_collections: z
      .array(
        z
          .object({
            payments: z
              .array(z.object({ data: z.object({ order_no: z.string().nullish() }).nullish().catch(null) }).nullish())
              .nullish(),
          })
          .nullish(),
      )
      .nullish(),
  }),
);
const FIELD = "payment_collections.payments.data";

export async function wakePolicyForOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { capturePolicies } = resolveLedger(container);
  if ((await capturePolicies.current()) === null) return;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields: ["id", FIELD], filters: { id: orderId } });
  const orderNos = Payments.parse(data)
    .flatMap(({ payment_collections: collections }) => collections ?? [])
    .flatMap((collection) => collection?.payments ?? [])
    .flatMap((payment) => payment?.data?.order_no ?? []);
  await capturePolicies.lookSoon({ orderNos });
}

const Links = z.array(z.object({ order_id: z.string() }));

export async function wakePolicyForFulfilment(container: MedusaContainer, fulfilmentId: string): Promise<void> {
  if ((await resolveLedger(container).capturePolicies.current()) === null) return;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { fulfillment_id: fulfilmentId };
  const { data } = await query.graph({ entity: "order_fulfillment", fields: ["order_id"], filters });
  for (const { order_id: orderId } of Links.parse(data)) await wakePolicyForOrder(container, orderId);
}

/** A payment that was held has been decided. */
export async function wakePolicyForPayment(container: MedusaContainer, attemptId: string): Promise<void> {
  await resolveLedger(container).capturePolicies.lookSoon({ ids: [attemptId] });
}
