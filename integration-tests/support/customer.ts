import request from "supertest";
import type { Checkout, Shop } from "./shop";

/** A customer with an account, logged in with a bearer token. */
export class Customer {
  private constructor(
    private readonly shop: Shop,
    readonly id: string,
    private readonly token: string,
  ) {}

  static async register(base: string, shop: Shop, name: string): Promise<Customer> {
    const login = { email: `${name}@example.test`, password: "supersecret-1" };
    const registered = await request(base).post("/auth/customer/emailpass/register").send(login).expect(200);
    const made = await shop
      .post("/store/customers", { email: login.email })
      .set("authorization", `Bearer ${String(registered.body.token)}`)
      .expect(200);
    const { body } = await request(base).post("/auth/customer/emailpass").send(login).expect(200);
    return new Customer(shop, made.body.customer.id, body.token);
  }

  post(path: string, body: object = {}): request.Test {
    return this.shop.post(path, body).set("authorization", `Bearer ${this.token}`);
  }

  get(path: string): request.Test {
    return this.shop.get(path).set("authorization", `Bearer ${this.token}`);
  }

  delete(path: string): request.Test {
    return this.shop.delete(path).set("authorization", `Bearer ${this.token}`);
  }

  /** A cart of this customer, ready to be paid. */
  async checkout(): Promise<Checkout> {
    const checkout = await this.shop.checkout();
    await this.post(`/store/carts/${checkout.cartId}/customer`).expect(200);
    // The cart changed its customer, so its payment session was replaced.
    const path = `/store/payment-collections/${checkout.collectionId}/payment-sessions`;
    const { body } = await this.post(path, { provider_id: "pp_acquiring-card_main" }).expect(200);
    return { ...checkout, session: body.payment_collection.payment_sessions[0] };
  }

  payBy({ session }: Pick<Checkout, "session">, method: object, more: object = {}): request.Test {
    return this.post("/store/acquiring/payments", {
      session_id: session.id,
      token: session.data.token,
      method,
      ...more,
    });
  }

  async savedCards(): Promise<{ id: string; mask: string }[]> {
    return (await this.get("/store/acquiring/saved-cards").expect(200)).body.saved_cards;
  }
}
