import { maskedCardOf, readCard } from "../masked-card";

/** Whatever a message calls a masked card, at most six first and four last digits of it are kept. */
test.each([
  ["411111******1111", "411111******1111", "visa"],
  ["411111XXXXXX1111", "411111******1111", "visa"],
  ["5555 55** **** 4444", "555555******4444", "mastercard"],
  ["4111-1111-xxxx-1111", "411111******1111", "visa"],
  ["41111111XXXX1111", "411111******1111", "visa"],
  ["4111********111111", "4111**********1111", "visa"],
  ["4111**11****1111", "4111********1111", "visa"],
  ["****1111", "****1111", null],
  ["************1111", "************1111", null],
  ["3782•••••••0005", "3782*******0005", "amex"],
])("%s is shown as %s", (text, mask, brand) => {
  expect(readCard(text)).toEqual({ mask, brand });
});

test.each([
  ["4111111111111111", "411111******1111"],
  ["4111 1111 1111 1111", "411111******1111"],
  ["4222222222222", "422222****2222"],
  ["378282246310005", "378282*****0005"],
  // Too few to be a whole number, too many to be shown.
  ["411111111111", "********1111"],
  ["1111", "****1111"],
])("%s is not masked, and is masked here: %s", (text, mask) => {
  expect(readCard(text)?.mask).toBe(mask);
});

test.each([
  undefined,
  "",
  "****",
  "Ada Lovelace",
  "card 4111111111111111",
  "４１１１１１１１１１１１１１１１",
  "٤١١١١١١١١١١١١١١١",
  "4111111111111111=39121010000",
  "<b>411111******1111</b>",
  "4".repeat(41),
])("%s is not a card number and is dropped", (text) => {
  expect(readCard(text)).toBeNull();
});

test("the first six and last four digits of an entered number are kept, for any length", () => {
  expect(maskedCardOf("6212345678901232")).toEqual({ mask: "621234******1232", brand: "unionpay" });
  expect(maskedCardOf("6799990100000000019")).toEqual({ mask: "679999*********0019", brand: null });
  for (const [number, brand] of [
    ["2221000000000009", "mastercard"],
    ["6011000990139424", "discover"],
    ["36227206271667", "diners"],
    ["3566002020360505", "jcb"],
  ] as const)
    expect(maskedCardOf(number).brand).toBe(brand);
});
