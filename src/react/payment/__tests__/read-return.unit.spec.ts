import {
  claimReturn,
  endedReturns,
  readReturn,
  readReturnAgain,
  releaseReturn,
  returnParameterOf,
} from "../read-return";
import type { Acquiring, Returned } from "../../parts/sdk";
import { createAcquiring } from "../../../sdk";

const returned: Returned = {
  payment: {
    session_id: "ps_1",
    state: "captured",
    completable: true,
    error: null,
    card: null,
    action: null,
    method: null,
    instructions: null,
    saved_card: null,
    expires_at: null,
    poll_after_ms: null,
  },
  session: { id: "ps_1", data: { token: "t" } },
  cartId: "cart_1",
  cancelled: false,
};

let shops = 0;

/** Each has its own server, which is a page of its own here. */
function fake(): { acquiring: Acquiring; asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  const acquiring: Acquiring = {
    ...createAcquiring({ backendUrl: `https://api${String((shops += 1))}.shop.test`, publishableKey: "pk" }),
    handleReturn: (address) => {
      asked.push(address);
      return Promise.resolve(returned);
    },
  };
  return { acquiring, asked };
}

const BACK = "https://shop.test/checkout?step=pay&acquiring_return=abc#x";
const PLAIN = "https://shop.test/checkout?step=pay#acquiring_return=abc";

test("the parameter is read from the query only", () => {
  expect(returnParameterOf(BACK)).toBe("abc");
  expect(returnParameterOf(PLAIN)).toBeNull();
  expect(returnParameterOf("https://shop.test/?acquiring_return=")).toBeNull();
});

test("a URL without the parameter sends no request", () => {
  const { acquiring, asked } = fake();
  expect(readReturn(acquiring, PLAIN)).toBeNull();
  expect(asked).toEqual([]);
});

test("a return is processed once, and later callers on the same page get the same result", async () => {
  const { acquiring, asked } = fake();
  const first = readReturn(acquiring, BACK);
  const second = readReturn(acquiring, BACK);
  const later = readReturn(acquiring, PLAIN);
  expect(await Promise.all([first, second, later])).toEqual([returned, returned, returned]);
  expect(asked).toEqual([undefined]);
});

test("a failed return is repeated with the URL that the browser no longer shows", async () => {
  const { acquiring, asked } = fake();
  await readReturn(acquiring, BACK);
  readReturnAgain(acquiring);
  expect(await readReturn(acquiring, PLAIN)).toEqual(returned);
  expect(asked).toEqual([undefined, BACK]);
});

test("another client of the same server gets the result that the first one asked for, which also repeats a failed one", async () => {
  const { acquiring, asked } = fake();
  const first = readReturn(acquiring, BACK);
  const next: Acquiring = { ...acquiring, handleReturn: (address) => acquiring.handleReturn(`${address ?? ""}!`) };
  expect(readReturn(next, PLAIN)).toBe(first);
  readReturnAgain(next);
  expect(await readReturn(next, PLAIN)).toEqual(returned);
  expect(asked).toEqual([undefined, BACK]);
});

test("a client of another server has no part in it", async () => {
  await readReturn(fake().acquiring, BACK);
  expect(readReturn(fake().acquiring, PLAIN)).toBeNull();
});

describe("a return that is followed", () => {
  const claim = (of: Returned, owner: string, holder: object) => claimReturn(of, { owner, holder });

  test("is followed by one element at a time, and by the next of the same payment", () => {
    const of = { ...returned };
    const [first, second] = [{}, {}];
    expect([claim(of, "cart_1", first), claim(of, "cart_1", first), claim(of, "cart_1", second)]).toEqual([
      true,
      true,
      false,
    ]);
    releaseReturn(of, second);
    expect(claim(of, "cart_1", second)).toBe(false);
    releaseReturn(of, first);
    expect(claim(of, "cart_1", second)).toBe(true);
  });

  test("is never followed by the element of another cart or link, nor after its end", () => {
    const of = { ...returned, cartId: null };
    const holder = {};
    expect(claim(of, "link_1", holder)).toBe(true);
    releaseReturn(of, holder);
    expect(claim(of, "link_2", {})).toBe(false);
    endedReturns.add(of);
    expect(claim(of, "link_1", {})).toBe(false);
  });
});
