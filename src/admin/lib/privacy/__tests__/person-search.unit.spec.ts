import { bodyOf, exportName, isTypedAgain, namesNobody, readPerson } from "../person-search";

test.each([
  ["email", " Ada@Example.test ", "ada@example.test"],
  ["email", "ada", null],
  ["email", "ada@", null],
  ["email", "ada@example.test, eve@example.test", null],
  ["email", `${"a".repeat(320)}@example.test`, null],
  ["customer_id", " cus_01 ", "cus_01"],
  ["customer_id", "ada@example.test", null],
  ["customer_id", "", null],
  ["order_id", "order_01", "order_01"],
  ["order_id", "order 01", null],
  ["order_id", `order_${"0".repeat(195)}`, null],
  ["order_id", "#8", null],
  ["order_id", "8", null],
  ["customer_id", "Ada", "Ada"],
] as const)("as %s, %j is read as %j", (kind, typed, value) => {
  expect(readPerson(kind, typed)).toEqual(value === null ? null : { kind, value });
});

test("the request names exactly one person", () => {
  expect(bodyOf({ kind: "order_id", value: "order_01" })).toEqual({
    email: null,
    customer_id: null,
    order_id: "order_01",
  });
});

test("an erasure is confirmed with the same text, an address in any case, and nothing less", () => {
  const ada = { kind: "email", value: "ada@example.test" } as const;
  expect(
    ["ADA@example.test ", "ada@example.tes", "", "eve@example.test"].map((typed) => isTypedAgain(ada, typed)),
  ).toEqual([true, false, false, false]);
  const customer = { kind: "customer_id", value: "cus_01" } as const;
  expect(["cus_01", "CUS_01"].map((typed) => isTypedAgain(customer, typed))).toEqual([true, false]);
});

test("a reason that is kept names nobody", () => {
  expect(["Asked by letter.", "Ticket 123", "Ticket 1234", "ada@example.test"].map(namesNobody)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the file is named after its day, not after the person", () => {
  expect(exportName("2026-11-28T12:00:00.000Z")).toBe("personal-data-2026-11-28.json");
});
