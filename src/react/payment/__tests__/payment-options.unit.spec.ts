import {
  paymentOptions,
  chosenOption,
  instalmentPlansOf,
  keyOfMethod,
  lastDigitsOf,
  presentationOf,
} from "../payment-options";
import { brandName } from "../../parts/sdk";
import type { PaymentMethod, SavedCard } from "../../parts/sdk";

const method = (id: string, providerId: string): PaymentMethod => ({
  id,
  mode: "card",
  provider_id: providerId,
  name: id,
  icon: null,
  code: null,
  pays_later: false,
  banks: [],
  fields: [],
  presentations: [],
});
const card = (id: string, providerId: string): SavedCard => ({
  id,
  mask: "411111******1111",
  brand: "visa",
  expiry_month: "12",
  expiry_year: "2039",
  holder_name: "Ada Lovelace",
  provider_id: providerId,
  needs_security_code: false,
});

test("saved cards come first, then the methods in the server's order", () => {
  const choices = paymentOptions([method("checkout", "b"), method("card", "a")], [card("1", "a")]);
  expect(choices.map(({ key, providerId }) => [key, providerId])).toEqual([
    ["saved:1", "a"],
    ["checkout", "b"],
    ["card", "a"],
  ]);
});

test("a saved card of a provider that the cart's region does not have is not offered", () => {
  expect(paymentOptions([method("card", "a")], [card("1", "b")]).map(({ key }) => key)).toEqual(["card"]);
});

test("the preferred choice is chosen if available, else the first", () => {
  const choices = paymentOptions([method("card", "a"), method("apm:x", "b")], []);
  expect(chosenOption(choices, "apm:x")?.key).toBe("apm:x");
  expect(chosenOption(choices, "gone")?.key).toBe("card");
  expect(chosenOption([], null)).toBeNull();
});

test("a started payment is selected again: the same method of the same provider, and no saved card", () => {
  const apm = (code: string): PaymentMethod => ({ ...method(`apm:${code}`, "b"), mode: "apm", code });
  const choices = paymentOptions([method("card", "a"), apm("ideal"), apm("blik")], [card("1", "a")]);
  expect(keyOfMethod(choices, { mode: "apm", code: "blik", provider_id: "b" })).toBe("apm:blik");
  expect(keyOfMethod(choices, { mode: "card", code: null, provider_id: "a" })).toBe("card");
  expect(keyOfMethod(choices, { mode: "apm", code: "blik", provider_id: "c" })).toBeNull();
  for (const none of [null, undefined]) expect(keyOfMethod(choices, none)).toBeNull();
});

test("the shop's presentation is used if the method allows it", () => {
  const both: PaymentMethod = { ...method("checkout", "a"), presentations: ["page", "iframe"] };
  expect(presentationOf(both, "iframe")).toBe("iframe");
  expect(presentationOf(both, undefined)).toBe("page");
  expect(presentationOf({ ...both, presentations: ["iframe"] }, "page")).toBe("iframe");
});

test("a mask shows its last digits and a brand its name", () => {
  expect(lastDigitsOf("411111******1111")).toBe("1111");
  expect(brandName("AMEX")).toBe("American Express");
  expect(brandName("Elo")).toBe("Elo");
  expect(brandName(null)).toBeNull();
});

test("a saved card has the instalment plans of its provider's card form, and no others", () => {
  const plan = {
    ...{ plan: "card-12", count: 12, monthly_amount: "10.00", last_amount: "10.00" },
    ...{ total_amount: "120.00", currency: "EUR" },
  };
  const methods = [
    { ...method("checkout", "a"), mode: "checkout" as const },
    method("card", "b"),
    { ...method("card", "a"), instalments: [plan] },
  ];
  const plans = paymentOptions(methods, [card("1", "a"), card("2", "b")]).map((choice) =>
    instalmentPlansOf(choice, methods).map((each) => each.plan),
  );
  expect(plans).toEqual([["card-12"], [], [], [], ["card-12"]]);
});
