import { z } from "@medusajs/framework/zod";
import type { RecurringFact, RecurringStatus } from "../../../../gateway/model/facts";
import type { AttemptRow } from "./rows";

/**
 * The column that holds what the gateway last said of a subscription, or, of a renewal,
 * what its own row said when it was first heard of.
 */
export interface Recurring {
  readonly contractName: string | null;
  /** As the gateway words it. */
  readonly period: string | null;
  readonly nextChargeRaw: string | null;
  /** `YYYY-MM-DD`, as the gateway says it. */
  readonly nextChargeOn: string | null;
  /** ISO 8601. */
  readonly nextChargeAt: string | null;
  /** Null: it never said. */
  readonly status: RecurringStatus | null;
  /** When this charge was made, ISO 8601, as far as the gateway says it. */
  readonly chargedAt: string | null;
  /** When it was last asked and said anything of the subscription, ISO 8601. */
  readonly saidAt: string;
}

const text = z.string().nullable().catch(null);
const RecurringColumn = z
  .object({
    contractName: text,
    period: text,
    nextChargeRaw: text,
    nextChargeOn: text,
    nextChargeAt: text,
    status: z.enum(["active", "inactive", "unmapped"]).nullable().catch(null),
    chargedAt: text,
    saidAt: z.string(),
  })
  .nullable()
  .catch(null);

/** What the gateway last said of the subscription that this attempt began; null: nothing yet. */
export const recurringOf = ({ recurring }: Pick<AttemptRow, "recurring">): Recurring | null =>
  RecurringColumn.parse(recurring);

/** What of a fact is kept. A fact that says less than the one before keeps what that one said. */
export function recurringColumn(fact: RecurringFact, before: Recurring | null, saidAt: Date): Recurring {
  const hasNext = fact.nextChargeRaw !== null || fact.status !== null;
  const next = hasNext ? fact : before;
  return {
    contractName: fact.contractName ?? before?.contractName ?? null,
    period: fact.period ?? before?.period ?? null,
    nextChargeRaw: next?.nextChargeRaw ?? null,
    nextChargeOn: next?.nextChargeOn ?? null,
    nextChargeAt: next?.nextChargeAt ?? null,
    status: fact.status ?? before?.status ?? null,
    chargedAt: fact.chargedAt ?? before?.chargedAt ?? null,
    saidAt: saidAt.toISOString(),
  };
}
