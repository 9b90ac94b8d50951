import type { NewSavedCard } from "../card-storage-rules";
import { firstGoodMonth, isSameCard, removedToken, storableCard } from "../card-storage-rules";

/** What may be kept of a card, before there is a database. */
const card: NewSavedCard = {
  account: "main",
  customerId: "cus_1",
  token: "tok_abc",
  mask: "411111******1111",
  brand: "visa",
  expiryMonth: "12",
  expiryYear: "2039",
  firstName: "Ada",
  lastName: "Lovelace",
};

test("a masked card with a token may be kept as it is", () => {
  expect(storableCard(card)).toEqual({
    account: "main",
    gateway_identity: "",
    customer_id: "cus_1",
    token: "tok_abc",
    mask: "411111******1111",
    brand: "visa",
    expiry_month: "12",
    expiry_year: "2039",
    holder_first_name: "Ada",
    holder_last_name: "Lovelace",
  });
});

test.each([
  ["a token that is a card number", { token: "4111111111111111" }],
  ["a token that is a card number in groups", { token: "4111-1111-1111-1111" }],
  ["a token with a card number in it", { token: "tok_4111111111111111_x" }],
  ["a token with sixteen digits and a wrong check digit", { token: "tok_4111111111111112" }],
  ["a token with twelve digits in a row", { token: "123456789012" }],
  ["a token with nineteen digits in a row", { token: "a1234567890123456789" }],
  ["an empty token", { token: "" }],
  ["a token longer than the wire's field", { token: "t".repeat(51) }],
  ["a token with a space", { token: "tok abc" }],
  ["a mask that is a card number", { mask: "4111111111111111" }],
  ["a mask with seven leading digits", { mask: "4111111*****1111" }],
  ["a mask with five trailing digits", { mask: "411111*****11111" }],
  ["a mask that shows nothing", { mask: "****************" }],
  ["a mask with digits in its middle", { mask: "4111**11****1111" }],
  ["a month without its zero", { expiryMonth: "1" }],
  ["a thirteenth month", { expiryMonth: "13" }],
  ["a year of two digits", { expiryYear: "39" }],
  ["a name that is a card number", { firstName: "4111 1111 1111 1111" }],
  ["a card number spread over both names", { firstName: "4111 1111", lastName: "1111 1111" }],
  ["a card of no customer", { customerId: "" }],
])("%s is not kept", (_, wrong) => {
  expect(storableCard({ ...card, ...wrong })).toBeNull();
});

test.each([
  ["4111 11** **** 1111", "411111******1111"],
  ["4111-11XX-XXXX-1111", "411111******1111"],
  ["XXXX1111", "****1111"],
])("the mask %s is kept as %s", (mask, kept) => {
  expect(storableCard({ ...card, mask })?.mask).toBe(kept);
});

test("twenty digits in a row are too many for a card number and may be a token", () => {
  expect(storableCard({ ...card, token: "12345678901234567890" })?.token).toBe("12345678901234567890");
});

test.each(["4111111111111111", "<b>", ""])("the brand %j is left out", (brand) => {
  expect(storableCard({ ...card, brand })?.brand).toBeNull();
});

test("control characters do not reach the table", () => {
  expect(storableCard({ ...card, firstName: "Ada\u0000\r\n" })?.holder_first_name).toBe("Ada");
});

const face = { account: "main", mask: "411111******1111", expiry_month: "12", expiry_year: "2039" };

test.each([
  [{}, true],
  [{ mask: "411111*****1111" }, true],
  [{ mask: "411111******1112" }, false],
  [{ expiry_month: "11" }, false],
  [{ expiry_year: "2040" }, false],
  [{ account: "other" }, false],
])("a card that differs in %j is the same card: %s", (difference, expected) => {
  expect(isSameCard(face, { ...face, ...difference })).toBe(expected);
});

test.each([
  ["2039-12-31T23:59:59Z", "203912"],
  ["2040-01-01T11:59:59Z", "203912"],
  ["2040-01-01T12:00:00Z", "204001"],
])("at %s cards are valid from %s on", (now, month) => {
  expect(firstGoodMonth(new Date(now))).toBe(month);
});

test("the replacement of a removed token contains neither the token nor a digit of it, and differs between rows", () => {
  const marks = Array.from({ length: 500 }, (_, index) => removedToken(`acqcrd_${String(index)}`, "tok_abc"));
  expect(new Set(marks).size).toBe(500);
  for (const mark of marks) expect(mark).toMatch(/^removed:[a-p]{64}$/);
});
