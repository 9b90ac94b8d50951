import type { PayoutServices } from "../resolve-payout-service";
import { repeatText } from "../repeated";
import type { CheckedRow } from "./import-rows";
import { accountOf, minorFromText } from "./import-rows";

/**
 * Marks the valid rows that pay what another payout or an earlier row pays: account, amount and reference are the same. Unless that is
 * allowed, it is a problem of the row: a file that is imported twice with two keys would pay twice.
 */
export async function markRepeats(
  { payouts }: PayoutServices,
  rows: readonly CheckedRow[],
  isAllowed: boolean,
): Promise<CheckedRow[]> {
  const valid = rows.flatMap((row) => {
    const amount = minorFromText(row);
    return row.request && amount !== null ? [{ ...row.request, line: row.line, amount: amount.toString() }] : [];
  });
  const existing = valid.filter(({ beneficiary }) => beneficiary === null);
  const found = await payouts.repeatsOf(existing.map(({ payout, amount }) => ({ ...payout, amount })));
  const texts = new Map<number, string>();
  const lines = new Map<string, number>();
  for (const { line, payout, beneficiary, amount } of valid) {
    const account = beneficiary ? accountOf(beneficiary) : payout.beneficiary_id;
    const key = JSON.stringify([account, amount, payout.currency, payout.reference.trim().toLowerCase()]);
    const earlier = lines.get(key);
    if (earlier === undefined) lines.set(key, line);
    else texts.set(line, `The same account, amount and reference as line ${String(earlier)}.`);
  }
  for (const [index, { line }] of existing.entries()) {
    const repeats = found[index] ?? [];
    if (repeats.length > 0) texts.set(line, repeatText(repeats));
  }
  return rows.map((row) => {
    const message = texts.get(row.line);
    if (message === undefined) return row;
    if (isAllowed) return { ...row, repeated: true };
    return { ...row, repeated: true, request: null, problems: [{ path: "reference", message }] };
  });
}
