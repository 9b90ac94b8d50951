import { languages } from "../languages";
import { english } from "../texts";
import type { Acquiring } from "../types";
import { errorFrom, shopOf, shopWith } from "./fake-shop";

/**
 * What a customer reads if no answer comes, for example because CORS or the network blocks the request. The outcome is
 * unknown only for a request that may have sent a payment.
 */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const CARD = { number: "4111111111111111", expiry: "12 / 39", securityCode: "123", name: "Ada Lovelace" };

type Call = (acquiring: Acquiring) => Promise<unknown>;
const CALLS: readonly (readonly [string, string, Call])[] = [
  ["listMethods", "not_loaded", (shop) => shop.listMethods({ cartId: "cart_1" })],
  ["savedCards.list", "not_loaded", (shop) => shop.savedCards.list()],
  ["listPlans", "not_loaded", (shop) => shop.listPlans({ variantIds: ["variant_1"], currencyCode: "eur" })],
  ["subscriptions.list", "not_loaded", (shop) => shop.subscriptions.list()],
  ["findSession", "not_loaded", (shop) => shop.findSession({ orderId: "order_1" })],
  ["instructions of an order", "not_loaded", (shop) => shop.instructions({ orderId: "order_1" })],
  ["instructions of a session", "not_loaded", (shop) => shop.instructions({ session: SESSION })],
  ["start", "not_sent", (shop) => shop.start({ cartId: "cart_1", providerId: "pp_1" })],
  ["savedCards.remove", "not_saved", (shop) => shop.savedCards.remove("card_1")],
  ["subscriptions.cancel", "network", (shop) => shop.subscriptions.cancel("sub_1")],
  ["pay", "network", (shop) => shop.pay({ session: SESSION, method: { type: "card", card: CARD } })],
  ["status", "network", (shop) => shop.status(SESSION)],
  ["handleReturn", "network", (shop) => shop.handleReturn("https://shop.example/?acquiring_return=t")],
];

/** After `pay`, its status. */
const OWN_LIMITS: Readonly<Record<string, number>> = { status: 20_000, start: 30_000, pay: 120_000 };

describe("a request without a response", () => {
  it.each(CALLS)("%s: %s", async (_name, code, call) => {
    for (const answer of ["broken", "silent", { status: 502, body: "<html>Bad gateway</html>" }] as const)
      expect((await errorFrom(call(shopWith(answer).acquiring))).code).toBe(code);
  });

  it.each(CALLS)("%s ends by itself: %s", async (name, code, call) => {
    const { acquiring, timer } = shopWith("silent");
    await errorFrom(call(acquiring));
    const limit = code === "not_loaded" ? 20_000 : (OWN_LIMITS[name] ?? 100_000);
    expect(timer.now()).toBe(limit);
    expect(timer.open()).toBe(0);
  });

  it.each([
    ["status", "network", (shop: Acquiring) => shop.status(SESSION)],
    ["pay", "not_sent", (shop: Acquiring) => shop.pay({ session: SESSION, method: { type: "card", card: CARD } })],
  ])("%s sends nothing while the shop's headers do not come: %s", async (_name, code, call) => {
    const { acquiring, sent } = shopOf({ headers: () => new Promise(() => undefined) }, "broken");
    expect((await errorFrom(call(acquiring))).code).toBe(code);
    expect(sent).toEqual([]);
  });

  it.each(CALLS.filter(([, code]) => code !== "network"))(
    "%s does not suggest waiting for a payment",
    async (...call) => {
      const { message } = await errorFrom(call[2](shopWith("broken").acquiring));
      expect(message).toMatch(/try again\.$/);
      expect(message).not.toMatch(/do not pay/);
    },
  );

  it("a cancellation of a subscription without a response is not called a payment", async () => {
    const { message } = await errorFrom(shopWith("broken").acquiring.subscriptions.cancel("sub_1"));
    expect(message).toBe(english.labels.endLost);
  });

  it.each(Object.entries(languages))("has different texts for each kind in %s", (_language, { errors }) => {
    const texts = [errors.network, errors.not_loaded, errors.not_sent, errors.not_saved];
    expect(new Set(texts).size).toBe(4);
  });
});
