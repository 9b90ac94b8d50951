import { z } from "@medusajs/framework/zod";
import type { DividedAmount } from "../../../../gateway/model/instalments";
import { createCurrency, createMoney } from "../../../../gateway/model/money";
import type { AttemptRow } from "./attempt-row";

/** The instalment plan that the customer accepted, as it was shown before the payment. It never changes. */
export interface AttemptInstalments extends DividedAmount {
  /** The plan's name in the options. */
  readonly plan: string;
  readonly count: number;
}

/** JSON form: amounts in minor units of the attempt's currency, as text. */
export const instalmentsColumn = ({ plan, count, monthly, last }: AttemptInstalments): string =>
  JSON.stringify({ plan, count, monthly: monthly.minor.toString(), last: last.minor.toString() });

const minor = z.string().regex(/^\d+$/).transform(BigInt);
const Column = z
  .object({ plan: z.string(), count: z.number().int(), monthly: minor, last: minor })
  .nullable()
  .catch(null);

/** Null: paid at once. */
export function instalmentsOf({
  instalments,
  currency: code,
}: Pick<AttemptRow, "instalments" | "currency">): AttemptInstalments | null {
  const column = Column.parse(instalments ?? null);
  if (column === null) return null;
  const currency = createCurrency(code);
  const { plan, count, monthly, last } = column;
  return { plan, count, monthly: createMoney(monthly, currency), last: createMoney(last, currency) };
}

/** Whether the payment was started with this plan; null: with none. */
export function hasPlan(row: Pick<AttemptRow, "instalments" | "currency">, wanted: AttemptInstalments | null): boolean {
  const own = instalmentsOf(row);
  return own?.plan === wanted?.plan && own?.count === wanted?.count;
}
