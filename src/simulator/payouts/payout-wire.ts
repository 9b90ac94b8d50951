import type { Fields, Gateway } from "../context";
import { activeKey, isFields, textOf } from "../context";
import type { Firing, Sender } from "../notifications/notification-message";
import { signatureOf } from "../notifications/notification-message";
import type { Payout } from "./payout";
import type { AmountUnit } from "./payout-money";
import { amountText } from "./payout-money";
import { otherDigest, signFields } from "../notifications/signature";

export function payoutResult(gateway: Gateway, payout: Payout): Fields {
  const fields = payoutFields(gateway.payouts.amountUnit, payout);
  return { ...fields, encryption_data: signFields("payout", fields, activeKey(gateway)) };
}

/** The request with what the gateway adds. Added amounts are numbers. */
function payoutFields(unit: AmountUnit, payout: Payout): Fields {
  const { request, currency, payer_currency: payerCurrency, fee_currency: feeCurrency } = payout;
  // At most 15 digits, so that a JSON number keeps all of them.
  const number = (value: string, of: string): unknown => JSON.parse(amountText(BigInt(value), of, unit));
  return {
    ...request,
    beneficiary: withClearing(request.beneficiary),
    beneficiary_id: textOf(request, "beneficiary_id") || payout.beneficiary_id,
    amount_beneficiary_receives: number(payout.receives, currency),
    amount_payer_pays: number(payout.payer_pays, payerCurrency),
    fee_amount: number(payout.fee, feeCurrency),
    fee_currency: feeCurrency,
    created_at: zoned(payout.created_at),
    last_updated_at: zoned(payout.changed_at),
    failure_reason: payout.failure_reason,
    failure_type: payout.failure_type,
    payer_id: payout.payer_id,
    transaction_id: payout.transaction_id,
    short_reference_id: payout.short_reference_id,
    status: payout.status,
  };
}

/** The gateway adds the clearing system it chose. */
function withClearing(beneficiary: unknown): unknown {
  if (!isFields(beneficiary) || !isFields(beneficiary.bank_details)) return beneficiary;
  const bank_details = { ...beneficiary.bank_details, local_clearing_system: "" };
  return { ...beneficiary, bank_details };
}

/** YYYY-MM-DDThh:mm:ss+hhmm. */
const zoned = (iso: string): string => `${iso.slice(0, 19)}+0000`;

/** The current result with the signature of a notification. It contains the bank data, as the answer does. */
export function payoutMessage(sender: Sender, payout: Payout, firing: Firing): Fields {
  const { lie } = firing;
  const signature = signatureOf(firing);
  const unit = sender.payoutUnit();
  const higher = amountText(BigInt(payout.amount) + 1n, payout.currency, unit);
  const message: Fields = {
    ...payoutFields(unit, payout),
    notify_type: "payout",
    ...firing.overrides,
    ...(lie && Object.keys(lie.overrides).length === 0 ? { payment_amount: higher } : lie?.overrides),
  };
  if (signature === "absent") return message;
  const right = signFields("payoutNotification", message, sender.signingKey);
  return { ...message, encryption_data: signature === "valid" ? right : otherDigest(right) };
}
