import type { Acquiring } from "../../src/sdk";
import { AcquiringError, createAcquiring } from "../../src/sdk";
import { de } from "../../src/sdk/languages";
import { withStore } from "../support/boot";
import { CARDS } from "../support/shop";

/** The browser client against the real store, with Medusa's routes and ours. */
const CARD_PROVIDER = "pp_acquiring-card_main";
const card = (number: string) => ({
  number,
  expiry: "12 / 39",
  securityCode: "123",
  firstName: "Ada",
  lastName: "Lovelace",
});

withStore("sdk", (stage) => {
  const acquiring = (): Acquiring =>
    createAcquiring({ backendUrl: stage().base, publishableKey: stage().shop.publishableKey, texts: de });

  it("starts a payment for a cart without a payment collection, and uses the same session again", async () => {
    const { body } = await stage().shop.post("/store/carts", { email: "ada@example.test" }).expect(200);
    const wanted = { cartId: String(body.cart.id), providerId: CARD_PROVIDER };
    const first = await acquiring().start(wanted);
    expect(first).toMatchObject({ provider_id: CARD_PROVIDER, data: { v: 1, token: expect.any(String) } });
    expect(await acquiring().start(wanted)).toEqual(first);
  });

  it("starts another session for another provider, in the cart's own collection", async () => {
    const { cartId, collectionId, session } = await stage().shop.checkout();
    const other = await acquiring().start({ cartId, providerId: "pp_acquiring-checkout_main" });
    expect([other.provider_id, other.id === session.id]).toEqual(["pp_acquiring-checkout_main", false]);
    const again = await acquiring().start({ cartId, providerId: CARD_PROVIDER });
    expect([other.id, session.id]).not.toContain(again.id);
    const { body } = await stage().shop.get(`/store/carts/${cartId}?fields=payment_collection.id`).expect(200);
    expect(body.cart.payment_collection.id).toBe(collectionId);
  });

  it("pays by card, and reads a decline in the shop's texts", async () => {
    const { cartId } = await stage().shop.checkout();
    const session = await acquiring().start({ cartId, providerId: CARD_PROVIDER });
    const declined = await acquiring().pay({ session, method: { type: "card", card: card(CARDS.declined) } });
    expect([declined.state, declined.error?.message]).toEqual(["payable", de.errors.card_declined]);
    const paid = await acquiring().pay({ session, method: { type: "card", card: card(CARDS.approved) } });
    expect([paid.state, paid.completable]).toEqual(["authorised", true]);
    expect(await acquiring().waitForResult(session)).toEqual(paid);
  });

  it("lists the payment methods of a cart", async () => {
    const { cartId } = await stage().shop.checkout();
    const { methods, canSaveCards } = await acquiring().listMethods({ cartId });
    expect(methods).toContainEqual(expect.objectContaining({ mode: "card", provider_id: CARD_PROVIDER }));
    expect(canSaveCards).toBe(false);
  });

  it("asks a guest who lists saved cards to log in, in the shop's texts", async () => {
    const error: unknown = await acquiring()
      .savedCards.list()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AcquiringError);
    expect(error).toMatchObject({ code: "login_required", message: de.errors.login_required });
  });
});
