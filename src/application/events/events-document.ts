import type { z } from "@medusajs/framework/zod";
import {
  ATTENTION_EVENTS,
  DISPUTE_EVENTS,
  PAYMENT_EVENTS,
  PAYMENT_LINK_EVENTS,
  PAYOUT_EVENTS,
  REFUND_EVENTS,
  SAVED_CARD_EVENTS,
  SUBSCRIPTION_EVENTS,
} from "./event-names";
import {
  AttentionNews,
  DisputeDueNews,
  PaymentLinkNews,
  PaymentNews,
  PayoutNews,
  RefundProposalNews,
  SavedCardNews,
  SubscriptionNews,
} from "./event-schema";

/** docs/events.md. */
export function renderEvents(): string {
  return `# Events

Made by \`npm run events\` from \`src/application/events\`; a test compares the two.

These events are written in the transaction that changes the ledger, and delivered to Medusa's event bus by the worker, usually within five
seconds and in the order in which they were written. If the process stops or the bus refuses them they are delivered again: each at least once, so compare
\`event_id\`. What was not committed is never announced. Their data contains no card number, name, e-mail address or free text.

## Payments

| event | emitted when |
|---|---|
${listed(PAYMENT_EVENTS)}

${fieldsOf(PaymentNews)}

## Attention

| event | emitted when |
|---|---|
${listed(ATTENTION_EVENTS)}

${fieldsOf(AttentionNews)}

## Disputes

More: [disputes](disputes.md). When a dispute is opened or decided, the payment has an event.

| event | emitted when |
|---|---|
${listed(DISPUTE_EVENTS)}

${fieldsOf(DisputeDueNews)}

## Saved cards

| event | emitted when |
|---|---|
${listed(SAVED_CARD_EVENTS)}

${fieldsOf(SavedCardNews)}

## Payment links

More: [payment links](payment-links.md).

| event | emitted when |
|---|---|
${listed(PAYMENT_LINK_EVENTS)}

${fieldsOf(PaymentLinkNews)}

## Subscriptions

More: [subscriptions](subscriptions.md). Each is emitted after the [hook](subscriptions.md#your-own-handlers-and-events) of the same change has succeeded.

| event | emitted when |
|---|---|
${listed(SUBSCRIPTION_EVENTS)}

${fieldsOf(SubscriptionNews)}

## Payouts

More: [payouts](payouts.md).

| event | emitted when |
|---|---|
${listed(PAYOUT_EVENTS)}

${fieldsOf(PayoutNews)}

## Refund proposals

More: [returns](returns.md). The worker emits it while it examines the order; it is delivered at least once, too.

| event | emitted when |
|---|---|
${listed(REFUND_EVENTS)}

${fieldsOf(RefundProposalNews)}

Further events are in [extending](extending.md#events).

## Example

\`\`\`ts
// src/subscribers/refund-failed.ts
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PaymentNews, PaymentEventName } from "medusa-payment-acquiring/workflows";

export default async function refundFailed({ event, container }: SubscriberArgs<PaymentNews>) {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const { attempt_id, amount_minor, currency } = event.data;
  logger.warn(\`the refund of \${amount_minor} (minor units) \${currency} of \${attempt_id} failed\`);
}

const name: PaymentEventName = "acquiring.payment.refund_failed";
export const config: SubscriberConfig = { event: name };
\`\`\`
`;
}

const listed = (events: Readonly<Record<string, string>>): string =>
  Object.entries(events)
    .map(([name, when]) => `| \`${name}\` | ${when} |`)
    .join("\n");

const fieldsOf = ({ shape }: z.ZodObject): string =>
  [
    "| field | meaning |",
    "|---|---|",
    ...Object.entries(shape).map(([name, field]) => `| \`${name}\` | ${field.description ?? ""} |`),
  ].join("\n");
