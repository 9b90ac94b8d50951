import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { MedusaContainer } from "@medusajs/framework/types";
import {
  beginReceiveReturnWorkflow,
  beginReturnOrderWorkflow,
  cancelOrderFulfillmentWorkflow,
  confirmReturnReceiveWorkflow,
  confirmReturnRequestWorkflow,
  createOrderFulfillmentWorkflow,
  createOrderShipmentWorkflow,
  dismissItemReturnRequestWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
  receiveItemReturnRequestWorkflow,
  requestItemReturnWorkflow,
} from "@medusajs/medusa/core-flows";
import { capturePolicyPage, saveCapturePolicy } from "../../src/application/capture-policy/policy-page";
import { keepAuthorisation } from "../../src/application/medusa-guards/keep-reservation";
import { rule } from "../support/capture-rules";
import type { Command, StoryFulfilment } from "./commands";

/** Fulfilments, returns and the capture policy of a store process, as staff makes them. */
const STAFF = "user_faults";

/** Null: everything is captured by hand. */
export async function savePolicy(container: MedusaContainer, of: StoryFulfilment | null): Promise<void> {
  const { version } = await capturePolicyPage(container);
  const context = { container, actorId: STAFF, targetId: "" };
  const rules = of
    ? [rule({ capture: of.capture, single_capture: of.singleCapture, at_expiry: of.atExpiry, hours: 24 })]
    : [];
  await saveCapturePolicy(context, { version, rules });
}

interface Item {
  readonly id: string;
  readonly quantity: number;
  readonly fulfilled: number;
  readonly returned: number;
}

interface Fulfilment {
  readonly id: string;
  readonly quantity: number;
  readonly shipped_at: Date | null;
  readonly delivered_at: Date | null;
}

type Handle = Extract<Command, { readonly name: "handle" }>;

export async function handleOrder(
  container: MedusaContainer,
  pg: Knex,
  { orderId, does, quantity }: Handle,
): Promise<string> {
  const item = await itemOf(pg, orderId);
  const sent = await fulfilmentsOf(pg, orderId);
  switch (does) {
    case "fulfil": {
      const items = [{ id: item.id, quantity: atMost(quantity, item.quantity - item.fulfilled) }];
      await createOrderFulfillmentWorkflow(container).run({ input: { order_id: orderId, items } });
      return `${String(items[0]?.quantity)} of ${String(item.quantity)}`;
    }
    case "ship": {
      const next = found(sent.find(({ shipped_at: at }) => at === null));
      const items = [{ id: item.id, quantity: next.quantity }];
      const input = { order_id: orderId, fulfillment_id: next.id, items, created_by: STAFF };
      await createOrderShipmentWorkflow(container).run({ input });
      return String(next.quantity);
    }
    case "deliver": {
      const next = found(sent.find(({ delivered_at: at }) => at === null));
      await markOrderFulfillmentAsDeliveredWorkflow(container).run({ input: { orderId, fulfillmentId: next.id } });
      return String(next.quantity);
    }
    case "cancel": {
      const next = found(sent.find(({ shipped_at: at }) => at === null));
      const input = { order_id: orderId, fulfillment_id: next.id, canceled_by: STAFF };
      await cancelOrderFulfillmentWorkflow(container).run({ input });
      return String(next.quantity);
    }
    case "return":
    case "return-damaged": {
      const items = [{ id: item.id, quantity: atMost(quantity, item.fulfilled - item.returned) }];
      const receive = does === "return" ? receiveItemReturnRequestWorkflow : dismissItemReturnRequestWorkflow;
      await receiveReturn(container, { orderId, items, receive });
      return String(items[0]?.quantity);
    }
  }
}

interface Return {
  readonly orderId: string;
  readonly items: { id: string; quantity: number }[];
  readonly receive: typeof receiveItemReturnRequestWorkflow | typeof dismissItemReturnRequestWorkflow;
}

/** Requested and received, as the routes do it. */
async function receiveReturn(container: MedusaContainer, { orderId, items, receive }: Return): Promise<void> {
  const { result: begun } = await beginReturnOrderWorkflow(container).run({ input: { order_id: orderId } });
  const input = { return_id: begun.return_id ?? "" };
  const changed = { change: "return", id: input.return_id } as const;
  await requestItemReturnWorkflow(container).run({ input: { ...input, items } });
  await keepAuthorisation(container, changed, () =>
    confirmReturnRequestWorkflow(container).run({ input: { ...input, confirmed_by: STAFF } }),
  );
  await beginReceiveReturnWorkflow(container).run({ input });
  await receive(container).run({ input: { ...input, items } });
  await keepAuthorisation(container, changed, () =>
    confirmReturnReceiveWorkflow(container).run({ input: { ...input, confirmed_by: STAFF } }),
  );
}

function atMost(quantity: number, left: number): number {
  if (left <= 0) throw new Error("Nothing is left.");
  return Math.min(quantity, left);
}

function found(fulfilment: Fulfilment | undefined): Fulfilment {
  if (!fulfilment) throw new Error("There is no such fulfilment.");
  return fulfilment;
}

async function itemOf(pg: Knex, orderId: string): Promise<Item> {
  const { rows } = await pg.raw<{ rows: Item[] }>(
    `SELECT line.item_id AS id, line.quantity::int AS quantity, line.fulfilled_quantity::int AS fulfilled,
       (line.return_requested_quantity + line.return_received_quantity + line.return_dismissed_quantity)::int AS returned
     FROM order_item line JOIN "order" o ON o.id = line.order_id AND o.version = line.version
     WHERE o.id = :orderId AND line.deleted_at IS NULL LIMIT 1`,
    { orderId },
  );
  if (!rows[0]) throw new Error("The order has no item.");
  return rows[0];
}

/** Those that are not cancelled, the oldest first. */
async function fulfilmentsOf(pg: Knex, orderId: string): Promise<Fulfilment[]> {
  const { rows } = await pg.raw<{ rows: Fulfilment[] }>(
    `SELECT f.id, f.shipped_at, f.delivered_at,
       (SELECT sum(quantity)::int FROM fulfillment_item WHERE fulfillment_id = f.id AND deleted_at IS NULL) AS quantity
     FROM fulfillment f JOIN order_fulfillment link ON link.fulfillment_id = f.id AND link.deleted_at IS NULL
     WHERE link.order_id = :orderId AND f.canceled_at IS NULL AND f.deleted_at IS NULL ORDER BY f.created_at`,
    { orderId },
  );
  return rows;
}
