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
    edit: said(editProblem(approvalState)),
    submit: said(submitProblem(approvalState, person, now())),
    approve: said(approveProblem(approvalState, person, { ...options, now: now() })),
    reject: said(rejectProblem(approvalState, person, options)),
    withdraw: said(withdrawProblem(approvalState)),
    copy: said(copyProblem(approvalState)),
    decide: said(decideProblem(approvalState, person, options)),
  };
}

const said = (reason: string | null): Allowed => ({ allowed: reason === null, reason });
