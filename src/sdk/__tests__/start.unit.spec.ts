import { asked, errorFrom, paymentOf, shopWith } from "./fake-shop";

/** From a cart to a payable session. */
const CARD = "pp_acquiring-card_main";
const FIELDS = "fields=id,payment_collection.id,*payment_collection.payment_sessions";
const INPUT = { cartId: "cart_1", providerId: CARD };

const session = (change: object = {}) => ({
  id: "payses_1",
  provider_id: CARD,
  status: "pending",
  data: { v: 1, mode: "card", token: "token_1" },
  ...change,
});
const collection = (...sessions: readonly object[]) => ({ id: "paycol_1", payment_sessions: sessions });
const cart = (payment_collection: object | null) => ({ body: { cart: { id: "cart_1", payment_collection } } });
const made = (...sessions: readonly object[]) => ({ body: { payment_collection: collection(...sessions) } });

describe("starting a payment", () => {
  it("creates the cart's payment collection, then a session of the provider", async () => {
    const { acquiring, sent } = shopWith(cart(null), made(), made(session({ provider_id: "pp_other" }), session()));
    const started = await acquiring.start(INPUT);
    expect(started).toEqual({ id: "payses_1", provider_id: CARD, data: session().data });
    expect(asked(sent)).toEqual([
      `GET /store/carts/cart_1?${FIELDS}`,
      "POST /store/payment-collections",
      "POST /store/payment-collections/paycol_1/payment-sessions",
    ]);
    expect(sent.map(({ body }) => body)).toEqual([undefined, { cart_id: "cart_1" }, { provider_id: CARD }]);
  });

  it("uses the payment collection that another tab created meanwhile", async () => {
    const refused = { status: 500, body: { message: "exists" } };
    const { acquiring, sent } = shopWith(cart(null), refused, cart(collection()), made(session()));
    expect((await acquiring.start(INPUT)).id).toBe("payses_1");
    expect(asked(sent)).toHaveLength(4);
  });

  it("reports the error if there is still none", async () => {
    const refused = { status: 500, body: { message: "no" } };
    const { acquiring } = shopWith(cart(null), refused, cart(null));
    expect((await errorFrom(acquiring.start(INPUT))).code).toBe("not_sent");
  });

  it("uses an existing payment collection", async () => {
    const { acquiring, sent } = shopWith(cart(collection()), made(session()));
    await acquiring.start(INPUT);
    expect(asked(sent).slice(1)).toEqual(["POST /store/payment-collections/paycol_1/payment-sessions"]);
  });

  it.each(["pending", "requires_more", "authorized"])(
    "uses the session of the same provider that is %s, and creates none",
    async (status) => {
      const { acquiring, sent } = shopWith(cart(collection(session({ status }))));
      expect((await acquiring.start(INPUT)).id).toBe("payses_1");
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    ["is of another provider", { provider_id: "pp_system_default" }],
    ["was cancelled", { status: "canceled" }],
    ["has failed", { status: "error" }],
    ["had its money given back", { data: { token: "token_1", state: "voided" } }],
    ["carries no token of ours", { data: {} }],
    ["tells no data", { data: null }],
  ])("creates a new session if the present one %s", async (_why, change) => {
    const { acquiring, sent } = shopWith(cart(collection(session(change))), made(session({ id: "payses_2" })));
    expect((await acquiring.start(INPUT)).id).toBe("payses_2");
    expect(sent).toHaveLength(2);
  });

  it("creates a new session once the present one was returned", async () => {
    const given = paymentOf({ error: { code: "session_not_payable", message: "no" } });
    const present = cart(collection(session()));
    const { acquiring } = shopWith(present, { body: given }, present, made(session(), session({ id: "payses_2" })));
    const first = await acquiring.start(INPUT);
    await acquiring.pay({ session: first, method: { type: "saved_card", id: "acqcard_1" } });
    expect([first.id, (await acquiring.start(INPUT)).id]).toEqual(["payses_1", "payses_2"]);
  });

  it("fails if Medusa returns no session of the provider", async () => {
    const { acquiring } = shopWith(cart(collection()), made(session({ provider_id: "pp_other" })));
    expect((await errorFrom(acquiring.start(INPUT))).code).toBe("payment_not_available");
  });

  it.each([
    ["not_sent", "broken" as const],
    ["not_sent", { body: "<html>welcome</html>" }],
    ["not_sent", { status: 502, body: "<html>Bad gateway</html>" }],
    ["payment_not_available", { status: 404, body: { type: "not_found", message: "Cart id not found: cart_1" } }],
  ])("throws %s if the cart cannot be loaded (%j)", async (code, answer) => {
    expect((await errorFrom(shopWith(answer).acquiring.start(INPUT))).code).toBe(code);
  });

  it("requests no session of a collection without an ID", async () => {
    const { acquiring, sent } = shopWith(cart(null), { body: { payment_collection: {} } });
    expect((await errorFrom(acquiring.start(INPUT))).code).toBe("payment_not_available");
    expect(sent).toHaveLength(2);
  });

  it("a cart ID cannot change the route", async () => {
    const { acquiring, sent } = shopWith(cart(collection(session())));
    await acquiring.start({ cartId: "../customers/me?x", providerId: CARD });
    expect(asked(sent)).toEqual([`GET /store/carts/..%2Fcustomers%2Fme%3Fx?${FIELDS}`]);
  });
});

describe("the payment methods", () => {
  it("are in the server's order", async () => {
    const methods = [{ id: "card" }, { id: "apm:pix" }];
    const { acquiring, sent } = shopWith({ body: { payment_methods: methods, can_save_cards: true } });
    expect(await acquiring.listMethods({ cartId: "cart_1" })).toEqual({ methods, canSaveCards: true });
    expect(asked(sent)).toEqual(["POST /store/acquiring/payment-methods"]);
    expect(sent[0]?.body).toEqual({ cart_id: "cart_1" });
  });

  it("are refused with the server's code", async () => {
    const { acquiring } = shopWith({ status: 404, body: { code: "session_not_found" } });
    expect((await errorFrom(acquiring.listMethods({ cartId: "cart_2" }))).code).toBe("session_not_found");
  });
});

describe("saved cards", () => {
  it("are listed without a body, and removed by their ID", async () => {
    const card = { id: "acqcard_1", mask: "411111******1111" };
    const { acquiring, sent } = shopWith({ body: { saved_cards: [card] } }, { body: { id: card.id, deleted: true } });
    expect(await acquiring.savedCards.list()).toEqual([card]);
    await expect(acquiring.savedCards.remove("acqcard_1/x")).resolves.toBeUndefined();
    expect(asked(sent)).toEqual([
      "GET /store/acquiring/saved-cards",
      "DELETE /store/acquiring/saved-cards/acqcard_1%2Fx",
    ]);
    expect(sent[0]?.headers.has("content-type")).toBe(false);
  });

  it("require a login", async () => {
    const { acquiring } = shopWith({ status: 401, body: { code: "login_required", message: "Please log in first." } });
    expect((await errorFrom(acquiring.savedCards.list())).code).toBe("login_required");
  });
});
