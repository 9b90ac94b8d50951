import type { TimelineKind } from "../../../api-schema/admin";
import type { DisputeEvidence } from "./collect-evidence";
import type { EvidenceAddress } from "./load-order";

/** The document's content, in English as banks and card schemes read it. What is not known is said. Pure. */
export interface DocumentSection {
  readonly title: string;
  /** Name and value. */
  readonly rows: readonly (readonly [string, string])[];
  /** Instead of rows, or below them. */
  readonly text?: string;
}

export const UNKNOWN = "Not known to this store";

const NOT_STORED =
  "This store does not keep the customer's IP address, browser or device: they are sent to the payment gateway with the payment. The gateway may have them.";
const MESSAGE_TEXTS =
  "Messages that the shop's system sent about the order, or to its e-mail address since it was placed. Their texts, and messages sent by other means, are not known to this store.";

const orUnknown = (value: string | null | undefined): string => value ?? UNKNOWN;

/** `27 November 2026, 10:00:00 UTC`: no reader has to know a time zone. */
export const dateText = (at: string | null | undefined): string =>
  at === null || at === undefined
    ? UNKNOWN
    : `${new Date(at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" }).replace(" at ", ", ")} UTC`;

const money = (amount: string | null, currency: string): string =>
  amount === null ? UNKNOWN : `${amount} ${currency}`;

export const evidenceSections = (evidence: DisputeEvidence): readonly DocumentSection[] => [
  disputeSection(evidence),
  paymentSection(evidence),
  authenticationSection(evidence),
  { title: "Device of the customer", rows: [], text: NOT_STORED },
  ...orderSections(evidence),
  shipmentSection(evidence),
  refundSection(evidence),
  messageSection(evidence),
  noteSection(evidence),
  timelineSection(evidence),
];

export const titleOfEvidence = ({ dispute, payment, order }: DisputeEvidence): string =>
  [
    `Evidence for dispute ${dispute.reference ?? `of ${dispute.opened_at.slice(0, 10)}`}`,
    order === null ? `payment ${payment.order_no}` : `order #${String(order.display_id)}`,
  ].join(", ");

const disputeSection = ({ dispute, generated_at: at }: DisputeEvidence): DocumentSection => ({
  title: "Dispute",
  rows: [
    ["Dispute ID", orUnknown(dispute.reference)],
    ["Reason", orUnknown(dispute.reason)],
    ["Disputed amount", money(dispute.amount, dispute.currency)],
    ["Reported on", dateText(dispute.opened_at)],
    ["Respond by", dateText(dispute.due_at)],
    ["Document made on", dateText(at)],
  ],
});

const MODE = { card: "Card", checkout: "Payment provider's page", apm: "Alternative payment method" } as const;

const paymentSection = ({ payment }: DisputeEvidence): DocumentSection => ({
  title: "Payment",
  rows: [
    ["Order number", payment.order_no],
    ["Transaction ID", orUnknown(payment.gateway_payment_id)],
    ["Method", payment.method_name ?? MODE[payment.mode]],
    ["Card", payment.card === null ? UNKNOWN : [payment.card.brand, payment.card.mask].filter(Boolean).join(" ")],
    ["Started on", dateText(payment.created_at)],
    ["Authorised", money(payment.amounts.authorised, payment.currency)],
    ["Captured", money(payment.amounts.captured, payment.currency)],
    ["Refunded", money(payment.amounts.refunded, payment.currency)],
  ],
});

function authenticationSection({ payment: { three_ds: threeDs } }: DisputeEvidence): DocumentSection {
  const used = threeDs?.used ?? null;
  return {
    title: "3-D Secure",
    rows: [
      [
        "Authentication",
        used === null ? UNKNOWN : used ? "The customer was authenticated with 3-D Secure" : "Not used",
      ],
      ["Result", orUnknown(threeDs?.result)],
      ["ECI", orUnknown(threeDs?.eci)],
    ],
  };
}

const addressText = (address: EvidenceAddress): string => {
  if (address === null) return UNKNOWN;
  const { first_name: first, last_name: last, postal_code: code, city, country_code: country } = address;
  const join = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(" ");
  const lines = [join(first, last), address.company, address.address_1, address.address_2, join(code, city)];
  const rest = [address.province, country?.toUpperCase() ?? null, address.phone];
  return [...lines, ...rest].filter(Boolean).join("\n") || UNKNOWN;
};

function orderSections({ order }: DisputeEvidence): readonly DocumentSection[] {
  if (order === null) return [{ title: "Order", rows: [], text: "No order is known for this payment." }];
  const { currency_code: currency, customer } = order;
  return [
    {
      title: "Order",
      rows: [
        ["Order", `#${String(order.display_id)}`],
        ["Placed on", dateText(order.created_at)],
        ["E-mail address", orUnknown(order.email)],
        [
          "Customer",
          customer === null ? UNKNOWN : [customer.first_name, customer.last_name].filter(Boolean).join(" ") || UNKNOWN,
        ],
        [
          "Customer account",
          customer?.has_account ? `Registered on ${dateText(customer.created_at)}` : "None, a guest",
        ],
        ["Shipping address", addressText(order.shipping_address)],
        ["Billing address", addressText(order.billing_address)],
        ["Shipping method", order.shipping_methods.join(", ") || UNKNOWN],
      ],
    },
    {
      title: "Items",
      rows: [
        ...order.items.map((item): readonly [string, string] => [
          `${String(item.quantity)} ×`,
          `${[item.product_title ?? item.title, item.variant_title, item.variant_sku].filter(Boolean).join(", ")}: ${money(item.unit_price, currency)} each`,
        ]),
        ["Shipping", money(order.shipping_total, currency)],
        ["Discount", money(order.discount_total, currency)],
        ["Tax", money(order.tax_total, currency)],
        ["Total", money(order.total, currency)],
      ],
    },
  ];
}

function shipmentSection({ order }: DisputeEvidence): DocumentSection {
  const shipments = (order?.fulfillments ?? []).filter(({ canceled_at: at }) => at === null);
  if (shipments.length === 0) return { title: "Shipments", rows: [], text: "No shipment is recorded in this store." };
  return {
    title: "Shipments",
    rows: shipments.flatMap(({ items, labels, ...shipment }, place): (readonly [string, string])[] => [
      [
        `Shipment ${String(place + 1)}`,
        items.map(({ title, quantity }) => `${String(quantity)} × ${title ?? UNKNOWN}`).join("\n") || UNKNOWN,
      ],
      ["Prepared on", dateText(shipment.created_at)],
      ["Sent on", dateText(shipment.shipped_at)],
      ["Delivered on", dateText(shipment.delivered_at)],
      [
        "Tracking",
        labels
          .map(({ tracking_number: number, tracking_url: url }) =>
            [number, url === "#" ? null : url].filter(Boolean).join(" "),
          )
          .filter((label) => label !== "")
          .join("\n") || UNKNOWN,
      ],
    ]),
  };
}

function refundSection({ returns, payment }: DisputeEvidence): DocumentSection {
  const received = returns.map(({ status, created_at: at, received_at: back }): readonly [string, string] => [
    "Return",
    `${status}; requested ${dateText(at)}${back === null ? "" : `; received ${dateText(back)}`}`,
  ]);
  return {
    title: "Returns and refunds",
    rows: [["Refunded", money(payment.amounts.refunded, payment.currency)], ...received],
    ...(received.length === 0 ? { text: "No return is recorded in this store." } : {}),
  };
}

const messageSection = ({ messages }: DisputeEvidence): DocumentSection => ({
  title: "Messages to the customer",
  rows: messages.map(({ sent_at: at, channel, template, status }) => [
    dateText(at),
    [channel, template, status].filter(Boolean).join(", "),
  ]),
  text: messages.length === 0 ? `None is recorded. ${MESSAGE_TEXTS}` : MESSAGE_TEXTS,
});

function noteSection({ order, timeline }: DisputeEvidence): DocumentSection {
  const ofOrder = (order?.notes ?? []).map(({ name, text }): readonly [string, string] => [`Order: ${name}`, text]);
  const ofStaff = timeline.flatMap(({ at, note }): (readonly [string, string])[] =>
    note === null ? [] : [[`Staff, ${at.slice(0, 10)}`, note]],
  );
  const rows = [...ofOrder, ...ofStaff];
  return { title: "Notes", rows, ...(rows.length === 0 ? { text: "None is recorded in this store." } : {}) };
}

const timelineSection = ({ timeline, payment: { currency } }: DisputeEvidence): DocumentSection => ({
  title: "Timeline of the payment",
  rows: timeline.map(({ at, kind, amount, actor, code }) => [
    dateText(at),
    [
      eventText(kind),
      amount === null ? null : `${amount} ${currency}`,
      `by ${actor === "admin" ? "staff" : actor}`,
      code === null ? null : `code ${code}`,
    ]
      .filter(Boolean)
      .join(", "),
  ]),
});

/** `refund_sent`: `Refund sent`. */
const eventText = (kind: TimelineKind): string => {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
