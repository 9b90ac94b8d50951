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
import { canCopy } from "../domain/states";
import type { Allowed, PayoutDeed, Person } from "../face";
import type { PayoutRow } from "../rows";
import type { Replacement } from "../store/payout-table";
import type { Parts } from "./parts";
import { standingsOf } from "./standing";

/** What this person may do with each of these payouts, and why not: a few statements, however many there are. */
export async function allowedTo(
  parts: Parts,
  person: Person,
  rows: readonly PayoutRow[],
): Promise<ReadonlyMap<string, Record<PayoutDeed, Allowed>>> {
  const copied = rows.filter(({ state }) => canCopy(state)).map(({ id }) => id);
  const [standings, replacements] = await Promise.all([standingsOf(parts, rows), parts.payouts.replacementsOf(copied)]);
  const deeds = [...standings].map(([id, standing]) => {
    const replacement = replacements.get(id) ?? null;
    return [id, deedsOf(parts, standing, { person, replacement })] as const;
  });
  return new Map(deeds);
}

function deedsOf(
  { options, now }: Parts,
  standing: Standing,
  { person, replacement }: { readonly person: Person; readonly replacement: Replacement | null },
): Record<PayoutDeed, Allowed> {
  return {
    edit: said(editProblem(standing)),
    submit: said(submitProblem(standing, person, now())),
    approve: said(approveProblem(standing, person, { ...options, now: now() })),
    reject: said(rejectProblem(standing, person, options)),
    withdraw: said(withdrawProblem(standing)),
    copy: said(copyProblem(standing, replacement)),
    decide: said(decideProblem(standing, person, options)),
  };
}

const said = (reason: string | null): Allowed => ({ allowed: reason === null, reason });
