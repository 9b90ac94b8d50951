import type { Response, Test } from "supertest";
import { editedOrder, LinkPayer, linkFor } from "./balance";
import type { Stage } from "./boot";

/** What the promises are kept for: a cart, and what an order owes, paid with a payment link. Both ask for 100.00 EUR. */
export const payables = ["cart", "payment link"] as const;

export interface Payable {
  readonly sessionId: string;
  pay(number?: string): Test;
  /** Whether the customer is told that it is paid. */
  isPaidBy(answer: Response): boolean;
  /** The customer's last request: completes the cart, or asks for the link's state. Returns the order's ID, or null. */
  finish(): Promise<string | null>;
}

export interface MedusaPayment {
  readonly id: string;
  readonly canceled_at: string | null;
  readonly captures: readonly { readonly amount: number }[];
  readonly refunds: readonly { readonly amount: number }[];
}

export const payableOf = (stage: Stage, kind: (typeof payables)[number]): Promise<Payable> =>
  kind === "cart" ? cart(stage) : owedOrder(stage);

async function cart({ shop }: Stage): Promise<Payable> {
  const checkout = await shop.checkout();
  return {
    sessionId: checkout.session.id,
    pay: (number) => shop.pay(checkout, number),
    isPaidBy: ({ body }) => body.payment.state === "authorised",
    finish: async () => (await shop.complete(checkout)).order?.id ?? null,
  };
}

/** The order's own payment is made before. */
async function owedOrder(stage: Stage): Promise<Payable> {
  const { orderId } = await editedOrder(stage);
  const customer = new LinkPayer(stage, (await linkFor(stage, orderId)).token);
  const session = await customer.begin();
  return {
    sessionId: session.session_id,
    pay: (number) => customer.pay(session, number),
    isPaidBy: ({ status, body }) => (status === 200 ? body.payment.state === "authorised" : isPaid(body)),
    finish: async () => {
      await stage.shop.post("/store/acquiring/payment-status", session).expect(200);
      return orderId;
    },
  };
}

const isPaid = ({ code }: { readonly code?: string }): boolean => code === "payment_link_paid";

/** The order's payment that this session was paid with; throws without one. */
export async function paymentIn({ admin }: Stage, orderId: string | null, sessionId: string): Promise<MedusaPayment> {
  const fields =
    "payment_collections.payments.*,payment_collections.payments.captures.*,payment_collections.payments.refunds.*";
  const { body } = await admin.get(`/admin/orders/${String(orderId)}?fields=${fields}`).expect(200);
  const all: (MedusaPayment & { payment_session_id: string })[] = body.order.payment_collections.flatMap(
    ({ payments }: { payments: object[] }) => payments,
  );
  const found = all.find(({ payment_session_id: session }) => session === sessionId);
  if (!found) throw new Error(`The order has no payment of the session: ${JSON.stringify(all)}`);
  return found;
}
