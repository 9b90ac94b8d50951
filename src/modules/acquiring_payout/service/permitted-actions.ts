import {
  approveProblem,
  copyProblem,
  decideProblem,
  editProblem,
  rejectProblem,
  submitProblem,
  withdrawProblem,
} from "../domain/four-eyes";
import type { Standing } from "../domain/four-eyes";
import type { Allowed, PayoutCommand, PayoutPerson } from "../payout-api";
import type { PayoutRow } from "../rows";
import type { PayoutServiceContext } from "./service-context";
import { standingsOf } from "./approval-context";

/** What this person may do with each of these payouts, and why not, in a few statements. */
export async function permittedActions(
  parts: PayoutServiceContext,
  person: PayoutPerson,
  rows: readonly PayoutRow[],
): Promise<ReadonlyMap<string, Record<PayoutCommand, Allowed>>> {
  const standings = await standingsOf(parts, rows);
  return new Map([...standings].map(([id, standing]) => [id, deedsOf(parts, standing, person)] as const));
}

function deedsOf(
  { options, now }: PayoutServiceContext,
  standing: Standing,
  person: PayoutPerson,
): Record<PayoutCommand, Allowed> {
  return {
    edit: said(editProblem(standing)),
    submit: said(submitProblem(standing, person, now())),
    approve: said(approveProblem(standing, person, { ...options, now: now() })),
    reject: said(rejectProblem(standing, person, options)),
    withdraw: said(withdrawProblem(standing)),
    copy: said(copyProblem(standing)),
    decide: said(decideProblem(standing, person, options)),
  };
}

const said = (reason: string | null): Allowed => ({ allowed: reason === null, reason });
