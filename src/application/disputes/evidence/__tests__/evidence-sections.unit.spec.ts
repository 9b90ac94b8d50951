import type { DisputeEvidence } from "../collect-evidence";
import { timelineCsv } from "../evidence-file";
import { UNKNOWN, evidenceSections, titleOfEvidence } from "../evidence-sections";
import { EVIDENCE } from "./evidence-example";

const sectionOf = (evidence: DisputeEvidence, title: string) => {
  const found = evidenceSections(evidence).find((section) => section.title === title);
  if (!found) throw new Error(`No section ${title}.`);
  return { ...found, rows: new Map(found.rows) };
};

test("the order, its items and addresses", () => {
  const { rows } = sectionOf(EVIDENCE, "Order");
  expect(Object.fromEntries(rows)).toMatchObject({
    Order: "#12",
    "Placed on": "20 November 2026, 10:00:05 UTC",
    "E-mail address": "zoya@example.test",
    "Customer account": "Registered on 2 January 2025, 00:00:00 UTC",
    "Shipping address": "Зоя Łukasiewicz\nMain street 1\n00-001 Αθήνα\nGR",
    "Billing address": UNKNOWN,
    "Shipping method": "Parcel",
  });
  const items = sectionOf(EVIDENCE, "Items").rows;
  expect([items.get("2 ×"), items.get("Total")]).toEqual(["Tall vase, White, VASE-W: 47.50 EUR each", "100.00 EUR"]);
});

test("the card is a mask, and the authentication is what the gateway reported", () => {
  expect(sectionOf(EVIDENCE, "Payment").rows.get("Card")).toBe("visa 411111******1111");
  expect(Object.fromEntries(sectionOf(EVIDENCE, "3-D Secure").rows)).toEqual({
    Authentication: "The customer was authenticated with 3-D Secure",
    Result: "Y",
    ECI: "05",
  });
});

test("shipments with tracking numbers, without cancelled ones; what is not known is said", () => {
  const { rows } = sectionOf(EVIDENCE, "Shipments");
  expect(Object.fromEntries(rows)).toEqual({
    "Shipment 1": "2 × Tall vase",
    "Prepared on": "21 November 2026, 08:00:00 UTC",
    "Sent on": "21 November 2026, 16:00:00 UTC",
    "Delivered on": UNKNOWN,
    Tracking: "1Z999 https://carrier.example/1Z999",
  });
});

test("refunds, returns, messages and notes", () => {
  const returns = sectionOf(EVIDENCE, "Returns and refunds");
  expect([returns.rows.get("Refunded"), returns.text]).toEqual(["10.00 EUR", undefined]);
  expect(returns.rows.get("Return")).toMatch(/^received; requested 24 November 2026/);
  expect([...sectionOf(EVIDENCE, "Messages to the customer").rows.values()]).toEqual(["email, order-shipped, success"]);
  expect(Object.fromEntries(sectionOf(EVIDENCE, "Notes").rows)).toEqual({
    "Order: customer_note": "Please ring twice.",
    "Staff, 2026-11-25": "One vase was chipped.",
  });
});

test("a payment without an order, an authentication and a card says that nothing is known", () => {
  const bare: DisputeEvidence = {
    ...EVIDENCE,
    ...{ order: null, returns: [], messages: [], timeline: [] },
    dispute: { ...EVIDENCE.dispute, reference: null, amount: null, due_at: null, reason: null },
    payment: { ...EVIDENCE.payment, card: null, three_ds: null, gateway_payment_id: null },
  };
  expect(titleOfEvidence(bare)).toBe("Evidence for dispute of 2026-11-27, payment order-1");
  expect(titleOfEvidence(EVIDENCE)).toBe("Evidence for dispute D1, order #12");
  expect(sectionOf(bare, "Order").text).toBe("No order is known for this payment.");
  expect([...sectionOf(bare, "3-D Secure").rows.values()]).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
  expect(sectionOf(bare, "Dispute").rows.get("Respond by")).toBe(UNKNOWN);
  expect(sectionOf(bare, "Shipments").text).toBe("No shipment is recorded in this store.");
  expect(sectionOf(bare, "Notes").text).toBe("None is recorded in this store.");
  expect(sectionOf(bare, "Device of the customer").text).toMatch(/does not keep the customer's IP address/);
});

test("the timeline as CSV: a line each, and no formula", () => {
  const lines = timelineCsv(EVIDENCE).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe(`"2026-11-20T10:00:03.000Z","authorised","100.00","EUR","customer","P0001","'=approved",""`);
});
