import {
  approveProblem,
  copyProblem,
  decideProblem,
  editProblem,
  rejectProblem,
  submitProblem,
  withdrawProblem,
} from "../domain/four-eyes";
import type { ApprovalState } from "../domain/four-eyes";
import type { Allowed, PayoutCommand, PayoutPerson } from "../payout-api";
import type { PayoutRow } from "../rows";
import type { PayoutServiceContext } from "./service-context";
import { approvalStatesOf } from "./approval-context";

export async function permittedActions(
  context: PayoutServiceContext,
  person: PayoutPerson,
  rows: readonly PayoutRow[],
): Promise<ReadonlyMap<string, Record<PayoutCommand, Allowed>>> {
  const approvalStates = await approvalStatesOf(context, rows);
  return new Map(
    [...approvalStates].map(([id, approvalState]) => [id, permittedActionsOf(context, approvalState, person)] as const),
  );
}

function permittedActionsOf(
  { options, now }: PayoutServiceContext,
  approvalState: ApprovalState,
  person: PayoutPerson,
): Record<PayoutCommand, Allowed> {
  return {
    edit: allowedUnless(editProblem(approvalState)),
    submit: allowedUnless(submitProblem(approvalState, person, now())),
    approve: allowedUnless(approveProblem(approvalState, person, { ...options, now: now() })),
    reject: allowedUnless(rejectProblem(approvalState, person, options)),
    withdraw: allowedUnless(withdrawProblem(approvalState)),
    copy: allowedUnless(copyProblem(approvalState)),
    decide: allowedUnless(decideProblem(approvalState, person, options)),
  };
}

const allowedUnless = (reason: string | null): Allowed => ({ allowed: reason === null, reason });
