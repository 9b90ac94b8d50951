// A customer and an admin for tests, over HTTP only, like a storefront and the dashboard.
import request from "supertest";
import type { PaymentAnswer } from "../../src/api-schema/store";
import { ADDRESS, cardInput } from "./ada";

export { cardInput };

export const CARDS = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  lostBefore: "4000000000006975",
  lostAfter: "4000000000000259",
  pending: "4000000000003220",
  doubtful: "4000000000000119",
  unknownCode: "4000000000005126",
} as const;

export interface Session {
  readonly id: string;
  readonly data: { readonly token: string };
}

export interface Checkout {
  readonly cartId: string;
  readonly collectionId: string;
  readonly session: Session;
}

/** With access to the shop's database, carts are copied instead of created by Medusa each time. */
export interface CartCopies {
  /** Remembers a new cart. */
  keep(name: string, cartId: string): Promise<void>;
  /** Copies the cart of this name; null if none is remembered. */
  make(name: string): Promise<Omit<Checkout, "session"> | null>;
}

export class Shop {
  constructor(
    private readonly base: string,
    readonly publishableKey: string,
    readonly regionId: string,
    private readonly copies: CartCopies | null = null,
  ) {}

  /** The same shop at another store process. */
  at(base: string): Shop {
    return new Shop(base, this.publishableKey, this.regionId, this.copies);
  }

  post(path: string, body: object = {}): request.Test {
    return request(this.base).post(path).set("x-publishable-api-key", this.publishableKey).send(body);
  }

  get(path: string): request.Test {
    return request(this.base).get(path).set("x-publishable-api-key", this.publishableKey);
  }

  delete(path: string): request.Test {
    return request(this.base).delete(path).set("x-publishable-api-key", this.publishableKey);
  }

  /** A cart with one product, address and free shipping, ready to be paid. */
  async checkout(handle = "tall-vase", quantity = 1): Promise<Checkout> {
    const name = `${handle} ${String(quantity)}`;
    const copy = await this.copies?.make(name);
    if (copy) return { ...copy, session: await this.session(copy.collectionId) };
    const made = await this.makeCheckout(handle, quantity);
    await this.copies?.keep(name, made.cartId);
    return { ...made, session: await this.session(made.collectionId) };
  }

  /** With a storefront's calls. */
  private async makeCheckout(handle: string, quantity: number): Promise<Omit<Checkout, "session">> {
    const products = await this.get(
      `/store/products?handle=${handle}&region_id=${this.regionId}&fields=*variants`,
    ).expect(200);
    const variantId: string = products.body.products[0].variants[0].id;
    const cart = await this.post("/store/carts", {
      region_id: this.regionId,
      email: "ada@example.test",
      shipping_address: ADDRESS,
      billing_address: ADDRESS,
      items: [{ variant_id: variantId, quantity }],
    }).expect(200);
    const cartId: string = cart.body.cart.id;
    const options = await this.get(`/store/shipping-options?cart_id=${cartId}`).expect(200);
    const free = options.body.shipping_options.find((option: { amount: number }) => option.amount === 0);
    await this.post(`/store/carts/${cartId}/shipping-methods`, { option_id: free.id }).expect(200);
    const collection = await this.post("/store/payment-collections", { cart_id: cartId }).expect(200);
    const collectionId: string = collection.body.payment_collection.id;
    return { cartId, collectionId };
  }

  /** A payment session of one of our providers; replaces the cart's earlier session. */
  async session(collectionId: string, data: object = {}, mode: "card" | "checkout" | "apm" = "card"): Promise<Session> {
    const answer = await this.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: `pp_acquiring-${mode}_main`,
      data,
    }).expect(200);
    return answer.body.payment_collection.payment_sessions[0];
  }

  pay(checkout: Pick<Checkout, "session">, number: string = CARDS.approved): request.Test {
    return this.payBy(checkout, { type: "card", card: cardInput(number) });
  }

  /** Pays with any method: `method` is a `PaymentChoice` of the API schema. */
  payBy({ session }: Pick<Checkout, "session">, method: object, more: object = {}): request.Test {
    return this.post("/store/acquiring/payments", {
      session_id: session.id,
      token: session.data.token,
      method,
      ...more,
    });
  }

  /** A checkout whose session is of another method than the card form. */
  async checkoutFor(mode: "checkout" | "apm", handle = "tall-vase"): Promise<Checkout> {
    const checkout = await this.checkout(handle);
    return { ...checkout, session: await this.session(checkout.collectionId, {}, mode) };
  }

  /** The shop's request when a customer returns with a return token. */
  returned(token: string, key?: string): request.Test {
    return this.post("/store/acquiring/payment-return", { return_token: token, key });
  }

  async status({ session }: Pick<Checkout, "session">): Promise<PaymentAnswer["payment"]> {
    const answer = await this.post("/store/acquiring/payment-status", {
      session_id: session.id,
      token: session.data.token,
    }).expect(200);
    return answer.body.payment;
  }

  /** Completes the cart; `refused` if core does not place the order. */
  async complete({
    cartId,
  }: Pick<Checkout, "cartId">): Promise<{ type: string; order?: { id: string }; error?: { message: string } }> {
    const answer = await this.post(`/store/carts/${cartId}/complete`);
    return answer.status === 200 ? answer.body : { type: "refused", error: answer.body };
  }

  /** Pays and completes; returns the order's ID. */
  async order(handle = "tall-vase"): Promise<{ orderId: string; checkout: Checkout }> {
    const checkout = await this.checkout(handle);
    await this.pay(checkout).expect(200);
    const done = await this.complete(checkout);
    if (!done.order) throw new Error(`The cart was not completed: ${JSON.stringify(done.error)}`);
    return { orderId: done.order.id, checkout };
  }
}

export class Admin {
  private constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  static async login(base: string, email: string, password: string): Promise<Admin> {
    const answer = await request(base).post("/auth/user/emailpass").send({ email, password }).expect(200);
    return new Admin(base, answer.body.token);
  }

  /** The same user at another store process. */
  at(base: string): Admin {
    return new Admin(base, this.token);
  }

  post(path: string, body: object = {}): request.Test {
    return request(this.base).post(path).set("authorization", `Bearer ${this.token}`).send(body);
  }

  put(path: string, body: object = {}): request.Test {
    return request(this.base).put(path).set("authorization", `Bearer ${this.token}`).send(body);
  }

  delete(path: string): request.Test {
    return this.request("delete", path);
  }

  /** Without a body and its content type. */
  request(method: "post" | "put" | "patch" | "delete", path: string): request.Test {
    return request(this.base)[method](path).set("authorization", `Bearer ${this.token}`);
  }

  get(path: string): request.Test {
    return request(this.base).get(path).set("authorization", `Bearer ${this.token}`);
  }

  async payment(orderId: string): Promise<{
    id: string;
    amount: number;
    captured_at: string | null;
    canceled_at: string | null;
    captures: { amount: number }[];
    refunds: { amount: number }[];
  }> {
    const fields =
      "payment_collections.payments.*,payment_collections.payments.captures.*,payment_collections.payments.refunds.*";
    const answer = await this.get(`/admin/orders/${orderId}?fields=${fields}`).expect(200);
    return answer.body.order.payment_collections[0].payments[0];
  }
}

/** The simulator's control API. */
export class Gateway {
  #settings: object | null = null;

  constructor(readonly url: string) {}

  /** Resets it to the state of the first call, then applies these settings. */
  async anew(settings: object = {}): Promise<void> {
    await this.control("reset");
    const first = await this.control("settings", this.#settings ?? {});
    this.#settings ??= first;
    await this.control("settings", settings);
  }

  async state(): Promise<{ effects: Record<string, number>; transactions: GatewayTransaction[] }> {
    return (await request(this.url).get("/_control/state").expect(200)).body;
  }

  async transaction(orderNo: string): Promise<GatewayTransaction> {
    const found = (await this.state()).transactions.find(({ order_no }) => order_no === orderNo);
    if (!found) throw new Error(`The gateway has no transaction ${orderNo}.`);
    return found;
  }

  async requests(
    since = 0,
  ): Promise<{ seq: number; operation: string; applied: boolean; body: Record<string, unknown> }[]> {
    return (
      await request(this.url)
        .get(`/_control/requests?since=${String(since)}`)
        .expect(200)
    ).body.requests;
  }

  /** Number of requests of this operation since the start. */
  async sent(operation: string): Promise<number> {
    return (await this.requests()).filter((request) => request.operation === operation).length;
  }

  async fault(operation: string, fault: string, count = 1): Promise<void> {
    await request(this.url).post("/_control/faults").send({ operation, fault, count }).expect(200);
  }

  /** The next answer takes so long that a busy machine does something else meanwhile. */
  async slowly(operation: string): Promise<void> {
    await this.control("arm", { operation, fault: "delay", ms: 6_000 });
  }

  async control(call: string, body: object = {}): Promise<Record<string, unknown>> {
    return (await request(this.url).post(`/_control/${call}`).send(body).expect(200)).body;
  }

  async notify(orderNo: string, firing: object = {}): Promise<number[]> {
    const answer = await request(this.url)
      .post("/_control/notify")
      .send({ order_no: orderNo, ...firing })
      .expect(200);
    return answer.body.results.map(({ status }: { status: number }) => status);
  }

  async idle(): Promise<void> {
    await request(this.url).get("/_control/idle").expect(200);
  }
}

export interface GatewayTransaction {
  readonly order_no: string;
  /** Of its subscription; empty: none. */
  readonly recurring_id: string;
  readonly transaction_id: string;
  readonly state: string;
  readonly amount: string;
  readonly captured: string;
  readonly refunded: string;
  readonly captures: { amount: string }[];
  readonly refunds: { amount: string; reason: string }[];
}
