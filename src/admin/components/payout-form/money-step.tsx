import type { PayoutSetup } from "../../../api-schema/admin";
import { currenciesIn } from "../../lib/countries";
import type { PayoutFormDraft, PayoutField } from "../../lib/payouts/payout-form";
import { FIRST, TEXTS } from "../../lib/payouts/payout-form";
import type { Problems } from "../../lib/problems";
import { useTexts } from "../../lib/texts";
import { LongField, SelectField, TextField } from "../forms/fields";
import { Collapsible, Pair } from "../forms/collapsible";
import { Limits } from "./limits";

interface Props {
  readonly draft: PayoutFormDraft;
  readonly setup: PayoutSetup;
  readonly problems: Problems;
  readonly refusals: number;
  readonly onChange: (change: Partial<PayoutFormDraft>, path: PayoutField) => void;
}

/** Amount, purpose and, collapsed, the way it is sent. Gateway values are typed as the gateway names them. */
export function MoneyStep({ draft, setup, problems, refusals, onChange }: Props) {
  const { t, locale } = useTexts();
  const frame = (path: PayoutField) => ({
    path,
    name: t(`payoutForm.${path}`),
    value: draft[path],
    problem: problems[path] ?? null,
    onType: (value: string) => onChange({ [path]: value }, path),
  });
  const folded = TEXTS.filter((field) => !FIRST.includes(field));
  const isFilled = folded.some((path) => draft[path] !== START[path]);
  const isInvalid = folded.some((path) => problems[path] !== undefined);
  const limited = setup.limits.map(({ currency }) => ({ value: currency, label: currency }));
  return (
    <div className="flex flex-col gap-y-5">
      <Pair>
        <TextField {...frame("amount")} inputMode="decimal" isRequired most={20} />
        <SelectField
          {...frame("currency")}
          choices={limited}
          empty={t("beneficiaryForm.choose")}
          hint={t("payoutForm.currencyHint")}
          isRequired
        />
      </Pair>
      <Limits draft={draft} setup={setup} />
      <TextField {...frame("reference")} hint={t("payoutForm.referenceHint")} isRequired most={100} />
      <Pair>
        <TextField {...frame("reason")} hint={t("payoutForm.reasonHint")} most={200} />
        <TextField {...frame("payment_date")} hint={t("payoutForm.payment_dateHint")} type="date" />
      </Pair>
      <LongField {...frame("note")} hint={t("payoutForm.noteHint")} most={500} />
      <Collapsible title={t("payoutForm.more")} {...{ isFilled, isInvalid, refusals }}>
        <Pair>
          {setup.accounts.length > 1 || draft.account !== "" ? (
            <SelectField
              {...frame("account")}
              choices={setup.accounts.map((value) => ({ value, label: value }))}
              empty={t("payoutForm.accountFirst")}
            />
          ) : null}
          <TextField {...frame("payment_method")} hint={t("payoutForm.payment_methodHint")} most={30} />
          <TextField {...frame("swift_charge_option")} hint={t("payoutForm.swift_charge_optionHint")} most={30} />
          <TextField {...frame("fee_paid_by")} hint={t("payoutForm.fee_paid_byHint")} most={30} />
          <TextField {...frame("fund_source")} hint={t("payoutForm.fund_sourceHint")} most={50} />
          <TextField
            {...frame("source_amount")}
            hint={t("payoutForm.source_amountHint")}
            inputMode="decimal"
            most={20}
          />
          <SelectField
            {...frame("source_currency")}
            choices={currenciesIn(locale)}
            empty={t("beneficiaryForm.choose")}
          />
          <TextField {...frame("client_data")} hint={t("payoutForm.client_dataHint")} most={500} />
          <TextField {...frame("order_id")} most={64} />
          <TextField {...frame("customer_id")} most={64} />
        </Pair>
      </Collapsible>
    </div>
  );
}

const START: Partial<Record<PayoutField, string>> = {
  ...Object.fromEntries(TEXTS.map((field) => [field, ""])),
  payment_method: "SWIFT",
};
