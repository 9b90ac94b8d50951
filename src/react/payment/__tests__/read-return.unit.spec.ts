import { readReturn, readReturnAgain, returnParameterOf } from "../read-return";
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

test("another client of the same server gets the result that the first one asked for, and repeats a failed one itself", async () => {
  const { acquiring, asked } = fake();
  const first = readReturn(acquiring, BACK);
  const next: Acquiring = { ...acquiring, handleReturn: (address) => acquiring.handleReturn(`${address ?? ""}!`) };
  expect(readReturn(next, PLAIN)).toBe(first);
  readReturnAgain(next);
  expect(await readReturn(next, PLAIN)).toEqual(returned);
  expect(asked).toEqual([undefined, `${BACK}!`]);
});

test("a client of another server has no part in it", async () => {
  await readReturn(fake().acquiring, BACK);
  expect(readReturn(fake().acquiring, PLAIN)).toBeNull();
});
