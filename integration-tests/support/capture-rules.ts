import type { CapturePolicyPage, CapturePolicyRule } from "../../src/api-schema/admin";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Stage } from "./boot";
import type { Checkout } from "./shop";

/** Orders under a capture policy: rules, fulfilments and shipments through Medusa, and what became of the payment. */
export const rule = (changes: Partial<CapturePolicyRule> = {}): CapturePolicyRule => ({
  account: null,
  region_id: null,
  sales_channel_id: null,
  method: null,
  capture: "manual",
  only_if_not_held: false,
  single_capture: "last",
  at_expiry: "remind",
  hours: 24,
  ...changes,
});

export interface PlacedOrder {
  readonly orderId: string;
  readonly attemptId: string;
  readonly orderNo: string;
}

const PATH = "/admin/acquiring/capture-policy";

export function captureRules(stage: () => Stage) {
  const read = async (): Promise<CapturePolicyPage> => (await stage().admin.get(PATH).expect(200)).body;
  const post = (version: number, rules: readonly unknown[]) => stage().admin.post(PATH, { version, rules });
  const save = async (...changes: readonly Partial<CapturePolicyRule>[]): Promise<void> => {
    const { version } = await read();
    await post(version, changes.map(rule)).expect(200);
  };
  const placed = async (orderId: string, { session }: Pick<Checkout, "session">): Promise<PlacedOrder> => {
    const attempt = await stage().ledger.attempts.attemptOfSession(session.id);
    if (!attempt) throw new Error("The session has no payment.");
    return { orderId, attemptId: attempt.id, orderNo: attempt.order_no };
  };
  /** An order of some vases for 100.00 each, or mugs for 24.50 each; shipping is free. */
  const order = async (quantity = 1, handle = "tall-vase"): Promise<PlacedOrder> => {
    const checkout = await stage().shop.checkout(handle, quantity);
    await stage().shop.pay(checkout).expect(200);
    const done = await stage().shop.complete(checkout);
    if (!done.order) throw new Error(`The cart was not completed: ${JSON.stringify(done.error)}`);
    return placed(done.order.id, checkout);
  };
  const itemOf = async (orderId: string): Promise<string> => {
    const { body } = await stage().admin.get(`/admin/orders/${orderId}?fields=id,*items`).expect(200);
    return body.order.items[0].id;
  };
  /** The ID of the fulfilment. */
  const fulfil = async ({ orderId }: PlacedOrder, quantity = 1): Promise<string> => {
    const items = [{ id: await itemOf(orderId), quantity }];
    const { body } = await stage()
      .admin.post(`/admin/orders/${orderId}/fulfillments?fields=id,*fulfillments`, { items })
      .expect(200);
    const made: { id: string; created_at: string }[] = body.order.fulfillments;
    return [...made].sort((a, b) => a.created_at.localeCompare(b.created_at)).at(-1)?.id ?? "";
  };
  const ship = async (placedOrder: PlacedOrder, quantity = 1): Promise<void> => {
    const fulfilment = await fulfil(placedOrder, quantity);
    const items = [{ id: await itemOf(placedOrder.orderId), quantity }];
    await stage()
      .admin.post(`/admin/orders/${placedOrder.orderId}/fulfillments/${fulfilment}/shipments`, { items })
      .expect(200);
  };
  const attempt = async ({ attemptId }: PlacedOrder): Promise<AttemptRow> => {
    const row = await stage().ledger.attempts.attempt(attemptId);
    if (!row) throw new Error("There is no such payment.");
    return row;
  };
  const captured = async (of: PlacedOrder): Promise<number> => Number((await attempt(of)).captured);
  /** Amounts of the captures at the gateway, in the order in which they were made. */
  const captures = async ({ orderNo }: PlacedOrder): Promise<string[]> =>
    (await stage().gateway.transaction(orderNo)).captures.map(({ amount }) => amount);
  const items = (of: PlacedOrder): Promise<string[]> =>
    stage()
      .pg("acquiring_attention_item")
      .where({ attempt_id: of.attemptId })
      .whereNull("cleared_at")
      .orderBy("kind")
      .pluck("kind");
  /** Events can be lost: payments are looked at once more within the hour. */
  const look = async (): Promise<void> => {
    await stage().pg("acquiring_payment_attempt").update({ policy_due_at: null });
    await stage().work();
  };
  return { itemOf, read, post, save, order, placed, fulfil, ship, attempt, captured, captures, items, look };
}
