import { Link } from "react-router-dom";
import type { AdminPayment } from "../../api-schema/admin";
import { instalmentsText, short } from "../lib/view";
import type { Translate } from "../lib/texts";
import { useTexts } from "../lib/texts";
import { Copyable, Row } from "./detail-row";
import { MaskedCardLabel } from "./masked-card-label";

/** Card, transaction numbers, 3-D Secure and risk. Gateway texts are rendered as text only. */
export function PaymentDetails({ payment }: { payment: AdminPayment }) {
  const { t, money, moment } = useTexts();
  const { card, risk, dispute } = payment;
  const threeDsText = threeDsOf(t, payment);
  const riskText = joined([risk?.action, risk?.score]);
  return (
    <dl className="flex flex-col gap-y-2">
      {card ? (
        <Row name={t("payment.card")}>
          <MaskedCardLabel card={card} />
        </Row>
      ) : null}
      <Row name={t("payment.method")}>{joined([t(`payment.mode.${payment.mode}`), payment.method_name])}</Row>
      {payment.instalments === null ? null : (
        <Row name={t("payment.instalments")}>
          {instalmentsText(payment.instalments, (amount) => money(amount, payment.currency))}
        </Row>
      )}
      {payment.expires_at === null ? null : <Row name={t("payment.expiresAt")}>{moment(payment.expires_at)}</Row>}
      {payment.gateway_payment_id === null ? null : (
        <Row name={t("payment.gatewayId")}>
          <Copyable value={payment.gateway_payment_id} label={t("payment.copyGatewayId")} />
        </Row>
      )}
      <Row name={t("payment.orderNo")}>
        <Copyable value={payment.order_no} label={t("payment.copyOrderNo")} />
      </Row>
      {dispute ? (
        <Row name={t("payment.dispute")}>
          {joined([
            t(`payment.disputeStatus.${dispute.status}`),
            dispute.amount === null ? null : money(dispute.amount, payment.currency),
            dispute.reason,
            dispute.reference,
          ])}
          <Link
            to={`/acquiring/disputes/${encodeURIComponent(dispute.id)}`}
            className="text-ui-fg-base block underline"
          >
            {t("payment.openDispute")}
          </Link>
        </Row>
      ) : null}
      {threeDsText === "" ? null : <Row name={t("payment.threeDs")}>{threeDsText}</Row>}
      {risk && (riskText !== "" || risk.reasons.length > 0) ? (
        <Row name={t("payment.risk")}>
          {riskText}
          {risk.reasons.map(({ name, status }, index) => (
            <span key={`${String(index)}:${name}`} className="text-ui-fg-subtle block">
              <bdi>{short(name)}</bdi>: <bdi>{short(status)}</bdi>
            </span>
          ))}
        </Row>
      ) : null}
    </dl>
  );
}

/** Empty where it does not apply: "not used" would look like a fault on a voucher. */
function threeDsOf(t: Translate, { mode, card, three_ds: threeDs }: AdminPayment): string {
  if (threeDs === null) return "";
  const isCard = mode !== "apm" || card !== null;
  const used = threeDs.used === true ? t("payment.used") : null;
  const notUsed = threeDs.used === false && isCard ? t("payment.notUsed") : null;
  return joined([used ?? notUsed, threeDs.result, threeDs.eci ? `ECI ${threeDs.eci}` : null]);
}

const joined = (parts: readonly (string | null | undefined)[]): string => short(parts.filter(Boolean).join(" · "));
