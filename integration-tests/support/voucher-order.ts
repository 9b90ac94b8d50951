import type { Stage } from "./boot";
import type { Customer } from "./customer";
import type { Checkout } from "./shop";
import { CARDS, cardInput } from "./shop";
import { Traveller } from "./traveller";

/** Orders whose payment waits for the customer. The store offers "multibanco". */
const SHOP = "http://localhost:8000";

export interface VoucherOrder {
  readonly orderId: string;
  readonly orderNo: string;
  readonly traveller: Traveller;
  /** Of the payment instructions. */
  readonly url: string;
}

type Room = Pick<Stage, "shop" | "pg" | "ledger">;

export async function orderNoOf({ pg }: Pick<Room, "pg">, { session }: Checkout): Promise<string> {
  const row = await pg("acquiring_payment_attempt").where({ session_id: session.id }).first();
  return String(row.order_no);
}

export async function voucherOrder({ shop, pg, ledger }: Room, who: Customer): Promise<VoucherOrder> {
  const made = await who.checkout();
  const path = `/store/payment-collections/${made.collectionId}/payment-sessions`;
  const { body } = await who.post(path, { provider_id: "pp_acquiring-apm_main" }).expect(200);
  const checkout = { ...made, session: body.payment_collection.payment_sessions[0] };
  const opened = await who.payBy(checkout, { type: "apm", method: "multibanco" }, { return_to: SHOP }).expect(200);
  const traveller = new Traveller(SHOP);
  await traveller.submit(await traveller.follow(opened.body.payment.action.url), { decision: "later" });
  const orderNo = await orderNoOf({ pg }, checkout);
  await traveller.visit(ledger.tokens.addresses("main", orderNo).returnUrl);
  const back = await shop.returned(traveller.returnToken).expect(200);
  const done = await shop.complete(checkout);
  return { orderId: done.order?.id ?? "", orderNo, traveller, url: back.body.payment.instructions.url };
}

/** An order whose card payment the bank has not decided yet. */
export async function waitingOrder(
  { shop, pg }: Room,
  who: Customer,
): Promise<{ readonly orderId: string; readonly orderNo: string }> {
  const checkout = await who.checkout();
  await who.payBy(checkout, { type: "card", card: cardInput(CARDS.pending) }).expect(200);
  const orderId = (await shop.complete(checkout)).order?.id ?? "";
  return { orderId, orderNo: await orderNoOf({ pg }, checkout) };
}
