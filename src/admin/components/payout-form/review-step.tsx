import { Alert, Heading, Text } from "@medusajs/ui";
import type { AdminPayout, PayoutSetup } from "../../../api-schema/admin";
import { draftOfPayout } from "../../lib/payouts/payout-form";
import { formatDay } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { Row } from "../facts";
import { AccountMask } from "../payouts/payee";
import { Summary } from "../payouts/payout-summary";
import { Limits } from "./limits";

interface Props {
  readonly payout: AdminPayout;
  readonly setup: PayoutSetup;
}

/** In words: what will happen in which order, who has to agree, and what the limits leave. Shows, never acts. */
export function ReviewStep({ payout, setup }: Props) {
  const { say, money } = useTexts();
  const { amount, currency, beneficiary } = payout;
  return (
    <div className="flex flex-col gap-y-5" data-testid="acquiring-review">
      <div>
        <Heading level="h2" className="[overflow-wrap:anywhere]">
          {say("payoutForm.reviewTitle", { amount: money(amount, currency), name: short(beneficiary.name) })}
        </Heading>
        <Text size="small">
          <AccountMask mask={beneficiary.account_mask} />
        </Text>
      </div>
      {payout.beneficiary_changed ? <Alert variant="warning">{say("payout.changed")}</Alert> : null}
      <section className="flex flex-col gap-y-2">
        <Text size="small" weight="plus">
          {say("payoutForm.happens")}
        </Text>
        <Summary lines={payout.summary} />
      </section>
      <Agreement payout={payout} setup={setup} />
      <Given payout={payout} />
      <Limits draft={draftOfPayout(payout)} setup={setup} />
      <Text size="small" className="text-ui-fg-subtle">
        {say("payoutForm.draftText")}
      </Text>
    </div>
  );
}

function Agreement({ payout, setup }: Props) {
  const { say, moment } = useTexts();
  const { approvals_needed: needed, send_after: after } = payout;
  const sentences = [
    needed === 1 ? say("payoutForm.approveOne") : say("payoutForm.approveMany", { number: needed }),
    say("payoutForm.notYou"),
    setup.approval_expires_hours === null ? null : say("payoutForm.expires", { hours: setup.approval_expires_hours }),
    say("payoutForm.changed"),
    after === null ? null : say("payoutForm.waits", { moment: moment(after) }),
  ];
  return (
    <section className="flex flex-col gap-y-2" data-testid="acquiring-agreement">
      <Text size="small" weight="plus">
        {say("payoutForm.approvers")}
      </Text>
      <ul className="txt-small flex list-disc flex-col gap-y-1 pl-5">
        {sentences.map((sentence) => (sentence === null ? null : <li key={sentence}>{sentence}</li>))}
      </ul>
    </section>
  );
}

/** What was typed and is not said above. */
function Given({ payout: { input, account } }: Pick<Props, "payout">) {
  const { say, money, locale } = useTexts();
  const { source_amount: source, source_currency: from, payment_date: day } = input;
  const rows: [string, string | undefined][] = [
    [say("payoutForm.reference"), input.reference],
    [say("payoutForm.reason"), input.reason],
    [say("payoutForm.payment_date"), day === undefined ? undefined : formatDay(day, locale)],
    [say("payoutForm.account"), account],
    [say("payoutForm.payment_method"), input.payment_method],
    [say("payoutForm.swift_charge_option"), input.swift_charge_option],
    [say("payoutForm.fee_paid_by"), input.fee_paid_by],
    [say("payoutForm.fund_source"), input.fund_source],
    [say("payoutForm.source_amount"), source === undefined || from === undefined ? source : money(source, from)],
    [say("payoutForm.client_data"), input.client_data],
    [say("payoutForm.note"), input.note],
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
