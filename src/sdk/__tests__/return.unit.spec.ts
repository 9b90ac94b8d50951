import type { Acquiring, Returned } from "../types";
import type { AcquiringError } from "../errors";
import type { FakePage } from "./browser";
import { openPage } from "./browser";
import type { ShopAnswer } from "./fake-shop";
import { asked, authorised, BACKEND, errorFrom, paymentOf, shopWith } from "./fake-shop";

/** Redirects to the gateway and back. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };
const ADDRESS = "https://shop.example/checkout?step=pay&acquiring_return=ret_1#card";
const CLEAN = "https://shop.example/checkout?step=pay#card";
const returned = (change: object = {}) => ({
  body: {
    ...authorised,
    session: { session_id: "payses_1", token: "token_1" },
    cart_id: "cart_1",
    cancelled: false,
    ...change,
  },
});
const action = { kind: "redirect", url: `${BACKEND}/acquiring/go/t1`, presentation: "page" } as const;

describe("following an action", () => {
  it("redirects to its URL", () => {
    const urls: string[] = [];
    const { payment } = paymentOf({ state: "action_required", action });
    expect(shopWith().acquiring.followAction(payment, (url) => urls.push(url))).toBe(true);
    expect(urls).toEqual([action.url]);
  });

  it("returns false without an action", () => {
    const { acquiring } = shopWith();
    const urls: string[] = [];
    expect(acquiring.followAction(authorised.payment, (url) => urls.push(url))).toBe(false);
    expect(urls).toEqual([]);
  });
});

describe("on a page", () => {
  let page: FakePage;
  beforeEach(() => {
    page = openPage(ADDRESS);
  });
  afterEach(() => page.leave());

  it("an action redirects the browser", () => {
    shopWith().acquiring.followAction(paymentOf({ action }).payment);
    expect(page.address()).toBe(action.url);
  });

  it("a return is processed once and removed from the address bar, whatever else it contains", async () => {
    const { acquiring, sent } = shopWith(returned());
    expect(await acquiring.handleReturn()).toEqual({
      payment: authorised.payment,
      session: SESSION,
      cartId: "cart_1",
      cancelled: false,
    });
    expect(page.address()).toBe(CLEAN);
    expect(asked(sent)).toEqual(["POST /store/acquiring/payment-return"]);
    expect(sent[0]?.body).toEqual({ return_token: "ret_1", key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await acquiring.handleReturn()).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it("is repeated with the same key if its response was lost, and another page has another key", async () => {
    const [one, other] = [shopWith("broken", returned()), shopWith(returned())];
    await errorFrom(one.acquiring.handleReturn(ADDRESS));
    await one.acquiring.handleReturn(ADDRESS);
    await other.acquiring.handleReturn(ADDRESS);
    const [lost, again, foreign] = [...one.sent, ...other.sent].map(({ body }) => (body as { key: string }).key);
    expect(again).toBe(lost);
    expect(foreign).not.toBe(lost);
  });

  it("the same URL passed by the shop is cleaned too, another one is not", async () => {
    const { acquiring } = shopWith(returned());
    await acquiring.handleReturn("https://shop.example/other?acquiring_return=ret_2");
    expect(page.address()).toBe(ADDRESS);
    await acquiring.handleReturn(ADDRESS);
    expect(page.address()).toBe(CLEAN);
  });

  it("a payment returns to this page, without the old token and the hash", async () => {
    const { acquiring, sent } = shopWith({ body: authorised });
    await acquiring.pay({ session: SESSION, method: { type: "checkout", presentation: "page" } });
    expect(sent[0]?.body).toMatchObject({ return_to: "https://shop.example/checkout?step=pay" });
  });
});

describe("the return URL", () => {
  const backFrom = async (href: string): Promise<unknown> => {
    const page = openPage(href);
    try {
      const { acquiring, sent } = shopWith({ body: authorised });
      await acquiring.pay({ session: SESSION, method: { type: "checkout", presentation: "page" } });
      return sent[0]?.body;
    } finally {
      page.leave();
    }
  };

  it("is cut if the server would refuse its parameters", async () => {
    const body = await backFrom(`https://shop.example/pay?gclid=${"x".repeat(600)}`);
    expect(body).toMatchObject({ return_to: "https://shop.example/pay" });
  });

  it.each([
    ["is too long even so", `https://shop.example/${"x".repeat(600)}`],
    ["is no web address", "capacitor://localhost/pay"],
  ])("is the server's own if it %s", async (_why, href) => {
    expect(await backFrom(href)).not.toHaveProperty("return_to");
  });

  it("contains no user name and password", async () => {
    expect(await backFrom("https://ada:secret@shop.example/pay")).toMatchObject({
      return_to: "https://shop.example/pay",
    });
  });
});

describe("a return", () => {
  it.each(["https://shop.example/checkout", "https://shop.example/?acquiring_return=", "not an address"])(
    "is none if the URL is %s",
    async (address) => {
      const { acquiring, sent } = shopWith(returned());
      expect(await acquiring.handleReturn(address)).toBeNull();
      expect(sent).toEqual([]);
    },
  );

  it("is none without a page, as on a server", async () => {
    expect(await shopWith(returned()).acquiring.handleReturn()).toBeNull();
  });

  it("reports that the customer cancelled, and does not reveal another customer's cart", async () => {
    const { acquiring } = shopWith(returned({ ...paymentOf(), cancelled: true, cart_id: null }));
    const back = await acquiring.handleReturn(ADDRESS);
    expect([back?.payment.state, back?.cancelled, back?.cartId]).toEqual(["payable", true, null]);
  });

  it("with a forged token is refused by the server", async () => {
    const { acquiring } = shopWith({ status: 404, body: { code: "session_not_found" } });
    expect((await errorFrom(acquiring.handleReturn(ADDRESS))).code).toBe("session_not_found");
  });

  it.each([{ session: null }, { session: { session_id: "payses_1" } }, { payment: { state: "paid" } }])(
    "is not accepted with an incomplete response: %j",
    async (change) => {
      expect((await errorFrom(shopWith(returned(change)).acquiring.handleReturn(ADDRESS))).code).toBe("network");
    },
  );
});

describe("a hosted page in an iFrame", () => {
  const data = { type: "acquiring:return", return_token: "ret_1" };
  let page: FakePage;
  beforeEach(() => {
    page = openPage("https://shop.example/checkout");
  });
  afterEach(() => page.leave());

  it("reports its end once to each listener", async () => {
    const { acquiring, sent } = shopWith(returned());
    const seen = await new Promise<Returned>((resolve) => {
      acquiring.onFrameReturn(resolve);
      page.hear({ origin: BACKEND, data });
    });
    expect([seen.payment.state, seen.session, seen.cartId]).toEqual(["authorised", SESSION, "cart_1"]);
    expect(sent[0]?.body).toEqual({ return_token: "ret_1", key: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  const framed = { ...action, url: "https://pay.shop.example/acquiring/go/t1", presentation: "iframe" } as const;
  const led = paymentOf({ state: "action_required", action: framed });
  const hosted = { session: SESSION, method: { type: "checkout", presentation: "iframe" } } as const;

  it.each<[string, ShopAnswer, (acquiring: Acquiring) => Promise<unknown>]>([
    ["paying", { body: led }, (acquiring) => acquiring.pay(hosted)],
    ["coming back", returned(led), (acquiring) => acquiring.handleReturn(ADDRESS)],
    ["asking", { body: led }, (acquiring) => acquiring.status(SESSION)],
    ["waiting", { body: led }, (acquiring) => acquiring.waitForResult(SESSION)],
  ])("is received from the page that the server named on %s, if that has its own URL", async (_on, first, ask) => {
    const { acquiring } = shopWith(first, returned());
    await ask(acquiring);
    const seen = await new Promise<Returned>((resolve) => {
      acquiring.onFrameReturn(resolve);
      page.hear({ origin: "https://pay.shop.example", data });
    });
    expect(seen.payment.state).toBe("authorised");
  });

  it.each([
    ["of another origin", { origin: "https://evil.example", data }],
    ["of an origin that only begins alike", { origin: `${BACKEND}.evil.example`, data }],
    ["of a page without an origin", { origin: "null", data }],
    ["of another kind", { origin: BACKEND, data: { ...data, type: "webpackOk" } }],
    ["without a token", { origin: BACKEND, data: { type: data.type } }],
    ["with a token that is no text", { origin: BACKEND, data: { ...data, return_token: 7 } }],
    ["that is no object", { origin: BACKEND, data: "acquiring:return" }],
    ["that is empty", { origin: BACKEND, data: null }],
  ])("ignores a message %s", (_what, message) => {
    const { acquiring, sent } = shopWith(returned());
    acquiring.onFrameReturn(() => undefined);
    page.hear(message);
    expect(sent).toEqual([]);
  });

  it("passes a refusal to the second callback", async () => {
    const { acquiring } = shopWith("broken");
    const error = await new Promise<AcquiringError>((resolve) => {
      acquiring.onFrameReturn(() => undefined, resolve);
      page.hear({ origin: BACKEND, data });
    });
    expect(error.code).toBe("network");
  });

  it("is not passed to a listener that unsubscribed during the request", async () => {
    const { acquiring } = shopWith(returned());
    const seen: unknown[] = [];
    const stop = acquiring.onFrameReturn((back) => seen.push(back));
    page.hear({ origin: BACKEND, data });
    stop();
    await acquiring.handleReturn(ADDRESS);
    expect(seen).toEqual([]);
  });

  it("is not received after the unsubscriber was called", () => {
    const { acquiring, sent } = shopWith(returned());
    const stop = acquiring.onFrameReturn(() => undefined);
    expect(page.listeners()).toBe(1);
    stop();
    page.hear({ origin: BACKEND, data });
    expect([page.listeners(), sent.length]).toEqual([0, 0]);
  });
});
