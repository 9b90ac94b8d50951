/**
 * The steps of one cell in order: heading and explanation in docs/compatibility.md. `since`: the first day of runs that have
 * this step; earlier ones are judged without it, and the page shows it as "not run".
 */
const STEPS = {
  install: { text: "Install", does: "the tarball, with the package manager, without flags" },
  migrate: { text: "Migrate", does: "`medusa db:migrate`" },
  build: { text: "Build", does: "`medusa build`, with the dashboard" },
  start: { text: "Start", does: "`medusa start` in production" },
  pay: {
    text: "Pay",
    does: "a guest cannot pay before the provider is enabled in the region; then pays by card and gets an order",
  },
  doctor: { text: "Doctor", does: "`medusa-payment-acquiring doctor` finds nothing that failed" },
  capture: {
    text: "Capture",
    does: "a part, with Medusa's route; gateway and Medusa agree, and Medusa knows who captured",
  },
  refund: { text: "Refund", does: "a part of it; gateway and Medusa agree" },
  notification: { text: "Notification", does: "a capture in the gateway's portal reaches Medusa's records" },
  order: { text: "Order", does: "a customer pays and closes the browser; the cart becomes one order" },
  "at-once": { text: "Concurrency", does: "five completions, captures and refunds at once have one effect each" },
  shipments: {
    text: "Shipments",
    does: "a saved capture policy captures an order with its last shipment, and nothing before",
    since: "2026-11-28",
  },
  return: {
    text: "Return",
    does: "a received return proposes its refund, which is made with one request; an open exchange owes what Medusa shows",
    since: "2026-11-28",
  },
  widget: {
    text: "Widget",
    does: "the order's widget and the list of payments in Chromium, without a message of the browser; since 2026-11-28 every page",
  },
};

module.exports = { STEPS };
