/** The steps of one cell in order: heading and explanation in docs/compatibility.md. */
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
  widget: {
    text: "Widget",
    does: "the order's widget and the list of payments in Chromium, without a message of the browser",
  },
};

module.exports = { STEPS };
