import { Container, Heading } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminDispute } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Copyable, Row } from "../detail-row";

/** What the gateway reported, which is rendered as text only, and what people entered. */
export function DisputeFacts({ dispute, onOpen }: { dispute: AdminDispute; onOpen: (paymentId: string) => void }) {
  const { t, money, moment } = useTexts();
  const { amount, currency, reason, reference, order } = dispute;
  const date = (at: string | null): string => (at === null ? "–" : moment(at));
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-dispute-facts">
      <Heading level="h2">{t("disputes.details")}</Heading>
      <dl className="flex flex-col gap-y-2">
        <Row name={t("payments.amount")}>{amount === null ? "–" : money(amount, currency)}</Row>
        <Row name={t("disputes.reason")}>{short(reason ?? "–")}</Row>
        <Row name={t("disputes.reference")}>
          {reference === null ? "–" : <Copyable value={short(reference)} label={t("disputes.copyReference")} />}
        </Row>
        <Row name={t("disputes.openedAt")}>{moment(dispute.opened_at)}</Row>
        <Row name={t("disputes.reportedDue")}>{date(dispute.reported_due_at)}</Row>
        <Row name={t("disputes.enteredDue")}>{date(dispute.entered_due_at)}</Row>
        <Row name={t("disputes.answeredAt")}>
          {date(dispute.answered_at)}
          {dispute.answered_by === null ? null : (
            <span className="text-ui-fg-subtle block">{t("subscription.by", { who: short(dispute.answered_by) })}</span>
          )}
        </Row>
        <Row name={t("action.field.note")}>
          <span className="whitespace-pre-wrap">{short(dispute.note ?? "–")}</span>
        </Row>
        <Row name={t("payments.order")}>
          {order === null ? (
            <bdi>{dispute.order_no}</bdi>
          ) : (
            <Link to={`/orders/${order.id}`} className="text-ui-fg-base underline">
              #{order.display_id}
            </Link>
          )}
        </Row>
        <Row name={t("payment.title")}>
          <button
            type="button"
            className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline outline-none"
            onClick={() => onOpen(dispute.payment_id)}
            data-testid="acquiring-dispute-payment"
          >
            {t("attention.page.openPayment")}
          </button>
        </Row>
        <Row name={t("payments.account")}>{dispute.account}</Row>
      </dl>
    </Container>
  );
}
