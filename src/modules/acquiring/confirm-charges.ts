import type { PaymentFact } from "../../gateway/facts";
import { sameMoney } from "../../gateway/money";
import type { Charges } from "./domain/charges";
import type { Ledger } from "./ledger/ledger";
import { unknownCharges } from "./ledger/renewals";
import type { AttemptRow } from "./ledger/rows";

/**
 * A charge that the ledger has not heard of becomes money, and an order, on the word of a
 * query, and the store has no record of its own to hold that against: nobody here asked
 * for it. So a second question has to say the same of it: number, contract, amount and
 * currency. What only one of the answers says waits for the next time.
 */
export interface ConfirmedCharges {
  readonly charges: Charges;
  /** Something was said once; it is to be asked about again. */
  readonly isDoubtful: boolean;
}

interface Said {
  readonly charges: Charges;
  /** The later charges by another question; none when it is not answered. */
  readonly askAgain: () => Promise<readonly PaymentFact[]>;
}

export async function confirmCharges(
  ledger: Ledger,
  { account }: Pick<AttemptRow, "account">,
  { charges, askAgain }: Said,
): Promise<ConfirmedCharges> {
  const news = new Set(await unknownCharges(ledger, account, charges.later));
  if (news.size === 0) return { charges, isDoubtful: false };
  const repeated = await askAgain();
  // The second word is the later one: meanwhile it may have been captured.
  const later = charges.later.flatMap((fact) =>
    news.has(fact) ? (repeated.find((other) => isSameCharge(fact, other)) ?? []) : fact,
  );
  return { charges: { ...charges, later }, isDoubtful: later.length < charges.later.length };
}

function isSameCharge(one: PaymentFact, other: PaymentFact): boolean {
  const isSameAmount = one.money && other.money ? sameMoney(one.money, other.money) : one.money === other.money;
  return (
    isSameAmount &&
    one.gatewayPaymentId === other.gatewayPaymentId &&
    one.recurring?.recurringId === other.recurring?.recurringId
  );
}
