import type { AdminPayout } from "../../api-schema/admin";
import { MoneyError, toMajor } from "../../gateway/model/money";
import type { PayoutWireRules } from "../../gateway/model/payout-money";
import { readPayoutMoney } from "../../gateway/model/payout-money";
import type { PayoutSendRow } from "../../modules/acquiring";
import type { PayoutRow as Row } from "../../modules/acquiring_payout/rows";

type Amounts = NonNullable<AdminPayout["gateway"]>["amounts"];
type Unit = PayoutWireRules["payoutUnit"];

/**
 * The gateway's figures as amounts, for display: nothing is decided by them. The gateway names the currency of its fee only; the
 * others are taken to be in the payout's own currencies.
 */
export function gatewayAmounts(
  send: Pick<PayoutSendRow, "fee_amount" | "fee_currency" | "payer_pays" | "beneficiary_receives">,
  payout: Pick<Row, "currency" | "source_currency">,
  unit: Unit,
): Amounts {
  return {
    fee: amountOf(send.fee_amount, send.fee_currency, unit),
    payer_pays: amountOf(send.payer_pays, payout.source_currency ?? payout.currency, unit),
    beneficiary_receives: amountOf(send.beneficiary_receives, payout.currency, unit),
  };
}

/** Null also for a figure that cannot be in this unit and currency: it is shown as reported. */
function amountOf(figure: string | null, currency: string | null, payoutUnit: Unit): Amounts["fee"] {
  try {
    const money = readPayoutMoney(figure, currency?.toUpperCase(), { payoutUnit });
    return money && { amount: toMajor(money), currency: money.currency };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
