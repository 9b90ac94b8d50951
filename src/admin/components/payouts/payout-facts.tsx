import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminPayout } from "../../../api-schema/admin";
import { formatDay } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Copyable, Row } from "../detail-row";
import { BlockedBadge, PayeeName } from "./payee";

export function PayoutFacts({ payout }: { payout: AdminPayout }) {
  const { t, money, locale } = useTexts();
  const { input } = payout;
  const { source_amount: source, source_currency: from, payment_date: date } = input;
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-payout-facts">
      <Heading level="h2">{t("payout.facts")}</Heading>
      <dl className="flex flex-col gap-y-2">
        <Row name={t("payout.amount")}>{money(payout.amount, payout.currency)}</Row>
        {source === undefined || from === undefined ? null : <Row name={t("payout.source")}>{money(source, from)}</Row>}
        <Row name={t("payout.beneficiary")}>
          <Link to={`/acquiring/beneficiaries/${payout.beneficiary.id}`} className="text-ui-fg-base underline">
            <PayeeName beneficiary={payout.beneficiary} />
          </Link>
          <span className="text-ui-fg-subtle block">{t("payout.version", { number: payout.beneficiary_version })}</span>
          {payout.beneficiary.blocked ? <BlockedBadge /> : null}
        </Row>
        <Row name={t("payout.reference")}>{short(payout.reference)}</Row>
        <Given name={t("payout.reason")} text={input.reason} />
        <Given name={t("payout.method")} text={input.payment_method} />
        <Given name={t("payout.charge")} text={input.swift_charge_option} />
        <Given name={t("payout.feePaidBy")} text={input.fee_paid_by} />
        <Given name={t("payout.fundSource")} text={input.fund_source} />
        {date === undefined ? null : <Row name={t("payout.date")}>{formatDay(date, locale)}</Row>}
        <Given name={t("payout.clientData")} text={input.client_data} />
        <Belongs payout={payout} />
        <Row name={t("payments.account")}>{short(payout.account)}</Row>
        <Row name={t("payout.preparedBy")}>{short(payout.created_by.name ?? payout.created_by.id ?? "–")}</Row>
        <Row name={t("payout.requestId")}>
          <Copyable value={payout.request_id} label={t("payout.copyRequestId")} />
        </Row>
      </dl>
      {input.note === undefined ? null : (
        <div>
          <Text size="small" weight="plus">
            {t("payout.forApprovers")}
          </Text>
          <Text size="small" className="[overflow-wrap:anywhere]" dir="auto">
            {input.note}
          </Text>
        </div>
      )}
    </Container>
  );
}

const Given = ({ name, text }: { name: string; text: string | undefined }) =>
  text === undefined ? null : <Row name={name}>{short(text)}</Row>;

function Belongs({ payout: { order, input } }: { payout: AdminPayout }) {
  const { t } = useTexts();
  const link = "text-ui-fg-base underline";
  return (
    <>
      {order === null ? null : (
        <Row name={t("payments.order")}>
          <Link to={`/orders/${order.id}`} className={link}>
            {order.display_id === null ? order.id : `#${String(order.display_id)}`}
          </Link>
        </Row>
      )}
      {input.customer_id === undefined ? null : (
        <Row name={t("payout.customer")}>
          <Link to={`/customers/${input.customer_id}`} className={link}>
            {t("payout.openCustomer")}
          </Link>
        </Row>
      )}
    </>
  );
}
