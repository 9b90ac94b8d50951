import { z } from "@medusajs/framework/zod";
import type { RecurringFact, RecurringStatus } from "../../../../gateway/model/facts";
import type { AttemptRow } from "./attempt-row";

/** The column with the gateway's latest subscription status, or, for a renewal, its own row when it was first seen. */
export interface Recurring {
  readonly subscriptionName: string | null;
  readonly period: string | null;
  readonly nextChargeRaw: string | null;
  /** `YYYY-MM-DD`, as sent by the gateway. */
  readonly nextChargeOn: string | null;
  readonly nextChargeAt: string | null;
  /** Null: never reported. */
  readonly status: RecurringStatus | null;
  /** When this charge was made, ISO 8601, if the gateway reports it. */
  readonly chargedAt: string | null;
  /** When a query last returned the subscription, ISO 8601. */
  readonly reportedAt: string;
}

const text = z.string().nullable().catch(null);
const RecurringColumn = z
  .object({
    subscriptionName: text,
    period: text,
    nextChargeRaw: text,
    nextChargeOn: text,
    nextChargeAt: text,
    status: z.enum(["active", "inactive", "unmapped"]).nullable().catch(null),
    chargedAt: text,
    reportedAt: z.string(),
  })
  .nullable()
  .catch(null);

/** The latest gateway status of the subscription that this attempt started; null: none yet. */
export const recurringOf = ({ recurring }: Pick<AttemptRow, "recurring">): Recurring | null =>
  RecurringColumn.parse(recurring);

/** The stored part of a fact. Missing fields keep their earlier values. */
export function recurringColumn(fact: RecurringFact, before: Recurring | null, reportedAt: Date): Recurring {
  const hasNext = fact.nextChargeRaw !== null || fact.status !== null;
  const next = hasNext ? fact : before;
  return {
    subscriptionName: fact.subscriptionName ?? before?.subscriptionName ?? null,
    period: fact.period ?? before?.period ?? null,
    nextChargeRaw: next?.nextChargeRaw ?? null,
    nextChargeOn: next?.nextChargeOn ?? null,
    nextChargeAt: next?.nextChargeAt ?? null,
    status: fact.status ?? before?.status ?? null,
    chargedAt: fact.chargedAt ?? before?.chargedAt ?? null,
    reportedAt: reportedAt.toISOString(),
  };
}
