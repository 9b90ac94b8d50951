import type { LedgerLine, MedusaBooks } from "../../src/modules/acquiring";
import { resolveLedger } from "../../src/application/resolve-ledger";
import { medusaBooks } from "../../src/application/reconciliation/medusa-books";
import type { FoundDifference } from "../../src/application/reconciliation/reconcile-books";
import type { Made } from "../support/books-of-payments";
import { makePayments } from "../support/books-of-payments";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";

/** Postgres leaves out payments that certainly agree: it may not leave out one in which the code finds a difference. */
const attempt = (set: string): string => `UPDATE acquiring_payment_attempt SET ${set} WHERE id = :id`;
const payment = (set: string): string => `UPDATE payment SET ${set} WHERE id = 'pay_' || :id`;
const capture = (set: string): string => `UPDATE capture SET ${set} WHERE payment_id = 'pay_' || :id`;
const operation = (set: string): string => `UPDATE acquiring_operation SET ${set} WHERE attempt_id = :id`;
const value = (text: string): string => `raw_amount = jsonb_set(raw_amount, '{value}', to_jsonb((${text})::text))`;
const added = (amount: string, deleted = "NULL"): string =>
  `INSERT INTO capture (id, amount, raw_amount, payment_id, deleted_at)
   SELECT 'capt_more' || id, 1, jsonb_build_object('value', ${amount}, 'precision', 20), id, ${deleted} FROM payment WHERE id = 'pay_' || :id`;
const own = "raw_amount->>'value'";

const variations: readonly string[] = [
  payment(value(`${own} || '.004'`)),
  payment(value(`trim_scale((${own})::numeric + 0.004)::text`)),
  payment(value(`trim_scale((${own})::numeric + 0.005)::text`)),
  payment(value(`trim_scale((${own})::numeric - 0.005)::text`)),
  payment(value(`'0' || (${own})`)),
  payment(value("'1e-7'")),
  payment("raw_amount = '{}'"),
  payment("currency_code = 'EUR'"),
  payment("currency_code = 'jpy'"),
  payment("data = '{}'"),
  payment(`data = '{"order_no":"acq_of_another"}'`),
  payment("canceled_at = CASE WHEN canceled_at IS NULL THEN now() END"),
  payment("deleted_at = now()"),
  capture(value(`trim_scale((${own})::numeric + 0.004)::text`)),
  capture(value(`trim_scale((${own})::numeric + 0.006)::text`)),
  capture(value("'-1'")),
  capture("deleted_at = now()"),
  added("'0'"),
  added("'0.004'"),
  added("'0.01'"),
  added("'3e-9'"),
  added("'5'", "now()"),
  attempt("cart_id = NULL"),
  attempt("reversal_reason = 'late'"),
  attempt("wire_order_no = 'acq_on_the_wire' || right(:id, 10)"),
  attempt("requested = requested + 1"),
  attempt("captured = GREATEST(captured - 1, 0)"),
  attempt("gateway_payment_id = NULL"),
  attempt("currency = 'JPY'"),
  attempt("state = 'expired'"),
  operation("status = 'declined'"),
  `UPDATE order_cart SET deleted_at = now() WHERE id = 'ordercart_' || :id`,
  `INSERT INTO refund (id, amount, raw_amount, payment_id) SELECT 'ref_' || id, 1, '{"value":"1","precision":20}', id FROM payment WHERE id = 'pay_' || :id`,
  `INSERT INTO refund (id, amount, raw_amount, payment_id, deleted_at) SELECT 'ref_' || id, 1, '{"value":"1","precision":20}', id, now() FROM payment WHERE id = 'pay_' || :id`,
];
const STANDINGS = ["captured", "authorised", "voided", "declined", "refunded"] as const;

/** What a run finds, and the lines that Postgres did not leave out. */
async function compare(
  { container }: Stage,
  books: Partial<MedusaBooks> = {},
): Promise<{ readonly found: FoundDifference[]; readonly examined: number; readonly doubted: ReadonlySet<string> }> {
  const found: FoundDifference[] = [];
  const doubted = new Set<string>();
  const medusa = { ...medusaBooks(container), ...books };
  const differing = async (lines: readonly LedgerLine[]): Promise<ReadonlySet<string>> => {
    const ids = await medusa.differing(lines);
    for (const id of ids) doubted.add(id);
    return ids;
  };
  const request = { account: null, from: null, to: null, apply: false, by: "test" };
  const listener = { difference: (each: FoundDifference) => found.push(each), progress: () => undefined };
  const { examined } = await resolveLedger(container).reconciler.run(request, { ...medusa, differing }, listener);
  return { found, examined, doubted };
}

const all = (lines: readonly LedgerLine[]): Promise<ReadonlySet<string>> =>
  Promise.resolve(new Set(lines.map(({ id }) => id)));

withStore("reconcile-sets", (stage) => {
  test("every difference that the code finds in complete rows is also found in sets", async () => {
    const { pg } = stage();
    const made: Made = await makePayments(stage(), variations.length + 1);
    const clean = await compare(stage());
    expect([clean.found, clean.doubted.size]).toEqual([[], 0]);
    for (const [index, sql] of variations.entries()) {
      for (const standing of STANDINGS) await pg.raw(sql, { id: made[standing][index] ?? "" });
    }
    const inSets = await compare(stage());
    const inCode = await compare(stage(), { differing: all });
    expect(inSets.found).toEqual(inCode.found);
    expect(inSets.examined).toBe(inCode.examined);
    expect(inSets.found.length).toBeGreaterThan(variations.length);
    const untouched = STANDINGS.map((standing) => made[standing].at(-1) ?? "");
    expect(untouched.filter((id) => inSets.doubted.has(id))).toEqual([]);
  }, 300_000);
});
