/** Guards of the notifications of staff and the e-mails to customers, as in list.cjs. */
const { edit } = require("./edit.cjs");
const STORE = { project: "http", files: ["integration-tests/http/staff-notifications.spec"] };
const CUSTOMERS = { project: "http", files: ["integration-tests/http/customer-emails.spec"] };
const UNIT = { project: "unit", files: ["application/staff-notifications/__tests__/webhook.unit"] };

const MESSAGES = "src/modules/acquiring/staff-notifications/staff-messages.ts";
const SEND = "src/application/staff-notifications/send-messages.ts";
const WEBHOOK = "src/application/staff-notifications/webhook.ts";
const CONTENTS = "src/application/customer-emails/email-contents.ts";

const staffGuards = [
  edit(
    "staff: once an hour",
    "a recipient is told of one payment at most once an hour under one topic",
    [MESSAGES, "lastMs === undefined ? now : new Date(lastMs + AT_MOST_EVERY_MS)", "now"],
    { ...STORE, test: "a payment is told at most once an hour under a topic; what comes within it is told after it" },
  ),
  edit(
    "staff: recipients of today",
    "whoever was removed is told nothing more",
    [SEND, "isRecipient(settings, target) ? ", "target ? "],
    { ...STORE, test: "a role that was removed is told nothing more" },
  ),
  edit(
    "staff: key of a message",
    "a message that the provider confirmed is not sent again after a crash",
    [SEND, '...{ to, channel: "email", idempotency_key: id },', '...{ to, channel: "email" },'],
    { ...STORE, test: "two processes send each message once, and what a dead process had taken is sent later" },
  ),
  edit(
    "staff: signed webhooks",
    "a webhook can tell our messages from others",
    [WEBHOOK, "`${id}.${timestamp}.${text}`", "`${id}.${timestamp}`"],
    { ...UNIT, test: "the signature is over the ID, the time and the body" },
  ),
  edit(
    "customer: what is still true",
    "a customer who saw the decline in the shop gets no e-mail about it",
    [CONTENTS, "(await endedUnpaidAt(container, attempt)) === null", "attempt.id === undefined"],
    {
      ...CUSTOMERS,
      test: "a transfer that the bank refused later: an e-mail; a card that was declined in the shop: none",
    },
  ),
  edit(
    "customer: reminder of a cancelled order",
    "a customer is not asked to pay an order that was cancelled",
    [CONTENTS, 'if (order?.status === "canceled") return dropped("The order was cancelled.");', ""],
    { ...CUSTOMERS, test: "a voucher whose order was cancelled: no reminder and no event" },
  ),
  edit(
    "customer: event of a cancelled order",
    "no subscriber is told that a cancelled order has to be paid soon",
    ["src/application/worker/remind-of-expiry.ts", 'if (order?.status === "canceled") return;', ""],
    { ...CUSTOMERS, test: "a voucher whose order was cancelled: no reminder and no event" },
  ),
  edit(
    "customer: a refund that failed since",
    "no e-mail says that money was refunded which the bank has returned since",
    [CONTENTS, 'if (rows.length > 0) return dropped("The refund has failed since, or is told anew.");', ""],
    { ...CUSTOMERS, test: "a refund that failed before its e-mail was sent: none" },
  ),
  edit(
    "customer: completed refunds",
    "a customer is told of a refund when it is completed",
    ["src/application/customer-emails/queue-emails.ts", "refund_succeeded:", "refund_accepted:"],
    { ...CUSTOMERS, test: "refunds of an order: each once, when it is completed, with its own amount" },
  ),
];

module.exports = { staffGuards };
