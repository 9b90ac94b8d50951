import type { Money } from "../model/money";
import { exponentOf, MoneyError, toWire as toDecimals } from "../model/money";
import type { GatewayProfile } from "../model/profile";

/** The longest amount the wire takes (0.8, our default); it is refused, never cut. */
const LONGEST = 15;

/** An amount in the account's format. Throws `MoneyError` if the account or the gateway's interface does not accept it. */
export function toWireAmount(money: Money, rules: GatewayProfile["money"]): string {
  if (exponentOf(money.currency) > 2 && !rules.allowThreeDecimals) {
    throw new MoneyError(
      `${money.currency} has more than two decimals. Set profile.money.allowThreeDecimals if your account supports it.`,
    );
  }
  const text = toDecimals(money, rules.decimals);
  if (text.length > LONGEST)
    throw new MoneyError(`An amount of more than ${String(LONGEST)} characters cannot be sent.`);
  return text;
}
