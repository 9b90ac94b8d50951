import type { AcquiringError } from "../errors";
import type { Returned } from "../types";
import type { FakePage } from "./fake-page";
import { openPage } from "./fake-page";
import type { Answer } from "./fake-shop";
import { asked, authorised, errorFrom, paymentOf, shopWith } from "./fake-shop";

/** Out to the gateway's page and back, in the whole window and in a frame. */
const RETURN = "POST /store/acquiring/payment-return";
const ACTION = { kind: "redirect", url: "https://api.shop.example/acquiring/go/t1", presentation: "page" } as const;
const back = (change: object = {}): Answer => ({
  body: {
    ...authorised,
    session: { session_id: "payses_1", token: "token_1" },
    cart_id: "cart_1",
    cancelled: false,
    ...change,
  },
});

let page: FakePage;
beforeEach(() => {
  page = openPage("https://shop.example/pay?step=3&acquiring_return=r1#form");
});
afterEach(() => page.leave());

describe("following an action", () => {
  it("leads the browser to its address", () => {
    const { payment } = paymentOf({ state: "action_required", action: ACTION });
    expect(shopWith().acquiring.followAction(payment)).toBe(true);
    expect(page.visited).toEqual([ACTION.url]);
  });

  it("uses the shop's own way to navigate when it has one", () => {
    const seen: string[] = [];
    const { payment } = paymentOf({ state: "action_required", action: ACTION });
    expect(shopWith().acquiring.followAction(payment, (url) => seen.push(url))).toBe(true);
    expect([seen, page.visited]).toEqual([[ACTION.url], []]);
  });

  it("goes nowhere when there is nothing to follow", () => {
    expect(shopWith().acquiring.followAction(authorised.payment)).toBe(false);
    expect(page.visited).toEqual([]);
  });
});

describe("coming back to the shop", () => {
  it("answers payment, session and cart, and takes the parameter out of the address bar", async () => {
    const { acquiring, sent } = shopWith(back());
    expect(await acquiring.handleReturn()).toEqual({
      payment: authorised.payment,
      session: { id: "payses_1", data: { token: "token_1" } },
      cartId: "cart_1",
      cancelled: false,
    });
    expect([asked(sent), sent[0]?.body]).toEqual([[RETURN], { return_token: "r1" }]);
    expect(page.address()).toBe("https://shop.example/pay?step=3#form");
  });

  it("gives a session that can be asked about and paid again", async () => {
    const { acquiring, sent } = shopWith(back({ ...paymentOf(), cancelled: true, cart_id: null }), {
      body: authorised,
    });
    const returned = await acquiring.handleReturn();
    expect([returned?.cancelled, returned?.cartId]).toEqual([true, null]);
    if (returned) await acquiring.status(returned.session);
    expect(sent[1]?.body).toEqual({ session_id: "payses_1", token: "token_1" });
  });

  it("leaves the address bar alone when an address is given", async () => {
    const { acquiring, sent } = shopWith(back());
    await acquiring.handleReturn("https://shop.example/other?acquiring_return=r2");
    expect(sent[0]?.body).toEqual({ return_token: "r2" });
    expect(page.address()).toContain("acquiring_return=r1");
  });

  it.each(["https://shop.example/pay?step=3", "", "not an address"])(
    "answers null for %p, and asks nobody",
    async (at) => {
      const { acquiring, sent } = shopWith(back());
      expect(await acquiring.handleReturn(at)).toBeNull();
      expect(sent).toEqual([]);
    },
  );

  it.each<[string, Answer, string]>([
    ["the token is refused", { status: 404, body: { code: "session_not_found" } }, "session_not_found"],
    ["the shop cannot be reached", "broken", "network"],
    ["a proxy answers for the shop", { status: 502, body: "<html>" }, "network"],
    [
      "the server fails",
      { status: 500, body: { code: "unknown_error", message: "An unknown error occurred." } },
      "network",
    ],
    ["the answer has no session", { body: authorised }, "network"],
    ["the answer has no payment", back({ payment: null }), "network"],
    ["the answer is no JSON", { body: "<html>" }, "network"],
  ])("throws when %s", async (_what, answer, code) => {
    expect((await errorFrom(shopWith(answer).acquiring.handleReturn())).code).toBe(code);
  });
});

describe("the end of a hosted page in a frame", () => {
  const MESSAGE = { type: "acquiring:return", return_token: "r3" };
  const OURS = "https://api.shop.example";
  const listen = (...answers: readonly Answer[]) => {
    const { acquiring, sent } = shopWith(...answers);
    let settle: (end: Returned | AcquiringError) => void = () => undefined;
    const ends: (Returned | AcquiringError)[] = [];
    const first = new Promise<Returned | AcquiringError>((resolve) => (settle = resolve));
    const end = (value: Returned | AcquiringError): void => {
      ends.push(value);
      settle(value);
    };
    return { stop: acquiring.onFrameReturn(end, end), sent, ends, first };
  };

  it("calls back with what the server says of the token", async () => {
    const { sent, first } = listen(back());
    page.receive(OURS, MESSAGE);
    expect(await first).toMatchObject({ cartId: "cart_1", payment: { state: "authorised" } });
    expect([asked(sent), sent[0]?.body]).toEqual([[RETURN], { return_token: "r3" }]);
  });

  it("calls back with the error when the server refuses", async () => {
    const { first } = listen({ status: 404, body: { code: "session_not_found" } });
    page.receive(OURS, MESSAGE);
    expect(await first).toMatchObject({ code: "session_not_found" });
  });

  it.each([
    ["https://evil.example"],
    ["http://api.shop.example"],
    ["https://api.shop.example:8443"],
    ["https://api.shop.example.evil.example"],
    ["https://shop.example"],
    ["null"],
  ])("ignores a message of %s", (origin) => {
    const { sent } = listen(back());
    page.receive(origin, MESSAGE);
    expect(sent).toEqual([]);
  });

  it.each([
    [null],
    ["acquiring:return"],
    [{}],
    [{ type: "other", return_token: "r" }],
    [{ ...MESSAGE, return_token: 1 }],
  ])("ignores the message %j", (data) => {
    const { sent } = listen(back());
    page.receive(OURS, data);
    expect(sent).toEqual([]);
  });

  it("hears nothing more once it was told to stop", () => {
    const { stop, sent } = listen(back());
    expect(page.listeners()).toBe(1);
    stop();
    page.receive(OURS, MESSAGE);
    expect([page.listeners(), sent]).toEqual([0, []]);
  });

  it.each<[string, Answer]>([
    ["an answer", back()],
    ["an error", "broken"],
  ])("does not call back with %s that comes after the stop", async (_what, answer) => {
    const stopped = listen(answer);
    const other = listen(answer);
    page.receive(OURS, MESSAGE);
    stopped.stop();
    // Both were asked for in the same moment, the stopped one first.
    await other.first;
    expect([stopped.sent.length, stopped.ends]).toEqual([1, []]);
  });
});
