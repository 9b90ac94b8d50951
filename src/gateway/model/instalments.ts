import type { Money } from "./money";
import { createMoney } from "./money";

/** What a payment request says about instalments, as text on the wire. The gateway and the card's bank collect them. */
export interface RequestedInstalments {
  /** How many. */
  readonly count: string;
  /** The plan, by the gateway's name. */
  readonly plan: string;
}

/** An amount in equal instalments; the last one also has what the division leaves over. */
export interface DividedAmount {
  readonly monthly: Money;
  /** At least `monthly`, and less than `count` minor units more. */
  readonly last: Money;
}

/** Exact: `count - 1` times `monthly` and `last` make the total. Null if an instalment would be zero. */
export function divideAmount(total: Money, count: number): DividedAmount | null {
  const parts = BigInt(count);
  const monthly = total.minor / parts;
  if (monthly === 0n) return null;
  const { currency } = total;
  return {
    monthly: createMoney(monthly, currency),
    last: createMoney(total.minor - monthly * (parts - 1n), currency),
  };
}
