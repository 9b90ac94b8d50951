import type { CardDraft } from "../validate-card";
import { validateCard } from "../validate-card";

const NOW = new Date("2030-06-15T12:00:00Z");
const GOOD: CardDraft = {
  number: "4111 1111 1111 1111",
  expiry: "06 / 30",
  securityCode: "123",
  firstName: "Ada",
  lastName: "Lovelace",
};

describe("a card form", () => {
  it("has no errors with a valid card, in its last month too", () => {
    expect(validateCard(GOOD, NOW)).toEqual({});
  });

  it("has an error at every empty field, in the order of the form", () => {
    const empty = { number: "", expiry: "", securityCode: "", firstName: " ", lastName: "" };
    expect(Object.keys(validateCard(empty, NOW))).toEqual([
      "number",
      "expiry",
      "securityCode",
      "firstName",
      "lastName",
    ]);
  });

  it.each([
    ["one digit is wrong", "4111 1111 1111 1112"],
    ["two neighbours are swapped", "4111 1111 1111 1161"],
    ["it is too short", "4111 1111 112"],
    ["it is too long", "41111111111111111115"],
  ])("refuses the number if %s", (_why, number) => {
    expect(Object.keys(validateCard({ ...GOOD, number }, NOW))).toEqual(["number"]);
  });

  it.each(["4111111111111111", "5555555555554444", "6011111111111117", "30569309025904", "3530111333300000"])(
    "accepts the number %s with a three-digit code",
    (number) => {
      expect(validateCard({ ...GOOD, number }, NOW)).toEqual({});
    },
  );

  it.each([
    ["378282246310005", "1234", []],
    ["378282246310005", "123", ["securityCode"]],
    ["4111111111111111", "1234", ["securityCode"]],
    ["4111111111111111", "12a", ["securityCode"]],
    ["4111111111111111", " 123 ", []],
  ])("with number %s and code %s marks %j", (number, securityCode, wrong) => {
    expect(Object.keys(validateCard({ ...GOOD, number, securityCode }, NOW))).toEqual(wrong);
  });

  it.each([
    ["2030-07-01T11:59:00Z", {}],
    ["2030-07-01T12:00:00Z", { expiry: "This card has expired." }],
  ])("at %s reports %o for a card valid until June: the month ends last at UTC-12", (now, errors) => {
    expect(validateCard(GOOD, new Date(now))).toEqual(errors);
  });

  it.each([
    ["٤١١١ ١١١١ ١١١١ ١١١١", "٠٦ / ٣٠", "١٢٣"],
    ["۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱", "۰۶/۳۰", " ۱۲۳"],
    ["４１１１１１１１１１１１１１１１", "０６／３０", "１２３"],
  ])("accepts %s, %s, %s as it does ASCII digits", (number, expiry, securityCode) => {
    expect(validateCard({ ...GOOD, number, expiry, securityCode }, NOW)).toEqual({});
    expect(Object.keys(validateCard({ ...GOOD, lastName: number }, NOW))).toEqual(["lastName"]);
  });

  it.each(["firstName", "lastName"] as const)("refuses a card number entered as %s", (field) => {
    expect(Object.keys(validateCard({ ...GOOD, [field]: "4111 1111 1111 1111" }, NOW))).toEqual([field]);
  });

  it("repeats no entered value", () => {
    const typed = { number: "4111111111111112", expiry: "01 / 20", securityCode: "98765", firstName: "", lastName: "" };
    const words = Object.values(validateCard(typed, NOW)).join(" ");
    expect(words).not.toMatch(/4111|98765|01 \/ 20/);
  });
});
