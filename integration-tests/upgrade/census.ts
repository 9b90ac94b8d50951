import type { Knex } from "knex";

/** How many rows are in which state when the version changes: what the other version has to continue. */
export type Census = ReadonlyMap<string, number>;

export async function takeCensus(pg: Knex): Promise<Census> {
  const { rows } = await pg.raw<{ rows: { name: string; count: string }[] }>(
    `SELECT 'payment ' || state AS name, count(*) FROM acquiring_payment_attempt GROUP BY 1
     UNION ALL SELECT kind || ' ' || status, count(*) FROM acquiring_operation GROUP BY 1
     UNION ALL SELECT 'payment not projected', count(*) FROM acquiring_payment_attempt WHERE project_after IS NOT NULL
     UNION ALL SELECT 'payment to be reversed', count(*) FROM acquiring_payment_attempt WHERE reverse_at IS NOT NULL
     UNION ALL SELECT 'operation not in Medusa', count(*) FROM acquiring_operation WHERE NOT recorded_in_medusa
     UNION ALL SELECT 'notification ' || status, count(*) FROM acquiring_inbox_event WHERE source = 'notify' GROUP BY 1
     UNION ALL SELECT 'subscription ' || state, count(*) FROM acquiring_subscription GROUP BY 1
     UNION ALL SELECT 'subscription task', count(*) FROM acquiring_subscription_task WHERE due_at IS NOT NULL
     UNION ALL SELECT 'lease', count(*) FROM acquiring_lease
     UNION ALL SELECT 'refund reservation', count(*) FROM acquiring_refund_reservation
     ORDER BY 1`,
  );
  return new Map(rows.filter(({ count }) => count !== "0").map(({ name, count }) => [name, Number(count)]));
}

/** States in which another version must have found rows, or the run proves too little. */
const MUST_BE_OPEN = [
  /^authorise (unknown|sending)$/,
  /^capture (unknown|sending)$/,
  /^refund (unknown|sending)$/,
  /^refund pending$/,
  /^payment (pending|action_required|unknown)$/,
] as const;

export function tooLittleOpen(censuses: readonly Census[]): string[] {
  const seen = new Set(censuses.flatMap((census) => [...census.keys()]));
  return MUST_BE_OPEN.filter((wanted) => ![...seen].some((name) => wanted.test(name))).map(
    (wanted) => `too_little: no row was ${String(wanted)} when the version changed.`,
  );
}

export const censusLine = (census: Census): string =>
  [...census].map(([name, count]) => `${name}: ${String(count)}`).join(", ");
