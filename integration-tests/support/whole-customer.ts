import { sendCustomerEmails } from "../../src/application/customer-emails/send-emails";
import { raiseAttention } from "../../src/modules/acquiring";
import { changeQuantity, LinkPayer, linkFor } from "./balance";
import type { Stage } from "./boot";
import { Customer } from "./customer";
import { cardInput } from "./shop";
import type { Checkout } from "./shop";
import { PLAN, offerPlan } from "./subscriber";
import { Traveller } from "./traveller";

/** A customer with every kind of payment, all of them over, and with texts in every place that takes one. */
export interface Named {
  /** Of the account; the address is `<login>@example.test`. */
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly street: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly card: string;
  /** In every note and message. */
  readonly word: string;
}

/** Neither a name nor, by chance, digits like a card number. */
let keys = 0;
const newKey = (): string => `intention-of-a-test-${String((keys += 1))}`;

const SHOP = "http://localhost:8000";
const CHALLENGE = "4000000000003063";
const HELD = "4000000000009243";

/** Every text by which this customer would be recognised. */
export const textsOf = (who: Named): readonly string[] => [
  ...[`${who.login}@example.test`, who.firstName, who.lastName, who.phone, who.street, who.ip, who.userAgent],
  ...[`${who.card.slice(0, 6)}******${who.card.slice(-4)}`, who.word],
];

export class WholeCustomer {
  readonly orders: string[] = [];

  private constructor(
    private readonly stage: Stage,
    readonly who: Named,
    readonly customer: Customer,
  ) {}

  static async of(stage: Stage, who: Named): Promise<WholeCustomer> {
    const customer = await Customer.register(stage.base, stage.shop, who.login);
    return new WholeCustomer(stage, who, customer);
  }

  private async checkout(handle?: string, mode = "card"): Promise<Checkout> {
    const { shop } = this.stage;
    const checkout = await shop.checkout(handle);
    const address = {
      ...{ first_name: this.who.firstName, last_name: this.who.lastName, phone: this.who.phone },
      ...{ address_1: this.who.street, city: "Berlin", postal_code: "10115", country_code: "de" },
    };
    await this.customer.post(`/store/carts/${checkout.cartId}/customer`).expect(200);
    await this.customer
      .post(`/store/carts/${checkout.cartId}`, { billing_address: address, shipping_address: address })
      .expect(200);
    const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
    const { body } = await this.customer.post(path, { provider_id: `pp_acquiring-${mode}_main` }).expect(200);
    return { ...checkout, session: body.payment_collection.payment_sessions[0] };
  }

  private async pay(checkout: Checkout, method: object): Promise<{ state: string; action: { url: string } | null }> {
    const { body } = await this.customer
      .payBy(checkout, method, {
        return_to: `${SHOP}/checkout?who=${this.who.word}`,
      })
      .set("user-agent", this.who.userAgent)
      .set("x-forwarded-for", this.who.ip);
    if (!body.payment) throw new Error(JSON.stringify(body));
    return body.payment;
  }

  private card(number = this.who.card): Record<string, unknown> {
    const names = { holder_first_name: this.who.firstName, holder_last_name: this.who.lastName };
    return { type: "card", card: { ...cardInput(number), ...names } };
  }

  private async order(checkout: Checkout): Promise<string> {
    const { body } = await this.customer.post(`/store/carts/${checkout.cartId}/complete`).expect(200);
    const id: string = body.order.id;
    this.orders.push(id);
    return id;
  }

  private async captured(checkout: Checkout): Promise<string> {
    const order = await this.order(checkout);
    const payment = await this.stage.admin.payment(order);
    await this.stage.admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
    return order;
  }

  private async orderNoOf(checkout: Checkout): Promise<string> {
    const row = await this.stage
      .pg("acquiring_payment_attempt")
      .where({ cart_id: checkout.cartId })
      .orderBy("created_at", "desc")
      .first("order_no");
    return row.order_no;
  }

  private async told(orderNo: string, overrides: object): Promise<void> {
    await this.stage.gateway.notify(orderNo, { overrides });
    await this.stage.work();
  }

  /** A saved card, captured, refunded in part with a note, disputed, and told by notifications with contact data. */
  async payAndRefund(): Promise<void> {
    const { admin } = this.stage;
    const checkout = await this.checkout();
    await this.pay(checkout, { ...this.card(), save: true });
    const order = await this.captured(checkout);
    const payment = await admin.payment(order);
    await admin
      .post(`/admin/payments/${payment.id}/refund`, { amount: 10, note: `${this.who.word} asked by phone` })
      .expect(200);
    const orderNo = await this.orderNoOf(checkout);
    await this.stage.gateway.control("process-refunds", { order_no: orderNo });
    await this.told(orderNo, {
      ...{ customer_email: `${this.who.login}@example.test`, customer_phone: this.who.phone, customer_ip: this.who.ip },
      ...{ customer_first_name: this.who.firstName, customer_last_name: this.who.lastName, message: this.who.word },
    });
    const disputed = { notify_type: "dispute", dispute_amount: "90.00", dispute_reference: "D1" };
    for (const status of ["received", "lost"]) {
      await this.told(orderNo, { ...disputed, dispute_status: status, dispute_reason: `${this.who.word} denies it` });
      if (status === "received") await this.noteDispute();
    }
    await this.told(orderNo, { code: "XX99", message: `Unknown ${this.who.word}` });
  }

  private async noteDispute(): Promise<void> {
    const { admin } = this.stage;
    const { body } = await admin.get("/admin/acquiring/disputes?state=needs_answer").expect(200);
    const [{ id, version }] = body.disputes;
    const note = `${this.who.word} has the parcel`;
    await admin
      .post(`/admin/acquiring/disputes/${encodeURIComponent(id)}`, { version, due_at: null, answered: true, note })
      .expect(200);
  }

  /** Declined, then paid with 3-D Secure. */
  async payWithChallenge(): Promise<void> {
    const checkout = await this.checkout();
    await this.pay(checkout, this.card("4000000000000002"));
    const { action } = await this.pay(checkout, this.card(CHALLENGE));
    const traveller = new Traveller(SHOP);
    await traveller.submit(await traveller.follow(action?.url ?? ""), { decision: "approve" });
    await this.stage.shop.returned(traveller.returnToken).expect(200);
    await this.captured(checkout);
  }

  /** Held, and approved with a note. */
  async payHeld(): Promise<void> {
    const { admin, pg, work } = this.stage;
    const checkout = await this.checkout();
    await this.pay(checkout, this.card(HELD));
    const order = await this.order(checkout);
    const attempt = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first("id");
    const note = `${this.who.word} is known`;
    const body = { key: newKey(), payment_ids: [attempt.id], action: "approve", note };
    await admin.post("/admin/acquiring/reviews", body).expect(200);
    await work();
    const payment = await admin.payment(order);
    await admin.post(`/admin/payments/${payment.id}/capture`).expect(200);
  }

  /** A bank transfer on the gateway's page. */
  async payByRedirect(): Promise<void> {
    const checkout = await this.checkout("tall-vase", "apm");
    const { action } = await this.pay(checkout, { type: "apm", method: "bank-transfer" });
    const traveller = new Traveller(SHOP);
    await traveller.submit(await traveller.follow(action?.url ?? ""), { decision: "pay" });
    await this.stage.shop.returned(traveller.returnToken).expect(200);
    await this.order(checkout);
    await this.stage.hurry();
  }

  /** An order that owes more, paid with a link that was sent by e-mail. */
  async payByLink(): Promise<void> {
    const { admin } = this.stage;
    const checkout = await this.checkout();
    await this.pay(checkout, this.card());
    const order = await this.captured(checkout);
    await changeQuantity(this.stage, order, 2);
    const link = await linkFor(this.stage, order, { description: `For ${this.who.word}` });
    await admin.post(`/admin/acquiring/payment-links/${link.id}/send`, { key: newKey() }).expect(200);
    const payer = new LinkPayer(this.stage, link.token);
    await payer.payBy(await payer.begin(), this.card()).expect(200);
    const collections = "payment_collections.payments.*";
    const { body } = await admin.get(`/admin/orders/${order}?fields=${collections}`).expect(200);
    const payments: { id: string; captured_at: string | null }[] = body.order.payment_collections.flatMap(
      (each: { payments: object[] }) => each.payments,
    );
    for (const { id, captured_at } of payments)
      if (captured_at === null) await admin.post(`/admin/payments/${id}/capture`).expect(200);
  }

  /** A subscription with a second charge. Returns its ID. */
  async subscribe(): Promise<string> {
    const { pg, work, ledger, gateway } = this.stage;
    await offerPlan(this.stage, { ...PLAN, amounts: { eur: "24.50" } }, "stoneware-mug");
    const checkout = await this.checkout("stoneware-mug");
    await this.pay(checkout, this.card());
    await this.captured(checkout);
    await work();
    const row = await pg("acquiring_subscription").where({ cart_id: checkout.cartId }).first("id", "attempt_id");
    await gateway.control("renew", { order_no: await this.orderNoOf(checkout) });
    await ledger.checkAttempt(row.attempt_id);
    await work();
    return row.id;
  }

  async cancel(subscription: string): Promise<void> {
    const body = { key: newKey(), note: `${this.who.word} moves away` };
    const answer = await this.stage.admin.post(`/admin/acquiring/subscriptions/${subscription}/cancel`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    await this.stage.work();
  }

  /** Confirmed refunds, and an attention item that is solved with a note. */
  async settle(): Promise<void> {
    const { admin, pg, ledger, hurry, container } = this.stage;
    const mine = pg("acquiring_payment_attempt").where({ customer_id: this.customer.id });
    for (const id of await mine.clone().where("refund_pending", ">", 0).pluck("id"))
      await ledger.checkAttempt(String(id));
    const { id: attemptId } = await mine.clone().orderBy("id").first("id");
    const item = { account: "main", kind: "drift", subject: attemptId, attemptId } as const;
    await raiseAttention(pg, { ...item, message: `${this.who.word} differs` }, ledger.now());
    const open = pg("acquiring_attention_item")
      .whereNull("cleared_at")
      .whereIn("attempt_id", mine.clone().select("id"));
    for (const id of await open.pluck("id"))
      await admin
        .post(`/admin/acquiring/attention/${String(id)}/dismiss`, { note: `${this.who.word} was called` })
        .expect(200);
    await hurry();
    // Of the refund; one that a provider did not accept names the address.
    await sendCustomerEmails(container);
    const problem = `550 ${this.who.login}@example.test is full`;
    const message = { kind: "voucher_reminder", status: "failed", due_at: ledger.now(), tries: 9, problem } as const;
    await pg("acquiring_customer_message").insert({
      ...message,
      ...{ id: `acqcum_${String(attemptId)}`, subject: attemptId, attempt_id: attemptId },
    });
  }
}
