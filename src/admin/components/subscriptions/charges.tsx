import { Button, Container, Heading, StatusBadge, Table, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { AdminSubscription, ChargeState, SubscriptionCharge } from "../../../api-schema/admin";
import { useAccess } from "../../lib/use-access";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { OrderButton } from "./order-button";

const COLOR: Record<ChargeState, "green" | "red" | "orange" | "grey"> = {
  pending: "orange",
  authorised: "orange",
  paid: "green",
  declined: "red",
  refunded: "grey",
};

interface Props {
  readonly subscription: AdminSubscription;
  readonly onOpen: (paymentId: string) => void;
  /** What is shown beside a declined charge that can be paid. */
  readonly askForPayment: (charge: SubscriptionCharge) => ReactNode;
}

export function ChargeTable({ subscription: { id, charges }, onOpen, askForPayment }: Props) {
  const { t } = useTexts();
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-charges">
      <Heading level="h2" className="px-6 py-4">
        {t("subscription.charges")}
      </Heading>
      {charges.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 pb-4">
          {t("subscription.noCharges")}
        </Text>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("subscription.charges")}>
          <Table className="min-w-[38rem]">
            <Table.Header>
              <Table.Row>
                <Table.HeaderCell>#</Table.HeaderCell>
                <Table.HeaderCell>{t("subscription.chargedAt")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payments.state")}</Table.HeaderCell>
                <Table.HeaderCell className="text-right">{t("payments.amount")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payments.order")}</Table.HeaderCell>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {charges.map((charge) => (
                <Charge key={charge.id} subscriptionId={id} {...{ charge, onOpen, askForPayment }} />
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
    </Container>
  );
}

interface ChargeProps extends Pick<Props, "onOpen" | "askForPayment"> {
  readonly subscriptionId: string;
  readonly charge: SubscriptionCharge;
}

function Charge({ subscriptionId, charge, onOpen, askForPayment }: ChargeProps) {
  const { t, money, moment } = useTexts();
  return (
    <Table.Row data-testid="acquiring-charge" data-state={charge.state}>
      <Table.Cell>
        <Button
          size="small"
          variant="transparent"
          className="px-1"
          aria-label={t("subscription.openPayment", { number: charge.number })}
          onClick={() => onOpen(charge.payment_id)}
        >
          {charge.number}
        </Button>
      </Table.Cell>
      <Table.Cell className="whitespace-nowrap">
        <time dateTime={charge.charged_at}>{moment(charge.charged_at)}</time>
      </Table.Cell>
      <Table.Cell className="max-w-64 py-2">
        <StatusBadge color={COLOR[charge.state]}>{t(`subscription.charge.${charge.state}`)}</StatusBadge>
        {charge.message === null ? null : (
          <Text
            size="xsmall"
            className="text-ui-fg-subtle line-clamp-3 whitespace-normal [overflow-wrap:anywhere]"
            dir="auto"
          >
            {short(charge.message)}
          </Text>
        )}
      </Table.Cell>
      <Table.Cell className="text-right">{money(charge.amount, charge.currency)}</Table.Cell>
      <Table.Cell className="py-2">
        {charge.order === null ? (
          <NoOrder subscriptionId={subscriptionId} charge={charge} />
        ) : (
          <Link
            to={`/${charge.can_pay ? "draft-orders" : "orders"}/${charge.order.id}`}
            className="text-ui-fg-base underline"
          >
            #{charge.order.display_id}
          </Link>
        )}
        {charge.can_pay ? askForPayment(charge) : null}
        {charge.paid_with_order ? (
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("subscription.paidWithOrder")}
          </Text>
        ) : null}
      </Table.Cell>
    </Table.Row>
  );
}

/** No order by configuration, or one that a person creates. */
function NoOrder({ subscriptionId, charge }: Pick<ChargeProps, "subscriptionId" | "charge">) {
  const { t } = useTexts();
  const may = useAccess()("unsubscribe");
  if (charge.can_order && may) return <OrderButton subscriptionId={subscriptionId} charge={charge} />;
  if (charge.can_pay) return null;
  return <span className="text-ui-fg-subtle">{t("subscription.noOrder")}</span>;
}
