import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { CurrencyTotals } from "../payout-api";

/** In minor units. Waiting and approved, unsent payouts always count; the others are of the period. */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface Line {
  readonly currency: string;
  /** Null: waiting, and about to be sent. */
  readonly day: string | null;
  readonly what: "paid" | "on_its_way" | "failed" | "waiting";
  readonly amount: string;
}

export async function totalsOf(
  pg: Knex,
  { offsetMinutes, days, now }: { readonly offsetMinutes: number; readonly days: number; readonly now: Date },
): Promise<readonly CurrencyTotals[]> {
  const offsetMs = offsetMinutes * MINUTE_MS;
  const today = Math.floor((now.getTime() + offsetMs) / DAY_MS);
  const since = new Date((today - days + 1) * DAY_MS - offsetMs);
  const { rows } = await pg.raw<{ rows: Line[] }>(
    `SELECT currency, what, to_char(at AT TIME ZONE 'UTC' + make_interval(mins => :offset), 'YYYY-MM-DD') AS day, SUM(amount)::text AS amount
     FROM (SELECT currency, amount,
             CASE WHEN state = 'paid' THEN 'paid' WHEN state IN ('failed', 'cancelled') THEN 'failed'
                  WHEN state = 'submitted' THEN 'waiting' ELSE 'on_its_way' END AS what,
             CASE WHEN state IN ('submitted', 'approved') THEN NULL WHEN state IN ('paid', 'failed', 'cancelled') THEN finished_at ELSE claimed_at END AS at
           FROM acquiring_payout WHERE deleted_at IS NULL
             AND state IN ('submitted', 'approved', 'sending', 'pending', 'held', 'unknown', 'paid', 'failed', 'cancelled')) AS line
     WHERE at IS NULL OR at >= :since GROUP BY currency, what, day ORDER BY currency, day`,
    { offset: offsetMinutes, since },
  );
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) =>
    shape(
      currency,
      rows.filter((line) => line.currency === currency),
    ),
  );
}

const sum = (lines: readonly Line[], what: Line["what"]): bigint =>
  lines.filter((line) => line.what === what).reduce((total, { amount }) => total + BigInt(amount), 0n);

function shape(currency: string, lines: readonly Line[]): CurrencyTotals {
  const days = [...new Set(lines.flatMap(({ day }) => day ?? []))];
  return {
    currency,
    paid: sum(lines, "paid"),
    on_its_way: sum(lines, "on_its_way"),
    failed: sum(lines, "failed"),
    waiting_for_approval: sum(lines, "waiting"),
    days: days
      .map((day) => {
        const own = lines.filter((line) => line.day === day);
        return { day, paid: sum(own, "paid"), on_its_way: sum(own, "on_its_way") };
      })
      .filter(({ paid, on_its_way: onItsWay }) => paid + onItsWay > 0n),
  };
}
