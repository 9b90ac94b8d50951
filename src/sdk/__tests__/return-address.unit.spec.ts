import { RETURN_PARAMETER } from "../../api-schema/store";
import {
  forgetReturnToken,
  currentAddress,
  ownReturnAddress,
  returnTokenOf,
  withoutReturnToken,
} from "../return-address";
import { withReturnTo } from "../instructions";
import type { PaymentInstructions } from "../types";
import type { FakePage } from "./fake-page";
import { openPage } from "./fake-page";

/** The query parameter that our return page adds to the shop's URL. */
let page: FakePage | null = null;
afterEach(() => {
  page?.leave();
  page = null;
});

describe("the return token of a URL", () => {
  it.each([
    ["https://shop.example/done?acquiring_return=abc", "abc"],
    ["https://shop.example/done?a=1&acquiring_return=a%2Bb#top", "a+b"],
    ["https://shop.example/done?acquiring_return=", null],
    ["https://shop.example/done#acquiring_return=abc", null],
    ["https://shop.example/done", null],
    ["/done?acquiring_return=abc", null],
    ["", null],
  ])("%p is %p", (address, token) => {
    expect(returnTokenOf(address)).toBe(token);
  });

  it("has the server's parameter name", () => {
    expect(returnTokenOf(`https://shop.example/?${RETURN_PARAMETER}=x`)).toBe("x");
  });
});

describe("a URL without the token", () => {
  it.each([
    ["https://shop.example/done?acquiring_return=abc", "https://shop.example/done"],
    ["https://shop.example/done?a=1&acquiring_return=x&b=2#top", "https://shop.example/done?a=1&b=2#top"],
    ["https://shop.example/done?acquiring_return=x&acquiring_return=y", "https://shop.example/done"],
    ["https://shop.example/done?flag&q=a%20b", "https://shop.example/done?flag&q=a%20b"],
  ])("%p is %p", (address, expected) => {
    expect(withoutReturnToken(address)).toBe(expected);
  });
});

describe("the return page", () => {
  it.each([
    ["https://shop.example/pay?cart=1#form", "https://shop.example/pay?cart=1"],
    ["https://shop.example/pay?acquiring_return=old", "https://shop.example/pay"],
    [`https://shop.example/pay?campaign=${"x".repeat(500)}`, "https://shop.example/pay"],
    [`https://shop.example/${"x".repeat(500)}`, undefined],
    ["capacitor://localhost/pay", undefined],
    ["file:///shop/index.html", undefined],
  ])("from %.60s is %p", (address, expected) => {
    page = openPage(address);
    expect(ownReturnAddress()).toBe(expected);
  });

  it("is unknown without a page", () => {
    expect(currentAddress()).toBeNull();
    expect(ownReturnAddress()).toBeUndefined();
    expect(forgetReturnToken).not.toThrow();
  });
});

describe("removing the token", () => {
  it("removes it from the address bar and leaves the rest", () => {
    page = openPage("https://shop.example/pay?a=1&acquiring_return=abc#form");
    forgetReturnToken();
    expect(page.address()).toBe("https://shop.example/pay?a=1#form");
  });
});

describe("a browser without URL.canParse", () => {
  const { canParse } = URL;
  beforeAll(() => Reflect.deleteProperty(URL, "canParse"));
  afterAll(() => Object.defineProperty(URL, "canParse", { value: canParse, configurable: true, writable: true }));

  it("reads the return token and links payment instructions", () => {
    expect(returnTokenOf("https://shop.example/done?acquiring_return=abc")).toBe("abc");
    expect(returnTokenOf("/done")).toBeNull();
    const voucher: PaymentInstructions = {
      status: "waiting",
      method: "multibanco",
      method_name: "Multibanco",
      amount: "1.00",
      currency: "EUR",
      expires_at: null,
      url: "https://api.shop.example/acquiring/go/1",
    };
    const { url } = withReturnTo(voucher, "https://shop.example/") ?? {};
    expect(url).toBe("https://api.shop.example/acquiring/go/1?return_to=https%3A%2F%2Fshop.example%2F");
  });

  describe("in the App Router of Next.js", () => {
    const URL_WITH = "https://shop.example/pay?a=1&acquiring_return=abc";
    const MARKED = { __NA: true, tree: ["payment"], shop: 1 };
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** Takes over the URL of a state without its mark, marks it, and writes its own URL with its next update. */
    const nextRouter = (isObserving: () => boolean) => {
      let canonical = URL_WITH;
      return {
        state: MARKED,
        replace: (state: unknown, url: string, before: unknown): unknown => {
          const data = state as Partial<typeof MARKED>;
          if (!isObserving() || data.__NA) return state;
          canonical = url;
          const { __NA, tree } = before as typeof MARKED;
          return { ...data, __NA, tree };
        },
        canonical: () => canonical,
      };
    };

    it("is told, so that its next update does not write the token back", () => {
      let isObserving = false;
      const router = nextRouter(() => isObserving);
      page = openPage(URL_WITH, router);
      forgetReturnToken();
      expect(page.address()).toBe("https://shop.example/pay?a=1");
      isObserving = true;
      jest.runAllTimers();
      expect([router.canonical(), history.state]).toEqual(["https://shop.example/pay?a=1", MARKED]);
    });

    it("keeps its mark if it does not observe the history", () => {
      page = openPage(
        URL_WITH,
        nextRouter(() => false),
      );
      forgetReturnToken();
      jest.runAllTimers();
      expect([page.address(), history.state]).toEqual(["https://shop.example/pay?a=1", MARKED]);
    });
  });

  it("keeps the state of other routers", () => {
    page = openPage("https://shop.example/pay?acquiring_return=abc");
    jest.useFakeTimers();
    forgetReturnToken();
    jest.runAllTimers();
    jest.useRealTimers();
    expect(history.state).toEqual({ from: "shop" });
  });
});
