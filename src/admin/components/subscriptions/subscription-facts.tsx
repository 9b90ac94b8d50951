import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminSubscription } from "../../../api-schema/admin";
import { formatDay, rhythmText } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Copyable, Row } from "../detail-row";

/** The terms, the customer, and the gateway's values, which are rendered as text only. */
export function SubscriptionFacts({ subscription }: { subscription: AdminSubscription }) {
  const words = useTexts();
  const { t, locale } = words;
  const { starts_on: starts, ends_on: ends, billing_cycles: cycles, promotion_cycles: promotion } = subscription;
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4">
      <div>
        <Heading level="h2">{t("subscription.terms")}</Heading>
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("subscription.agreed")}
        </Text>
      </div>
      <dl className="flex flex-col gap-y-2">
        <Row name={t("subscription.price")}>{rhythmText(words, subscription)}</Row>
        <Row name={t("subscription.cycles")}>{cycles === null ? t("subscription.untilCancelled") : String(cycles)}</Row>
        {promotion === null ? null : <Row name={t("subscription.promotion")}>{String(promotion)}</Row>}
        {starts === null ? null : <Row name={t("subscription.starts")}>{formatDay(starts, locale)}</Row>}
        {ends === null ? null : <Row name={t("subscription.ends")}>{formatDay(ends, locale)}</Row>}
        {subscription.price_id === null ? null : (
          <Row name={t("subscription.priceId")}>{short(subscription.price_id)}</Row>
        )}
        <Parties subscription={subscription} />
        <Gateway subscription={subscription} />
      </dl>
    </Container>
  );
}

function Parties({ subscription: { product, quantity, customer, order } }: { subscription: AdminSubscription }) {
  const { t } = useTexts();
  const link = "text-ui-fg-base underline";
  const email = short(customer.email ?? "–");
  const title = product === null ? "" : [product.title, product.variant_title].filter(Boolean).join(" · ");
  return (
    <>
      {product === null ? null : (
        <Row name={t("subscription.product")}>
          <Link to={`/products/${product.id}`} className={link}>
            {t("subscription.pieces", { number: quantity, name: short(title) })}
          </Link>
        </Row>
      )}
      <Row name={t("subscription.customer")}>
        {customer.id === null ? (
          email
        ) : (
          <Link to={`/customers/${customer.id}`} className={link}>
            {email}
          </Link>
        )}
      </Row>
      {order === null ? null : (
        <Row name={t("subscription.firstOrder")}>
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
  const { t, moment } = useTexts();
  const { status, reported_at: at } = gateway;
  return (
    <>
      {recurringId === null ? null : (
        <Row name={t("subscription.recurringId")}>
          <Copyable value={short(recurringId)} label={t("subscription.copyRecurringId")} />
        </Row>
      )}
      <Row name={t("subscription.atGateway")}>
        {status === null ? t("subscription.neverChecked") : t(`subscription.gateway.${status}`)}
        {at === null ? null : (
          <time dateTime={at} className="text-ui-fg-subtle block">
            {t("subscription.checkedAt", { moment: moment(at) })}
          </time>
        )}
      </Row>
      <Row name={t("payments.account")}>{account}</Row>
    </>
  );
}
