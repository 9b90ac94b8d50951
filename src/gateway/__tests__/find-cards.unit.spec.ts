import { cardsIn } from "../../../integration-tests/support/find-cards";

/** The search of promise 20 can fail: a card number that is planted in any encoding is found. */
const CARD = "4012888888881881";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");

test.each([
  ["as it is", `{"note":"${CARD}"}`],
  ["in groups", "4012 8888 8888 1881"],
  ["in base64, as the inbox holds it", JSON.stringify({ body: base64(`order_no=A1&card=${CARD}&amount=10`) })],
  ["in base64 for addresses", Buffer.from(`order_no=A1&card=${CARD}?>`).toString("base64url")],
  ["in base64 of base64", base64(base64(`card=${CARD}`))],
  ["in hexadecimal bytes", JSON.stringify({ data: `\\x${hex(`{"card":"${CARD}"}`)}` })],
  ["in JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ card: CARD }) }) })],
  ["with escaped digits in JSON", `{"a":"\\u00340${CARD.slice(2)}"}`],
  ["in an encoded form", "card=4012%208888%208888%201881"],
  ["in an encoded form in base64 in JSON", JSON.stringify({ body: base64("x=1&card=%34012+8888+8888+1881") })],
  ["as a number in JSON", `{"card":${CARD}}`],
])("a planted card number is found %s", (_, text) => {
  expect(cardsIn(text, [CARD])).toContain(CARD);
});

test("other card numbers are found too, and a mask is not one", () => {
  expect(cardsIn(JSON.stringify({ body: base64("card=5555555555554444") }), [])).toContain("5555555555554444");
  expect(cardsIn(`{"mask":"401288******1881","at":"2026-11-24T10:00:00Z"}`, [CARD])).toEqual([]);
});
