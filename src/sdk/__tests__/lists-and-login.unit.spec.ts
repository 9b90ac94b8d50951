import { english } from "../texts";
import { createRequests } from "../requests";
import type { ShopAnswer } from "./fake-shop";
import { asked, authorised, errorFrom, fakeShop, shopWith } from "./fake-shop";

/** Payment methods, saved cards, and the login sent with each request. */
const CARD = { id: "card_1", mask: "411111******1111", brand: "visa" };
const config = { backendUrl: "https://api.shop.example//", publishableKey: "pk_1" };

describe("the payment methods of a cart", () => {
  it("are in the server's order", async () => {
    const methods = [{ id: "apm:pix" }, { id: "card" }];
    const { acquiring, sent } = shopWith({ body: { payment_methods: methods, can_save_cards: true } });
    expect(await acquiring.listMethods({ cartId: "cart_1" })).toEqual({ methods, canSaveCards: true });
    expect([asked(sent), sent[0]?.body]).toEqual([["POST /store/acquiring/payment-methods"], { cart_id: "cart_1" }]);
  });

  it("are none, and no card can be saved, if the server does not send them", async () => {
    const { acquiring } = shopWith({ body: { payment_methods: null, can_save_cards: "yes" } });
    expect(await acquiring.listMethods({ cartId: "cart_1" })).toEqual({ methods: [], canSaveCards: false });
  });

  it.each<[string, ShopAnswer, string]>([
    ["the cart is not ready", { status: 409, body: { code: "cart_incomplete" } }, "cart_incomplete"],
    ["the connection broke, as it does without CORS", "broken", "not_loaded"],
    ["a proxy answered for the shop", { status: 502, body: "<html>" }, "not_loaded"],
    ["the server failed", { status: 503, body: { code: "payment_not_available" } }, "not_loaded"],
    [
      "the key is wrong",
      { status: 400, body: { type: "not_allowed", message: "A valid key is required" } },
      "not_loaded",
    ],
  ])("cannot be loaded if %s", async (_why, answer, code) => {
    expect((await errorFrom(shopWith(answer).acquiring.listMethods({ cartId: "cart_1" }))).code).toBe(code);
  });
});

describe("a customer's saved cards", () => {
  it("are listed without a body in the request", async () => {
    const { acquiring, sent } = shopWith({ body: { saved_cards: [CARD] } });
    expect(await acquiring.savedCards.list()).toEqual([CARD]);
    expect(asked(sent)).toEqual(["GET /store/acquiring/saved-cards"]);
    expect(sent[0]?.headers.has("content-type")).toBe(false);
  });

  it("are removed one by one", async () => {
    const { acquiring, sent } = shopWith({ body: { id: "card/1", deleted: true } });
    await acquiring.savedCards.remove("card/1");
    expect(asked(sent)).toEqual(["DELETE /store/acquiring/saved-cards/card%2F1"]);
  });

  it("require a login", async () => {
    const guest = { status: 401, body: { code: "login_required", message: "Please log in first." } };
    expect((await errorFrom(shopWith(guest).acquiring.savedCards.list())).code).toBe("login_required");
    expect((await errorFrom(shopWith(guest).acquiring.savedCards.remove("card_1"))).code).toBe("login_required");
  });
});

describe("the headers of a request", () => {
  it("are evaluated for each request, so that a login takes effect immediately", async () => {
    const { fetch, sent } = fakeShop({ body: {} });
    let count = 0;
    const headers = () => ({ "x-count": String(++count) });
    const requests = createRequests({ ...config, fetch, headers }, english);
    await requests.read("GET", "/store/x");
    await requests.read("POST", "/store/x", {});
    expect(sent.map((request) => request.headers.get("x-count"))).toEqual(["1", "2"]);
    expect(sent.every((request) => request.headers.get("x-publishable-api-key") === "pk_1")).toBe(true);
    expect(asked(sent)).toEqual(["GET /store/x", "POST /store/x"]);
  });

  it("prevent a payment from being sent if they cannot be evaluated", async () => {
    const { fetch, sent } = fakeShop({ body: authorised });
    const requests = createRequests(
      { ...config, fetch, headers: () => Promise.reject(new Error("no storage")) },
      english,
    );
    expect(await requests.pay("/store/x", {})).toMatchObject({ kind: "refused", error: { code: "not_sent" } });
    expect(await requests.status("/store/x", {})).toMatchObject({ kind: "lost", error: { code: "network" } });
    await expect(requests.read("GET", "/store/x")).rejects.toMatchObject({ code: "not_loaded" });
    expect(sent).toEqual([]);
  });
});
