import type { MedusaContainer } from "@medusajs/framework/types";
import { cartOf, pastOrdersOf, sessionOf } from "../checkout-view";
import { isNothing } from "../subscription";

/** What the checkout reads of Medusa: exact amounts, or nothing. */
const SESSION = {
  id: "payses_1",
  status: "pending",
  provider_id: "pp_acquiring-card_main",
  currency_code: "eur",
  raw_amount: { value: "21.639175", precision: 20 },
  payment_collection_id: "paycol_1",
};
const CART = { id: "cart_1", currency_code: "eur", total: { raw: { value: "21.639175" } }, completed_at: null };

function storeOf(rows: Record<string, readonly unknown[]>) {
  const asked: { entity: string; filters: unknown; pagination?: unknown }[] = [];
  const graph = async (question: (typeof asked)[number]) => {
    asked.push(question);
    return { data: rows[question.entity] ?? [] };
  };
  return { asked, container: { resolve: () => ({ graph }) } as unknown as MedusaContainer };
}

test.each([
  ["21.639175", "21.639175"],
  ["90071992547409.93", "90071992547409.93"],
  ["0.000000000000000001", "0.000000000000000001"],
  [1000, "1000"],
])("the session's amount %j is read as the text %s", async (value, text) => {
  const { container } = storeOf({ payment_session: [{ ...SESSION, raw_amount: { value } }] });
  await expect(sessionOf(container, "payses_1")).resolves.toMatchObject({ raw_amount: { value: text } });
});

test("an unknown session is null, and one without an exact amount is an error", async () => {
  await expect(sessionOf(storeOf({}).container, "payses_1")).resolves.toBeNull();
  const { container } = storeOf({ payment_session: [{ ...SESSION, raw_amount: null, amount: 21.64 }] });
  await expect(sessionOf(container, "payses_1")).rejects.toThrow("raw_amount");
});

test("the data that a browser wrote to a session is not read", async () => {
  const { container } = storeOf({ payment_session: [{ ...SESSION, data: { state: "captured" }, amount: 1 }] });
  await expect(sessionOf(container, "payses_1")).resolves.toEqual({ ...SESSION, raw_amount: { value: "21.639175" } });
});

test("the cart is the one that the session's payment collection belongs to", async () => {
  const { asked, container } = storeOf({ cart_payment_collection: [{ cart_id: "cart_1" }], cart: [CART] });
  await expect(cartOf(container, SESSION)).resolves.toMatchObject({ id: "cart_1", total: "21.639175", items: [] });
  expect(asked.map(({ entity, filters }) => [entity, filters])).toEqual([
    ["cart_payment_collection", { payment_collection_id: "paycol_1" }],
    ["cart", { id: "cart_1" }],
  ]);
});

test.each([
  ["without a cart", {}],
  ["of a cart that is gone", { cart_payment_collection: [{ cart_id: "cart_1" }] }],
])("a session %s has none", async (_which, rows) => {
  await expect(cartOf(storeOf(rows).container, SESSION)).resolves.toBeNull();
});

test("a guest has no history, and nobody's is read", async () => {
  const { asked, container } = storeOf({ order: [{ currency_code: "eur", total: 10 }] });
  await expect(pastOrdersOf(container, null)).resolves.toEqual({ count: 0, totals: [] });
  expect(asked).toEqual([]);
});

test("a customer's history is their own, the newest 200 orders", async () => {
  const order = [
    { currency_code: "eur", total: { raw: { value: "10.10" } } },
    { currency_code: "jpy", total: 1000 },
  ];
  const { asked, container } = storeOf({ order });
  await expect(pastOrdersOf(container, "cus_1")).resolves.toEqual({
    count: 2,
    totals: [
      { currency: "eur", total: "10.10" },
      { currency: "jpy", total: "1000" },
    ],
  });
  expect(asked).toMatchObject([
    { filters: { customer_id: "cus_1" }, pagination: { take: 200, skip: 0, order: { created_at: "DESC" } } },
  ]);
});

test.each([
  ["0", true],
  ["0.00", true],
  ["0.", true],
  ["0e-18", true],
  ["0.01", false],
  ["0.000000000000000001", false],
  ["10", false],
  ["1e-7", false],
  ["", false],
  ["-0.01", false],
])("the total %j of a subscription's first payment is nothing: %s", (total, isFree) => {
  expect(isNothing(total)).toBe(isFree);
});
