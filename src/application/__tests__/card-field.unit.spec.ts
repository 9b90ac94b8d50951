import { cardFieldIn, shownAddress } from "../card-field";

const CARD = "4111111111111111";

test.each([
  ["/admin/acquiring/payments?limit=20&q=order", "/admin/acquiring/payments?limit=20&q=order"],
  [`/admin/acquiring/payments?q=${CARD}`, "/admin/acquiring/payments?[redacted]"],
  ["/admin/orders?q=4111%201111%201111%201111", "/admin/orders?[redacted]"],
  [`/acquiring/go/t?return_to=https%3A%2F%2Fshop.example%2F%3Fcard%3D${CARD}`, "/acquiring/go/t?[redacted]"],
  [`/admin/acquiring/payments/${CARD}`, "/[redacted]"],
])("the request log shows %s as %s", (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test.each([
  [{ method: { type: "card", card: { number: CARD, security_code: "123" } } }, null],
  [{ method: { type: "saved_card", id: "c", security_code: "123" } }, null],
  [{ method: { type: "apm", person: { social_name: CARD } } }, "method.person.social_name"],
  [{ return_to: `https://shop.example/?card=${CARD}` }, "return_to"],
  [{ return_to: "https://shop.example/?card=4111%201111%201111%201111" }, "return_to"],
  [{ note: `read out ${CARD}` }, "note"],
  [{ bank_details: { iban: "DE89370400440532013000", account_number: "4012888888881881" } }, null],
  [{ tracking_number: "4012888888881881", at: 1_795_000_000_000 }, null],
])("%j contains card data at %j", (input, field) => {
  expect(cardFieldIn(input)).toBe(field);
});
