import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminSubscription } from "../../../api-schema/admin";
import { formatDay, rhythmText } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { Copyable, Row } from "../facts";

/** What was agreed, with whom, and what the gateway says of it. The gateway's texts are text only. */
export function SubscriptionFacts({ subscription }: { subscription: AdminSubscription }) {
  const words = useTexts();
  const { say, locale } = words;
  const { starts_on: starts, ends_on: ends, billing_cycles: cycles, promotion_cycles: promotion } = subscription;
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Heading level="h2">{say("subscription.terms")}</Heading>
        <Text size="xsmall" className="text-ui-fg-subtle">
          {say("subscription.agreed")}
        </Text>
      </div>
      <dl className="flex flex-col gap-y-2">
        <Row name={say("subscription.price")}>{rhythmText(words, subscription)}</Row>
        <Row name={say("subscription.cycles")}>
          {cycles === null ? say("subscription.untilCancelled") : String(cycles)}
        </Row>
        {promotion === null ? null : <Row name={say("subscription.promotion")}>{String(promotion)}</Row>}
        {starts === null ? null : <Row name={say("subscription.starts")}>{formatDay(starts, locale)}</Row>}
        {ends === null ? null : <Row name={say("subscription.ends")}>{formatDay(ends, locale)}</Row>}
        {subscription.price_id === null ? null : (
          <Row name={say("subscription.priceId")}>{short(subscription.price_id)}</Row>
        )}
        <Parties subscription={subscription} />
        <Gateway subscription={subscription} />
      </dl>
    </Container>
  );
}

function Parties({ subscription: { product, quantity, customer, order } }: { subscription: AdminSubscription }) {
  const { say } = useTexts();
  const link = "text-ui-fg-base underline";
  const email = short(customer.email ?? "–");
  const title = product === null ? "" : [product.title, product.variant_title].filter(Boolean).join(" · ");
  return (
    <>
      {product === null ? null : (
        <Row name={say("subscription.product")}>
          <Link to={`/products/${product.id}`} className={link}>
            {say("subscription.pieces", { number: quantity, name: short(title) })}
          </Link>
        </Row>
      )}
      <Row name={say("subscription.customer")}>
        {customer.id === null ? (
          email
        ) : (
          <Link to={`/customers/${customer.id}`} className={link}>
            {email}
          </Link>
        )}
      </Row>
      {order === null ? null : (
        <Row name={say("subscription.firstOrder")}>
          <Link to={`/orders/${order.id}`} className={link}>
            #{order.display_id}
          </Link>
        </Row>
      )}
    </>
  );
}

function Gateway({
  subscription: { gateway, recurring_id: recurringId, account },
}: {
  subscription: AdminSubscription;
}) {
  const { say, moment } = useTexts();
  const { status, said_at: at } = gateway;
  return (
    <>
      {recurringId === null ? null : (
        <Row name={say("subscription.recurringId")}>
          <Copyable value={short(recurringId)} label={say("subscription.copyRecurringId")} />
        </Row>
      )}
      <Row name={say("subscription.atGateway")}>
        {status === null ? say("subscription.neverSaid") : say(`subscription.gateway.${status}`)}
        {at === null ? null : (
          <time dateTime={at} className="text-ui-fg-subtle block">
            {say("subscription.said", { moment: moment(at) })}
          </time>
        )}
      </Row>
      <Row name={say("list.account")}>{account}</Row>
    </>
  );
}
