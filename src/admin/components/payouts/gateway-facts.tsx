import { Container, Heading } from "@medusajs/ui";
import type { AdminPayout } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Copyable, Row } from "../detail-row";
import { useSetup } from "./use-setup";

/** The gateway's own values. Rendered as text only; nothing is decided by them. */
export function GatewayFacts({ gateway }: { gateway: NonNullable<AdminPayout["gateway"]> }) {
  const { t, moment } = useTexts();
  const { fee, amounts, raw_status: status, transaction_id: transaction, short_reference: reference } = gateway;
  const figure = useFigure();
  const hasFigures = [fee, gateway.payer_pays, gateway.beneficiary_receives].some((figure) => figure !== null);
  const failure = [gateway.failure_reason, gateway.failure_type].filter(Boolean).join(" · ");
  return (
    <Container className="flex flex-col gap-y-4 px-6 py-4" data-testid="acquiring-payout-gateway">
      <Heading level="h2">{t("payout.atGateway")}</Heading>
      <dl className="flex flex-col gap-y-2">
        <GatewayField name={t("payout.rawStatus")} text={status} />
        {reference === null ? null : (
          <Row name={t("payout.shortReference")}>
            <Copyable value={short(reference)} label={t("payout.copyShortReference")} />
          </Row>
        )}
        {transaction === null ? null : (
          <Row name={t("payout.transaction")}>
            <Copyable value={short(transaction)} label={t("payout.copyTransaction")} />
          </Row>
        )}
        <GatewayField
          name={t("payout.fee")}
          text={figure(fee && [fee.amount, fee.currency].filter(Boolean).join(" "), amounts.fee)}
        />
        <GatewayField name={t("payout.payerPays")} text={figure(gateway.payer_pays, amounts.payer_pays)} />
        <GatewayField
          name={t("payout.receives")}
          text={figure(gateway.beneficiary_receives, amounts.beneficiary_receives)}
        />
        {hasFigures ? (
          <Row name={t("payout.figures")}>
            <span className="text-ui-fg-subtle">{t("payout.figuresText")}</span>
          </Row>
        ) : null}
        <GatewayField name={t("payout.failure")} text={failure === "" ? null : failure} />
        <GatewayField
          name={t("payout.message")}
          text={gateway.message === gateway.failure_reason ? null : gateway.message}
        />
        {gateway.sent_at === null ? null : (
          <Row name={t("payout.sent")}>
            <time dateTime={gateway.sent_at}>{moment(gateway.sent_at)}</time>
          </Row>
        )}
        {status === null || gateway.reported_at === null ? null : (
          <Row name={t("payout.reported")}>
            <time dateTime={gateway.reported_at}>{moment(gateway.reported_at)}</time>
          </Row>
        )}
      </dl>
    </Container>
  );
}

type Amount = NonNullable<AdminPayout["gateway"]>["amounts"]["fee"];

/** As an amount, with the reported figure. One that cannot be read names its unit: "175 EUR" alone could be read as a hundredfold. */
function useFigure(): (figure: string | null, amount: Amount) => string | null {
  const { t, money } = useTexts();
  const unit = useSetup().data?.amount_unit ?? null;
  return (figure, amount) => {
    if (figure === null || figure === "") return figure;
    if (amount !== null) return t("payout.figureRead", { amount: money(amount.amount, amount.currency), figure });
    if (unit === null) return figure;
    return t(unit === "minor" ? "payout.figureMinor" : "payout.figureMajor", { figure });
  };
}

const GatewayField = ({ name, text }: { name: string; text: string | null }) =>
  text === null || text === "" ? null : <Row name={name}>{short(text)}</Row>;
