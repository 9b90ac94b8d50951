import { asked, errorFrom, shopWith } from "./fake-shop";

/** From a cart to a payment session, by Medusa's own routes. */
const CART = "GET /store/carts/cart_1?fields=id,payment_collection.id,*payment_collection.payment_sessions";
const NEW_COLLECTION = "POST /store/payment-collections";
const NEW_SESSION = "POST /store/payment-collections/paycol_1/payment-sessions";
const WANTED = { cartId: "cart_1", providerId: "pp_acquiring-card_main" };

const session = (change: object = {}) => ({
  id: "payses_1",
  provider_id: "pp_acquiring-card_main",
  status: "pending",
  amount: 10,
  data: { v: 1, token: "token_1" },
  ...change,
});
const collection = (...sessions: readonly object[]) => ({ id: "paycol_1", payment_sessions: sessions });
const cartWith = (payment_collection: unknown) => ({ body: { cart: { id: "cart_1", payment_collection } } });
const made = (...sessions: readonly object[]) => ({ body: { payment_collection: collection(...sessions) } });

describe("starting to pay", () => {
  it.each(["pending", "requires_more"])("takes the cart's %s session of the same provider", async (status) => {
    const { acquiring, sent } = shopWith(cartWith(collection(session({ status }))));
    expect(await acquiring.start(WANTED)).toEqual({
      id: "payses_1",
      provider_id: "pp_acquiring-card_main",
      data: { v: 1, token: "token_1" },
    });
    expect(asked(sent)).toEqual([CART]);
  });

  it("makes collection and session where there is neither", async () => {
    const { acquiring, sent } = shopWith(cartWith(null), made(), made(session()));
    expect((await acquiring.start(WANTED)).id).toBe("payses_1");
    expect(asked(sent)).toEqual([CART, NEW_COLLECTION, NEW_SESSION]);
    expect(sent.map(({ body }) => body)).toEqual([{}, { cart_id: "cart_1" }, { provider_id: WANTED.providerId }]);
  });

  it.each([
    ["of another provider", session({ provider_id: "pp_acquiring-apm_main" })],
    ["that was cancelled", session({ status: "canceled" })],
    ["that failed", session({ status: "error" })],
    ["whose data is not ours", session({ data: { client_secret: "x" } })],
    ["without data", session({ data: null })],
  ])("makes a new session beside one %s", async (_which, old) => {
    const { acquiring, sent } = shopWith(cartWith(collection(old)), made(old, session({ id: "payses_2" })));
    expect((await acquiring.start(WANTED)).id).toBe("payses_2");
    expect(asked(sent)).toEqual([CART, NEW_SESSION]);
  });

  it.each([
    ["has no token", made(session({ data: {} }))],
    ["has a token that is no text", made(session({ data: { token: 7 } }))],
    ["is of another provider", made(session({ provider_id: "pp_system_default" }))],
    ["is missing", made()],
    ["is not in the answer", { body: {} }],
  ])("refuses when the new session %s", async (_what, answer) => {
    const error = await errorFrom(shopWith(cartWith(collection()), answer).acquiring.start(WANTED));
    expect(error.code).toBe("payment_not_available");
  });

  it("asks for no session in a collection that Medusa did not name", async () => {
    const { acquiring, sent } = shopWith(cartWith(null), { body: {} });
    expect((await errorFrom(acquiring.start(WANTED))).code).toBe("payment_not_available");
    expect(asked(sent)).toEqual([CART, NEW_COLLECTION]);
  });

  it("puts no id into an address as it is", async () => {
    const { acquiring, sent } = shopWith(cartWith({ id: "a/b?c", payment_sessions: [] }), made(session()));
    await acquiring.start({ ...WANTED, cartId: "../admin?x" });
    expect(asked(sent)[0]).toMatch(/^GET \/store\/carts\/\.\.%2Fadmin%3Fx\?fields=/);
    expect(asked(sent)[1]).toBe("POST /store/payment-collections/a%2Fb%3Fc/payment-sessions");
  });

  it("throws what Medusa refused, and makes nothing", async () => {
    const { acquiring, sent } = shopWith({ status: 404, body: { type: "not_found", message: "Cart not found" } });
    expect((await errorFrom(acquiring.start(WANTED))).code).toBe("payment_not_available");
    expect(sent).toHaveLength(1);
  });
});
