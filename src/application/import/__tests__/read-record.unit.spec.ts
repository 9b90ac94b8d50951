import type { ImportKind } from "../import-record";
import { cardInRecord, readRecord } from "../read-record";
import { importColumnsOf, requiredImportColumnsOf } from "../record-schemas";

/** One line of each kind, and what is wrong with others: the line is named by the caller, field and remedy here. */
const CARD = "4111111111111111";
const cards = {
  email: "ada@example.test",
  token: "tok_abc",
  last4: "1111",
  expiry_month: "1",
  expiry_year: "2039",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
};
const paid = { order_no: "OLD-1", gateway_payment_id: "T1", amount: "12.50", currency: "EUR" };
const authorisations = { ...paid, authorised_at: "2026-11-20" };
const subscriptions = {
  ...paid,
  recurring_id: "R1",
  name: "Coffee",
  interval: "month",
  next_charge_on: "2026-12-31",
  customer_id: "cus_1",
  variant_id: "variant_1",
};
const LINES = { cards, authorisations, subscriptions };

const read = (kind: ImportKind, fields: Record<string, unknown>) => readRecord(kind, { line: 7, fields });
const problemOf = (kind: ImportKind, fields: Record<string, unknown>) => {
  const answer = read(kind, fields);
  return "problem" in answer ? answer.problem : null;
};

test("a complete line of each kind is read, with its defaults", () => {
  expect(read("cards", cards)).toMatchObject({ value: { expiry_month: "01" }, isSecret: false });
  expect(read("authorisations", authorisations)).toMatchObject({
    value: { authorised_at: new Date("2026-11-20T00:00:00Z"), method: "card" },
  });
  expect(read("subscriptions", { ...subscriptions, quantity: 2 })).toMatchObject({
    value: { interval_count: 1, quantity: 2 },
  });
});

test.each(Object.keys(LINES) as ImportKind[])("every missing required field of %s is named", (kind) => {
  for (const name of requiredImportColumnsOf(kind)) {
    const rest = Object.fromEntries(Object.entries(LINES[kind]).filter(([field]) => field !== name));
    expect(problemOf(kind, rest)).toEqual({ field: name, problem: "is missing", fix: expect.stringMatching(/^Write/) });
  }
});

test.each<[ImportKind, string, unknown]>([
  ["cards", "last4", "111"],
  ["cards", "expiry_month", "13"],
  ["cards", "expiry_year", "39"],
  ["cards", "token", "two words"],
  ["cards", "brand", "#"],
  ["authorisations", "order_no", "#1001"],
  ["authorisations", "order_no", "A".repeat(51)],
  ["authorisations", "amount", "12,50"],
  ["authorisations", "amount", "-1"],
  // A number may have been rounded by the program that wrote it.
  ["authorisations", "amount", 12.5],
  ["authorisations", "amount", 12],
  ["authorisations", "currency", "EURO"],
  ["authorisations", "authorised_at", "2026-02-30"],
  ["authorisations", "authorised_at", "yesterday"],
  ["authorisations", "method", "apm"],
  ["subscriptions", "interval", "fortnight"],
  ["subscriptions", "interval_count", "0"],
  ["subscriptions", "next_charge_on", "31.12.2026"],
  ["subscriptions", "quantity", "1.5"],
])("%s: %s = %j is refused with a remedy", (kind, field, value) => {
  expect(problemOf(kind, { ...LINES[kind], [field]: value })).toEqual({
    field,
    problem: "is not valid",
    fix: expect.stringMatching(/^Write/),
  });
});

test("an unknown field is refused with the list of the known ones", () => {
  const problem = problemOf("cards", { ...cards, cvc: "x" });
  expect(problem).toMatchObject({ field: "cvc", problem: "is no known field" });
  expect(problem?.fix).toContain(importColumnsOf("cards").join(", "));
});

test.each<[ImportKind, string, Record<string, unknown>]>([
  ["cards", "token", { token: CARD }],
  ["cards", "token", { token: "4111 1111 1111 1111" }],
  ["cards", "holder_last_name", { holder_last_name: `Lovelace ${CARD}` }],
  ["cards", "a column", { [CARD]: "x" }],
  ["cards", "code", { code: CARD }],
  ["cards", "nested", { nested: { deep: CARD } }],
  ["authorisations", "order_no", { order_no: CARD }],
  ["subscriptions", "name", { name: `Coffee ${CARD}` }],
])("%s: a card number in %s is refused, and nothing of the line is repeated", (kind, field, fields) => {
  const answer = read(kind, { ...LINES[kind], ...fields });
  expect(answer).toMatchObject({ isSecret: true, problem: { field } });
  expect(JSON.stringify(answer)).not.toContain("1111");
});

test("a gateway ID of as many digits as a card number is read, and the line is kept secret until it is confirmed", () => {
  expect(read("authorisations", { ...authorisations, gateway_payment_id: CARD })).toMatchObject({
    isSecret: true,
    value: {},
  });
  expect(cardInRecord({ gateway_payment_id: CARD })).toBeNull();
});
