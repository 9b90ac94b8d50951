import type { PaymentFact, RecurringFact } from "../../../gateway/model/facts";
import { createGatewayPaymentId, createOrderNo, createRecurringId } from "../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../gateway/model/money";
import { barePayment } from "../../../gateway/reading/normalize";
import type { ConfirmedFact } from "../confirm-payment";
import { confirmPayment, moneyOfLine } from "../confirm-payment";
import { confirmSubscription } from "../confirm-subscription";
import { SubscriptionLine } from "../record-schemas";

/** What the gateway has to report before a line is imported, and the reason if it reports something else. */
const EUR = createCurrency("EUR");
const money = createMoney(1_250n, EUR);
const ORDER = createOrderNo("OLD-1");
const CONFIRMED = { ...barePayment(ORDER, "authorised"), gatewayPaymentId: createGatewayPaymentId("T1"), money };
const claim = { transactionId: "T1", money };
const problemIn = (answer: object): unknown =>
  "refused" in answer ? (answer.refused as { problem: unknown }).problem : null;

test("a payment is confirmed by its transaction, amount and currency", () => {
  expect(confirmPayment([CONFIRMED], claim)).toEqual({ fact: CONFIRMED });
});

test.each<[string, readonly PaymentFact[], string]>([
  ["nothing", [], "order_no"],
  ["not found", [barePayment(ORDER, "not_found")], "order_no"],
  ["another transaction", [{ ...CONFIRMED, gatewayPaymentId: createGatewayPaymentId("T2") }], "gateway_payment_id"],
  ["no transaction", [{ ...CONFIRMED, gatewayPaymentId: null }], "gateway_payment_id"],
  ["no amount", [{ ...CONFIRMED, money: null }], "amount"],
  ["another amount", [{ ...CONFIRMED, money: createMoney(1_251n, EUR) }], "amount"],
  ["another currency", [{ ...CONFIRMED, money: createMoney(1_250n, createCurrency("USD")) }], "currency"],
])("a gateway that reports %s confirms nothing", (_case, facts, field) => {
  expect(problemIn(confirmPayment(facts, claim))).toMatchObject({ field });
});

test("an amount that the currency cannot have is refused", () => {
  expect(moneyOfLine({ amount: "12.50", currency: "eur" })).toEqual({ money });
  for (const [amount, currency] of [
    ["12.505", "EUR"],
    // Twelve and a half, or twelve thousand and a half?
    ["12.500", "EUR"],
    ["1.5", "JPY"],
    ["0.00", "EUR"],
  ] as const)
    expect(problemIn(moneyOfLine({ amount, currency }))).toMatchObject({ field: "amount" });
});

const recurring: RecurringFact = {
  recurringId: createRecurringId("R1"),
  subscriptionName: "Coffee",
  period: null,
  nextChargeRaw: "2026-12-15",
  nextChargeOn: "2026-12-15",
  nextChargeAt: "2026-12-15T00:00:00.000Z",
  status: "active",
  wireOrderNo: ORDER,
  chargedRaw: "20261015120000",
  chargedAt: "2026-10-15T12:00:00.000Z",
};
const FIRST: ConfirmedFact = { ...CONFIRMED, reading: "captured", recurring };
const renewal = (more: Partial<PaymentFact> = {}, dated: Partial<RecurringFact> = {}): PaymentFact => ({
  ...FIRST,
  gatewayPaymentId: createGatewayPaymentId("T2"),
  recurring: { ...recurring, chargedRaw: "20261115120000", chargedAt: "2026-11-15T12:00:00.000Z", ...dated },
  ...more,
});
const line = (more: object = {}): SubscriptionLine =>
  SubscriptionLine.parse({
    order_no: "OLD-1",
    gateway_payment_id: "T1",
    amount: "12.50",
    currency: "EUR",
    recurring_id: "R1",
    name: "Coffee",
    interval: "month",
    next_charge_on: "2026-12-15",
    customer_id: "cus_1",
    variant_id: "variant_1",
    order_id: "order_1",
    ...more,
  });
const confirm = (more: { line?: object; first?: Partial<ConfirmedFact>; later?: readonly PaymentFact[] } = {}) => {
  const first = { ...FIRST, ...more.first };
  const facts = [first, ...(more.later ?? [renewal()])];
  return confirmSubscription({ line: line(more.line), money, first, facts, timeZone: "Europe/Berlin" });
};

test("next_charge_on divides the charges of the two integrations at that day's start in the gateway's zone", () => {
  expect(confirm()).toEqual({
    takesOverAt: new Date("2026-12-14T23:00:00Z"),
    startedAt: new Date("2026-10-15T12:00:00Z"),
    notes: [],
  });
});

test.each<[string, Parameters<typeof confirm>[0], string]>([
  ["no subscription", { first: { recurring: null } }, "recurring_id"],
  ["another one", { line: { recurring_id: "R2" } }, "recurring_id"],
  ["one that has ended", { first: { recurring: { ...recurring, status: "inactive" } } }, "recurring_id"],
  ["an unrecognised status", { first: { recurring: { ...recurring, status: "unmapped" } } }, "recurring_id"],
  ["no status", { first: { recurring: { ...recurring, status: null } } }, "recurring_id"],
  ["a declined first payment", { first: { reading: "declined" } }, "gateway_payment_id"],
  ["a first payment without a date", { first: { recurring: { ...recurring, chargedAt: null } } }, "gateway_payment_id"],
  ["renewals of another amount", { later: [renewal({ money: createMoney(990n, EUR) })] }, "amount"],
  [
    "renewals in another currency",
    { later: [renewal({ money: createMoney(1_250n, createCurrency("USD")) })] },
    "currency",
  ],
  ["a renewal without a date", { later: [renewal({}, { chargedAt: null })] }, "recurring_id"],
  ["another next day", { line: { next_charge_on: "2026-12-16" } }, "next_charge_on"],
  ["a first payment after that day", { line: { next_charge_on: "2026-10-15" } }, "next_charge_on"],
  ["more than the last day allows", { line: { ends_on: "2026-12-14" } }, "ends_on"],
])("a gateway that reports %s confirms no subscription", (_case, more, field) => {
  expect(problemIn(confirm(more))).toMatchObject({ field });
});

test("a charge that came after that day is the first one of this store, whatever the gateway's next day is", () => {
  const after = { nextChargeOn: "2027-01-15", status: "active" } as const;
  const answer = confirm({
    first: { recurring: { ...recurring, ...after } },
    later: [renewal({}, { ...after, chargedRaw: "20261215120000", chargedAt: "2026-12-15T11:00:00.000Z" })],
  });
  expect(answer).toMatchObject({ takesOverAt: new Date("2026-12-14T23:00:00Z") });
});

test("what only the file says is noted", () => {
  const nameless = { ...recurring, nextChargeOn: null };
  expect(
    confirm({
      first: { recurring: nameless, money: createMoney(9_900n, EUR) },
      later: [],
      line: { order_id: undefined },
    }),
  ).toMatchObject({
    notes: [
      expect.stringContaining("names no next date"),
      expect.stringContaining("no renewal confirms the amount"),
      expect.stringContaining("without an order_id"),
    ],
  });
});
