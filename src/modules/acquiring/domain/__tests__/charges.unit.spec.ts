import type { PaymentFact } from "../../../../gateway/model/facts";
import { createGatewayPaymentId, createOrderNo, createRecurringId } from "../../../../gateway/model/ids";
import { barePayment } from "../../../../gateway/reading/normalize";
import type { ChargeOwner } from "../charges";
import { splitCharges } from "../charges";

/** One order number, several transactions: which of them is the attempt's own. */
const ORDER = createOrderNo("acq_1");

function row(id: string | null, reading: PaymentFact["reading"], subscription?: string, day = ""): PaymentFact {
  return {
    ...barePayment(ORDER, reading),
    gatewayPaymentId: id === null ? null : createGatewayPaymentId(id),
    recurring:
      subscription === undefined
        ? null
        : {
            recurringId: createRecurringId(subscription),
            subscriptionName: null,
            period: null,
            nextChargeRaw: null,
            nextChargeOn: null,
            nextChargeAt: null,
            status: "active",
            wireOrderNo: ORDER,
            chargedRaw: day === "" ? null : `202701${day}100000`,
            chargedAt: null,
          },
  };
}

const first = (gatewayPaymentId: string | null, recurringId: string | null = "S1"): ChargeOwner => ({
  role: "first",
  gatewayPaymentId,
  recurringId,
});
const idsOf = (facts: readonly PaymentFact[]): (string | null)[] => facts.map(({ gatewayPaymentId: id }) => id);
const split = (owner: ChargeOwner, facts: PaymentFact[]): unknown[] => {
  const { own, later, isAmbiguous } = splitCharges(owner, facts);
  return [idsOf(own), idsOf(later), isAmbiguous];
};

const CHARGES = [
  row("T3", "declined", "S1", "03"),
  row("T1", "captured", "S1", "01"),
  row("T2", "captured", "S1", "02"),
];

test("later charges never affect the first payment, nor the first payment a later charge", () => {
  expect(split(first("T1"), CHARGES)).toEqual([["T1"], ["T3", "T2"], false]);
  expect(split({ role: "renewal", gatewayPaymentId: "T2", recurringId: null }, CHARGES)).toEqual([["T2"], [], false]);
  expect(split({ role: "renewal", gatewayPaymentId: "T9", recurringId: null }, CHARGES)).toEqual([[], [], false]);
});

test("while the first one's ID is unknown it is the earliest that succeeded", () => {
  expect(split(first(null, null), CHARGES)).toEqual([["T1"], ["T3", "T2"], false]);
  const tried = [
    row("T0", "declined", "S1", "01"),
    row("T1", "authorised", "S1", "02"),
    row("T2", "pending", "S1", "03"),
  ];
  expect(split(first(null, null), tried)).toEqual([["T1"], ["T2"], false]);
});

test.each([
  ["of one moment", [row("T1", "captured", "S1", "01"), row("T2", "captured", "S1", "01")]],
  ["without their days", [row("T1", "captured", "S1"), row("T2", "captured", "S1", "02")]],
])("charges %s are ignored while the first one's ID is unknown", (_how, facts) => {
  expect(split(first(null, null), facts)).toEqual([[], [], true]);
  expect(split(first("T1"), facts)).toEqual([["T1"], ["T2"], false]);
});

test("an earlier unreadable charge may be the first: a later charge is not taken for it", () => {
  const facts = [row("T2", "captured", "S1", "02"), row("T1", "unmapped", "S1", "01")];
  expect(split(first(null, null), facts)).toEqual([[], [], true]);
  expect(split(first("T1"), facts)).toEqual([["T1"], ["T2"], false]);
  const unread = [row("T2", "unmapped", "S1", "02"), row("T1", "unmapped", "S1", "01")];
  expect(split(first(null, null), unread)).toEqual([["T1"], [], false]);
});

test("a second transaction without a subscription, or of another one, remains a contradiction of the first", () => {
  expect(split(first("T1"), [row("T1", "captured", "S1"), row("T2", "captured")])).toEqual([["T1", "T2"], [], false]);
  expect(split(first("T1"), [row("T1", "captured", "S1"), row("T2", "captured", "S2")])).toEqual([
    ["T1", "T2"],
    [],
    false,
  ]);
});

test("a second payment that started its own subscription is not a charge of the first one's, in any order of the list", () => {
  const facts = [
    row("T2", "captured", "S2", "02"),
    row("T1", "captured", "S1", "01"),
    row("T3", "captured", "S1", "03"),
  ];
  for (const listed of [facts, [...facts].reverse()]) {
    expect(split(first(null, null), listed)).toEqual([["T1", "T2"], ["T3"], false]);
    const [own, later] = split(first("T1", null), listed);
    expect([new Set(own as string[]), later]).toEqual([new Set(["T1", "T2"]), ["T3"]]);
  }
});

test("a payment without a subscription uses the successful one of several tries", () => {
  const plain: ChargeOwner = { role: "plain", gatewayPaymentId: null, recurringId: null };
  expect(split(plain, [row("T1", "declined", "S1"), row("T2", "captured", "S1")])).toEqual([["T2"], [], false]);
  expect(split(plain, [row(null, "not_found")])).toEqual([[null], [], false]);
});
