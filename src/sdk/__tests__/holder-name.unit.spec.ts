import { cardErrorsOf } from "../errors";
import { splitHolderName } from "../holder-name";
import { validateCard } from "../validate-card";
import { authorised, errorFrom, shopWith } from "./fake-shop";

/** One form field "Name on card", two request fields. */
const NUMBERS = { number: "4111111111111111", expiry: "12 / 39", securityCode: "123" };
const SESSION = { id: "payses_1", data: { token: "token_1" } };

it.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["  Ada   King  Lovelace ", "Ada King", "Lovelace"],
  ["LUDWIG VAN BEETHOVEN", "LUDWIG", "VAN BEETHOVEN"],
  ["Ana de la Cruz", "Ana", "de la Cruz"],
  ["Van Morrison", "Van", "Morrison"],
  ["Lovelace, Ada", "Ada", "Lovelace"],
  ["van Beethoven, Ludwig", "Ludwig", "van Beethoven"],
  ["Ada Lovelace,", "Ada", "Lovelace"],
  ["Suharto", "Suharto", "Suharto"],
  ["山田太郎", "山田太郎", "山田太郎"],
  ["", "", ""],
])("%j is %j and %j", (name, firstName, lastName) => {
  expect(splitHolderName(name)).toEqual({ firstName, lastName });
});

it("a card with one name is sent with two, and one with two unchanged", async () => {
  const { acquiring, sent } = shopWith({ body: authorised });
  const names = { holder_first_name: "Ada", holder_last_name: "Lovelace" };
  for (const card of [
    { ...NUMBERS, name: "Ada Lovelace" },
    { ...NUMBERS, firstName: " Ada", lastName: "Lovelace " },
  ]) {
    await acquiring.pay({ session: SESSION, method: { type: "card", card } });
    expect(sent.at(-1)?.body).toMatchObject({ method: { card: names } });
  }
});

it("one name is validated as one, two as two", () => {
  const now = new Date("2026-11-24");
  expect(validateCard({ ...NUMBERS, name: " " }, now)).toEqual({ name: "Enter the name on the card." });
  expect(validateCard({ ...NUMBERS, name: "4111 1111" }, now)).toEqual({
    name: "Enter the name as shown on the card.",
  });
  expect(validateCard({ ...NUMBERS, name: "Suharto" }, now)).toEqual({});
  expect(Object.keys(validateCard({ ...NUMBERS, firstName: "", lastName: "" }, now))).toEqual([
    "firstName",
    "lastName",
  ]);
});

it("a name refused by the server is marked in both kinds of form", async () => {
  const fields = [{ field: "method.card.holder_last_name", message: "Enter the name as shown on the card." }];
  const { acquiring } = shopWith({ status: 422, body: { code: "card_invalid", message: "no", fields } });
  const card = { ...NUMBERS, name: "Ada Lovelace" };
  const error = await errorFrom(acquiring.pay({ session: SESSION, method: { type: "card", card } }));
  const message = "Enter the name as shown on the card.";
  expect(cardErrorsOf(error)).toEqual({ lastName: message, name: message });
});
