import { Alert, Heading, Text } from "@medusajs/ui";
import type { AdminPayout, PayoutSetup } from "../../../api-schema/admin";
import { draftOfPayout } from "../../lib/payouts/payout-form";
import { formatDay } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Row } from "../detail-row";
import { AccountMask } from "../payouts/payee";
import { Summary } from "../payouts/payout-summary";
import { Limits } from "./limits";

interface Props {
  readonly payout: AdminPayout;
  readonly setup: PayoutSetup;
}

export function ReviewStep({ payout, setup }: Props) {
  const { t, money } = useTexts();
  const { amount, currency, beneficiary } = payout;
  return (
    <div className="flex flex-col gap-y-5" data-testid="acquiring-review">
      <div>
        <Heading level="h2" className="[overflow-wrap:anywhere]">
          {t("payoutForm.reviewTitle", { amount: money(amount, currency), name: short(beneficiary.name) })}
        </Heading>
        <Text size="small">
          <AccountMask mask={beneficiary.account_mask} />
        </Text>
      </div>
      {payout.beneficiary_changed ? <Alert variant="warning">{t("payout.changed")}</Alert> : null}
      <section className="flex flex-col gap-y-2">
        <Text size="small" weight="plus">
          {t("payoutForm.happens")}
        </Text>
        <Summary lines={payout.summary} />
      </section>
      <Agreement payout={payout} setup={setup} />
      <Given payout={payout} />
      <Limits draft={draftOfPayout(payout)} setup={setup} />
      <Text size="small" className="text-ui-fg-subtle">
        {t("payoutForm.draftText")}
      </Text>
    </div>
  );
}

function Agreement({ payout, setup }: Props) {
  const { t, moment } = useTexts();
  const { approvals_needed: needed, send_after: after } = payout;
  const sentences = [
    needed === 1 ? t("payoutForm.approveOne") : t("payoutForm.approveMany", { number: needed }),
    t("payoutForm.notYou"),
    setup.approval_expires_hours === null ? null : t("payoutForm.expires", { hours: setup.approval_expires_hours }),
    t("payoutForm.changed"),
    after === null ? null : t("payoutForm.waits", { moment: moment(after) }),
  ];
  return (
    <section className="flex flex-col gap-y-2" data-testid="acquiring-agreement">
      <Text size="small" weight="plus">
        {t("payoutForm.approvers")}
      </Text>
      <ul className="txt-small flex list-disc flex-col gap-y-1 pl-5">
        {sentences.map((sentence) => (sentence === null ? null : <li key={sentence}>{sentence}</li>))}
      </ul>
    </section>
  );
}

/** Typed values that the summary above does not contain. */
function Given({ payout: { input, account } }: Pick<Props, "payout">) {
  const { t, money, locale } = useTexts();
  const { source_amount: source, source_currency: from, payment_date: day } = input;
  const rows: [string, string | undefined][] = [
    [t("payoutForm.reference"), input.reference],
    [t("payoutForm.reason"), input.reason],
    [t("payoutForm.payment_date"), day === undefined ? undefined : formatDay(day, locale)],
    [t("payoutForm.account"), account],
    [t("payoutForm.payment_method"), input.payment_method],
    [t("payoutForm.swift_charge_option"), input.swift_charge_option],
    [t("payoutForm.fee_paid_by"), input.fee_paid_by],
    [t("payoutForm.fund_source"), input.fund_source],
    [t("payoutForm.source_amount"), source === undefined || from === undefined ? source : money(source, from)],
    [t("payoutForm.client_data"), input.client_data],
    [t("payoutForm.note"), input.note],
  ];
  return (
    <dl className="flex flex-col gap-y-2">
      {rows.map(([name, value]) =>
        value === undefined || value === "" ? null : (
          <Row key={name} name={name}>
            {short(value)}
          </Row>
        ),
      )}
    </dl>
  );
}
