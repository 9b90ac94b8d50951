import type { DisputeEvidence } from "../collect-evidence";

/** A paid, shipped and partly refunded order; names that are not Latin. */
const address = {
  ...{ first_name: "Зоя", last_name: "Łukasiewicz", company: null, address_1: "Main street 1", address_2: null },
  ...{ postal_code: "00-001", city: "Αθήνα", province: null, country_code: "gr", phone: null },
};

export const EVIDENCE: DisputeEvidence = {
  generated_at: "2026-11-28T09:00:00.000Z",
  dispute: {
    ...{ id: "acqatt_1:D1", reference: "D1", reason: "not received", amount: "90.00", currency: "EUR" },
    ...{ state: "needs_answer", opened_at: "2026-11-27T10:00:00.000Z", decided_at: null },
    due_at: "2026-12-05T23:59:59.000Z",
  },
  payment: {
    ...{ id: "acqatt_1", account: "main", order_no: "order-1", gateway_payment_id: "17", mode: "card" },
    ...{ method_name: null, state: "captured", currency: "EUR", created_at: "2026-11-20T10:00:00.000Z" },
    card: { mask: "411111******1111", brand: "visa" },
    three_ds: { used: true, result: "Y", eci: "05" },
    amounts: { authorised: "100.00", captured: "100.00", refunded: "10.00" },
  },
  device: null,
  order: {
    ...{ id: "order_1", display_id: 12, status: "pending", created_at: "2026-11-20T10:00:05.000Z" },
    ...{ email: "zoya@example.test", currency_code: "EUR", total: "100.00" },
    ...{ shipping_total: "5.00", tax_total: "0.00", discount_total: "0.00" },
    customer: { first_name: "山田", last_name: "花子", has_account: true, created_at: "2025-01-02T00:00:00.000Z" },
    items: [
      {
        ...{ title: "Vase", product_title: "Tall vase", variant_title: "White", variant_sku: "VASE-W" },
        ...{ quantity: 2, unit_price: "47.50", total: "95.00" },
      },
    ],
    shipping_address: address,
    billing_address: null,
    shipping_methods: ["Parcel"],
    fulfillments: [
      {
        ...{ created_at: "2026-11-21T08:00:00.000Z", shipped_at: "2026-11-21T16:00:00.000Z" },
        ...{ delivered_at: null, canceled_at: null },
        labels: [{ tracking_number: "1Z999", tracking_url: "https://carrier.example/1Z999" }],
        items: [{ title: "Tall vase", quantity: 2 }],
      },
      {
        ...{ created_at: "2026-11-21T07:00:00.000Z", shipped_at: null, delivered_at: null },
        canceled_at: "2026-11-21T07:30:00.000Z",
        ...{ labels: [], items: [{ title: "Cancelled parcel", quantity: 1 }] },
      },
    ],
    notes: [{ name: "customer_note", text: "Please ring twice." }],
  },
  returns: [
    {
      ...{ id: "return_1", status: "received" },
      ...{ created_at: "2026-11-24T08:00:00.000Z", received_at: "2026-11-25T08:00:00.000Z" },
    },
  ],
  messages: [{ sent_at: "2026-11-21T16:01:00.000Z", channel: "email", template: "order-shipped", status: "success" }],
  timeline: [
    {
      ...{ at: "2026-11-20T10:00:03.000Z", kind: "authorised", amount: "100.00", actor: "customer" },
      ...{ note: null, code: "P0001", message: "=approved" },
    },
    {
      ...{ at: "2026-11-25T09:00:00.000Z", kind: "refund_succeeded", amount: "10.00", actor: "admin" },
      ...{ note: "One vase was chipped.", code: null, message: null },
    },
  ],
};
