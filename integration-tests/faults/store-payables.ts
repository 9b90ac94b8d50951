import type { MedusaContainer } from "@medusajs/framework/types";
import { OrderStatus } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import {
  beginClaimOrderWorkflow,
  beginDraftOrderEditWorkflow,
  beginExchangeOrderWorkflow,
  beginOrderEditOrderWorkflow,
  confirmClaimRequestWorkflow,
  confirmDraftOrderEditWorkflow,
  confirmExchangeRequestWorkflow,
  confirmOrderEditRequestWorkflow,
  createOrderFulfillmentWorkflow,
  createOrderWorkflow,
  orderClaimAddNewItemWorkflow,
  orderClaimItemWorkflow,
  orderEditUpdateItemQuantityWorkflow,
  orderExchangeAddNewItemWorkflow,
  orderExchangeRequestItemReturnWorkflow,
  updateDraftOrderItemWorkflow,
} from "@medusajs/medusa/core-flows";
import { keepAuthorisation } from "../../src/application/medusa-guards/keep-reservation";
import { createLink, renewLink, revokeLink } from "../../src/application/payables/admin-links";
import { ADDRESS } from "../support/ada";
import type { Command } from "./commands";

/** Orders of a store process that owe something, and their payment links, as staff makes them. */
export interface Sold {
  readonly regionId: string;
  readonly channelId: string;
  readonly variantId: string;
}

/** A draft order; returns its ID. */
export async function draftOrder(container: MedusaContainer, sold: Sold, quantity: number): Promise<string> {
  const input = {
    region_id: sold.regionId,
    sales_channel_id: sold.channelId,
    currency_code: "eur",
    email: "ada@example.test",
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    items: [{ variant_id: sold.variantId, title: "Vase", unit_price: 24.5, quantity }],
    status: OrderStatus.DRAFT,
    // Not in the workflow's type; the route passes it, too.
    is_draft_order: true,
  };
  const { result } = await createOrderWorkflow(container).run({ input });
  return result.id;
}

/** With the check of the route before the change is confirmed. */
export async function editOrder(
  container: MedusaContainer,
  pg: Knex,
  { orderId, quantity }: { readonly orderId: string; readonly quantity: number },
): Promise<void> {
  const items = [{ id: await itemOf(pg, orderId), quantity }];
  const order: { is_draft_order: boolean } | undefined = await pg("order").where({ id: orderId }).first();
  const input = { order_id: orderId };
  if (order?.is_draft_order) {
    await orBegun(() => beginDraftOrderEditWorkflow(container).run({ input }));
    await updateDraftOrderItemWorkflow(container).run({ input: { ...input, items } });
    await keepAuthorisation(container, { change: "order", id: orderId }, () =>
      confirmDraftOrderEditWorkflow(container).run({ input: { ...input, confirmed_by: STAFF } }),
    );
    return;
  }
  await orBegun(() => beginOrderEditOrderWorkflow(container).run({ input }));
  await orderEditUpdateItemQuantityWorkflow(container).run({ input: { ...input, items } });
  await keepAuthorisation(container, { change: "order", id: orderId }, () =>
    confirmOrderEditRequestWorkflow(container).run({ input: { ...input, confirmed_by: STAFF } }),
  );
}

/** One piece comes back, and `quantity` new ones are sent. */
export async function exchange(
  container: MedusaContainer,
  pg: Knex,
  { orderId, quantity, variantId }: { readonly orderId: string; readonly quantity: number; readonly variantId: string },
): Promise<void> {
  const returned = [{ id: await itemOf(pg, orderId), quantity: 1 }];
  // Only what was sent can come back.
  await createOrderFulfillmentWorkflow(container).run({ input: { order_id: orderId, items: returned } });
  const { result: begun } = await beginExchangeOrderWorkflow(container).run({ input: { order_id: orderId } });
  const exchange_id = begun.exchange_id ?? "";
  await orderExchangeRequestItemReturnWorkflow(container).run({
    input: { exchange_id, return_id: begun.return_id ?? "", items: returned },
  });
  const items = [{ variant_id: variantId, quantity }];
  await orderExchangeAddNewItemWorkflow(container).run({ input: { exchange_id, items } });
  await keepAuthorisation(container, { change: "exchange", id: exchange_id }, () =>
    confirmExchangeRequestWorkflow(container).run({ input: { exchange_id, confirmed_by: STAFF } }),
  );
}

/** One piece is replaced by `quantity` new ones, which the customer pays for in part. */
export async function claim(
  container: MedusaContainer,
  pg: Knex,
  { orderId, quantity, variantId }: { readonly orderId: string; readonly quantity: number; readonly variantId: string },
): Promise<void> {
  const input = { order_id: orderId, type: "replace" as const };
  const { result: begun } = await beginClaimOrderWorkflow(container).run({ input });
  const claim_id = begun.claim_id ?? "";
  const claimed = [{ id: await itemOf(pg, orderId), quantity: 1, reason: "wrong_item" as const }];
  await orderClaimItemWorkflow(container).run({ input: { claim_id, items: claimed } });
  const items = [{ variant_id: variantId, quantity }];
  await orderClaimAddNewItemWorkflow(container).run({ input: { claim_id, items } });
  await keepAuthorisation(container, { change: "claim", id: claim_id }, () =>
    confirmClaimRequestWorkflow(container).run({ input: { claim_id, confirmed_by: STAFF } }),
  );
}

type LinkChange = Extract<Command, { readonly name: "link" }>;

/** Creates a link, or changes the newest. */
export async function changeLink(
  container: MedusaContainer,
  pg: Knex,
  { orderId, does }: LinkChange,
): Promise<{ token: string }> {
  const terms = { expires_in_days: 14 };
  if (does === "create") return tokenOf(await createLink({ container, targetId: orderId, actorId: STAFF }, terms));
  const link: { id: string } | undefined = await pg("acquiring_payment_link")
    .where({ order_id: orderId })
    .orderBy("created_at", "desc")
    .first("id");
  if (!link) throw new Error("There is no link.");
  const context = { container, targetId: link.id, actorId: STAFF };
  return tokenOf(await (does === "renew" ? renewLink(context, terms) : revokeLink(context)));
}

const STAFF = "user_faults";

const tokenOf = ({ payment_link: { token } }: { readonly payment_link: { readonly token: string | null } }) => ({
  token: token ?? "",
});

/** An earlier edit was not confirmed; it is continued. */
async function orBegun(begin: () => Promise<unknown>): Promise<void> {
  await begin().catch((error: unknown) => {
    const words = typeof error === "object" && error !== null && "message" in error ? String(error.message) : "";
    if (!/already/.test(words)) throw error;
  });
}

async function itemOf(pg: Knex, orderId: string): Promise<string> {
  const item: { item_id: string } | undefined = await pg("order_item")
    .where({ order_id: orderId, deleted_at: null })
    .orderBy("created_at")
    .first("item_id");
  if (!item) throw new Error("The order is empty.");
  return item.item_id;
}
