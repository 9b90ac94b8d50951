import { optionsWith } from "../../../gateway/__tests__/fixtures";
import { parseOptions } from "../../../options/options";
import { ownAddress, returnAddress, withReturnToken } from "../return-address";

/** Where a customer is sent after a payment, with a token in the address: nowhere but to the shop. */
const origins = ["https://shop.example", "http://localhost:8000"];
const returnUrl = "https://shop.example/checkout/done";
const options = parseOptions(optionsWith({}, { storefront: { origins, returnUrl } }));

test.each([
  ["https://shop.example/thanks", "https://shop.example/thanks"],
  ["https://shop.example", "https://shop.example/"],
  ["https://shop.example:443/thanks", "https://shop.example/thanks"],
  ["HTTPS://SHOP.EXAMPLE/Thanks", "https://shop.example/Thanks"],
  ["https://shop.example/de/../thanks?cart=1#pay", "https://shop.example/thanks?cart=1#pay"],
  ["http://localhost:8000/thanks", "http://localhost:8000/thanks"],
  ["https://@shop.example/thanks", "https://shop.example/thanks"],
])("%s is one of the shop's own pages", (given, address) => {
  expect(ownAddress(given, options)).toBe(address);
});

test.each([
  ["another host", "https://evil.example/thanks"],
  ["the shop's name as a user", "https://shop.example@evil.example/thanks"],
  ["the shop's name as a user and a password", "https://shop.example:443@evil.example/"],
  ["the shop's name before another domain", "https://shop.example.evil.example/"],
  ["the shop's name behind another domain", "https://evilshop.example/"],
  ["a subdomain of the shop", "https://pay.shop.example/"],
  ["the shop's name with a last dot", "https://shop.example./"],
  ["a host behind backslashes", "https://evil.example\\@shop.example/"],
  ["a host behind a fragment", "https://evil.example#@shop.example/"],
  ["a host behind a query", "https://evil.example?@shop.example/"],
  ["a letter that only looks like one of the shop's", "https://shоp.example/"],
  ["the shop without encryption", "http://shop.example/"],
  ["another port", "https://shop.example:8443/"],
  ["another port of localhost", "http://localhost:9000/"],
  ["a user name", "https://ada@shop.example/"],
  ["a user name and a password", "https://ada:secret@shop.example/"],
  ["a password", "https://:secret@shop.example/"],
  ["a script", "javascript:alert(1)//https://shop.example/"],
  ["data", "data:text/html,https://shop.example/"],
  ["a file", "file:///https://shop.example/"],
  ["a path without a host", "/thanks"],
  ["a host without a protocol", "//shop.example/thanks"],
  ["the word null, the origin of a script", "null"],
  ["a blob, which has the shop's origin", "blob:https://shop.example/thanks"],
  ["nothing", ""],
])("%s is no address of the shop", (_what, given) => {
  expect(ownAddress(given, options)).toBeNull();
});

test.each([
  ["in a parameter", "?card=4111111111111111"],
  ["in groups", "?card=4111%201111%201111%201111"],
  ["in the path", "4111-1111-1111-1111"],
  ["in the fragment", "#4111111111111111"],
  ["encoded twice", "?next=%252F4111%25201111%25201111%25201111"],
  ["behind tabs, which a URL drops", "?card=4111\t\t\t\t1111\t\t\t\t1111\t\t\t\t1111"],
  ["behind line breaks, which a URL drops", "?card=4\n\n\n\n111111111111111"],
  ["in the digits of another script", "?card=４１１１１１１１１１１１１１１１"],
])("an address with a card number %s is refused, since it is stored", (_where, rest) => {
  expect(ownAddress(`https://shop.example/${rest}`, options)).toBeNull();
});

test("a shop that names no page gets the page of its options", () => {
  expect(returnAddress(undefined, options)).toBe(returnUrl);
});

test("without that option it is the first origin", () => {
  const plain = parseOptions(optionsWith({}, { storefront: { origins } }));
  expect(new URL(returnAddress(undefined, plain)).origin).toBe("https://shop.example");
});

test.each(["https://evil.example/", "https://ada@shop.example/", ""])(
  "a payment with the page %j is refused, not sent back to a default page, and the refusal does not repeat it",
  (given) => {
    expect(() => returnAddress(given, options)).toThrow(
      expect.objectContaining({
        code: "return_address_not_allowed",
        status: 400,
        fields: [
          { field: "return_to", message: "Must be a URL of one of the origins in the option storefront.origins." },
        ],
      }),
    );
  },
);

test.each([
  ["https://shop.example/thanks", "https://shop.example/thanks?acquiring_return=t.1"],
  ["https://shop.example/thanks?cart=1#pay", "https://shop.example/thanks?cart=1&acquiring_return=t.1#pay"],
  ["https://shop.example/thanks?acquiring_return=old", "https://shop.example/thanks?acquiring_return=t.1"],
  ["https://shop.example/?acquiring_return=a&acquiring_return=b&x=1", "https://shop.example/?acquiring_return=t.1&x=1"],
])("the token is added once to %s, before its fragment", (address, expected) => {
  expect(withReturnToken(address, "acquiring_return", "t.1")).toBe(expected);
});

test("a token cannot add a parameter of its own", () => {
  const address = withReturnToken("https://shop.example/", "acquiring_return", "t&admin=1#x");
  expect([...new URL(address).searchParams]).toEqual([["acquiring_return", "t&admin=1#x"]]);
});
