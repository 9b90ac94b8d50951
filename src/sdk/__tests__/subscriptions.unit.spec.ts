import { asked, errorFrom, shopWith } from "./fake-shop";

/** Plans of variants, and the customer's own subscriptions. */
const subscription = { id: "acqsub/1", state: "active" };
const answered = (outcome: string) => ({ body: { outcome, subscription } });
const keyOf = (body: unknown): unknown => (typeof body === "object" && body !== null && "key" in body ? body.key : "");

describe("the plans of variants", () => {
  it("are requested by variant and currency", async () => {
    const plans = [{ variant_id: "v1", amount: "12.00" }];
    const { acquiring, sent } = shopWith({ body: { plans } });
    expect(await acquiring.listPlans({ variantIds: ["v1", "v 2"], currencyCode: "eur" })).toEqual(plans);
    expect(asked(sent)).toEqual(["GET /store/acquiring/plans?currency_code=eur&variant_id=v1&variant_id=v+2"]);
  });

  it("are none without a request if there is no variant", async () => {
    const { acquiring, sent } = shopWith("broken");
    expect(await acquiring.listPlans({ variantIds: [], currencyCode: "eur" })).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("of more than fifty variants take a second request, and are returned as one list", async () => {
    const { acquiring, sent } = shopWith(
      { body: { plans: [{ variant_id: "a" }] } },
      { body: { plans: [{ variant_id: "b" }] } },
    );
    const variantIds = Array.from({ length: 51 }, (_none, index) => `v${String(index)}`);
    expect(await acquiring.listPlans({ variantIds, currencyCode: "eur" })).toEqual([
      { variant_id: "a" },
      { variant_id: "b" },
    ]);
    expect(sent.map(({ url }) => url.split("variant_id=").length - 1)).toEqual([50, 1]);
  });
});

describe("the subscriptions of a customer", () => {
  it("are paged", async () => {
    const { acquiring, sent } = shopWith({ body: { subscriptions: [subscription], count: 21 } });
    const page = { subscriptions: [subscription], count: 21 };
    expect(await acquiring.subscriptions.list()).toEqual(page);
    expect(await acquiring.subscriptions.list({ limit: 5, offset: 20 })).toEqual(page);
    expect(asked(sent)).toEqual([
      "GET /store/acquiring/subscriptions?limit=20&offset=0",
      "GET /store/acquiring/subscriptions?limit=5&offset=20",
    ]);
  });

  it("require a login", async () => {
    const guest = { status: 401, body: { code: "login_required", message: "Please log in first." } };
    expect((await errorFrom(shopWith(guest).acquiring.subscriptions.list())).code).toBe("login_required");
  });

  it.each(["cancelled", "checking", "refused"])("are cancelled with the result %s", async (outcome) => {
    const { acquiring, sent } = shopWith(answered(outcome));
    expect(await acquiring.subscriptions.cancel("acqsub/1")).toEqual({ outcome, subscription });
    expect(asked(sent)).toEqual(["POST /store/acquiring/subscriptions/acqsub%2F1/cancel"]);
    expect(keyOf(sent[0]?.body)).toMatch(/^[a-z0-9]{32}$/);
  });

  it("are cancelled with the same key after a lost or unreadable response, and with a new one after a response", async () => {
    const shop = shopWith("broken", { body: { outcome: "perhaps" } }, answered("refused"), answered("cancelled"));
    const { cancel } = shop.acquiring.subscriptions;
    expect((await errorFrom(cancel("a"))).code).toBe("network");
    expect((await errorFrom(cancel("a"))).code).toBe("network");
    await cancel("a");
    await cancel("a");
    const [lost, unreadable, refused, again] = shop.sent.map(({ body }) => keyOf(body));
    expect([unreadable, refused]).toEqual([lost, lost]);
    expect(again).not.toBe(lost);
  });

  it("have their own keys", async () => {
    const { acquiring, sent } = shopWith("broken");
    await errorFrom(acquiring.subscriptions.cancel("a"));
    await errorFrom(acquiring.subscriptions.cancel("b"));
    expect(keyOf(sent[0]?.body)).not.toBe(keyOf(sent[1]?.body));
  });
});
