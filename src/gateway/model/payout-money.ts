/*
 * Payout amounts on the wire: in the configured unit, a text without a decimal point if there are no decimals, exact or
 * refused. Never a float, and the unit is never guessed.
 */

import type { CurrencyCode, Money } from "./money";
import { createCurrency, createMoney, fromWire, MoneyError, toMajor } from "./money";
import type { GatewayAccount } from "./account";
import { PayoutUnit } from "./payout-profile";

export interface PayoutWireRules extends Pick<GatewayAccount, "payoutUnit"> {
  readonly profile: Pick<GatewayAccount["profile"], "payout">;
}

/** The longest amount the gateway's interface accepts (0.8, as for payments); a longer one is refused. */
const LONGEST = 15;

/** Throws `MoneyError` if the amount cannot be sent: no unit, zero, a fraction that the profile refuses, too long. */
export function toPayoutWire(money: Money, { payoutUnit, profile }: PayoutWireRules): string {
  if (payoutUnit === null) throw new MoneyError(NO_UNIT);
  if (money.minor <= 0n) throw new MoneyError("The amount to pay out must be greater than zero.");
  const text = payoutUnit === "minor" ? money.minor.toString() : majorText(money, profile.payout.majorFractions);
  if (text.length > LONGEST)
    throw new MoneyError(`An amount of more than ${String(LONGEST)} characters cannot be sent.`);
  return text;
}

const NO_UNIT = 'The unit of payout amounts is not configured: set "payout.amountUnit" to "major" or "minor".';

function majorText(money: Money, fractions: "point" | "refuse"): string {
  const text = toMajor(money);
  const [whole = "", fraction = ""] = text.split(".");
  if (!/[1-9]/.test(fraction)) return whole;
  if (fractions === "point") return text;
  throw new MoneyError(
    `${text} ${money.currency} is not whole, and "profile.payout.majorFractions" refuses to send a decimal point.`,
  );
}

/** From the wire; null when amount, currency or unit is missing. Throws `MoneyError` for anything that is not plain. */
export function readPayoutMoney(
  amount: string | null | undefined,
  currency: string | null | undefined,
  { payoutUnit }: Pick<PayoutWireRules, "payoutUnit">,
): Money | null {
  if (!amount || !currency || payoutUnit === null) return null;
  const code = createCurrency(currency);
  return payoutUnit === "major" ? fromWire(amount, code) : fromMinor(amount, code);
}

/** In each unit in which it can be read: the option may have been changed since the payout was sent. */
export function readInEachUnit(amount: string, currency: string): ReadonlyMap<GatewayAccount["payoutUnit"], Money> {
  const found = new Map<GatewayAccount["payoutUnit"], Money>();
  for (const payoutUnit of PayoutUnit.options)
    try {
      const money = readPayoutMoney(amount, currency, { payoutUnit });
      if (money) found.set(payoutUnit, money);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
    }
  return found;
}

function fromMinor(text: string, currency: CurrencyCode): Money {
  if (!/^(0|[1-9]\d{0,17})$/.test(text))
    throw new MoneyError(`"${text.slice(0, 24)}" is not a whole number of minor units.`);
  return createMoney(BigInt(text), currency);
}
