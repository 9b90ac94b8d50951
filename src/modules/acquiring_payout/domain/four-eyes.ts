import type { ChainMember } from "./reissue-chain";
import { reissueProblem } from "./reissue-chain";
import type { PayoutState } from "./states";
import { canCopy, canEdit, mayHaveLeft, mayPayoutMove } from "./states";

/** Who may approve: nobody who prepared the payout or entered its account. Each rule returns why not, or null. Pure. */
export interface Approver {
  readonly id: string;
  readonly type: "user" | "api-key";
  readonly email: string | null;
  readonly hasPolicy?: boolean;
}

export interface ApprovalState {
  readonly state: PayoutState;
  /** Everyone who created, edited or submitted it. */
  readonly makers: ReadonlySet<string>;
  /** Everyone who wrote its account in any version; for an API key also its owner. */
  readonly accountMakers: ReadonlySet<string>;
  readonly approvedBy: ReadonlySet<string>;
  /** The ledger has had it once, even if nothing was sent: its content must not change under the same ID. */
  readonly wasSent: boolean;
  readonly payloadHash: string;
  readonly expiresAt: Date | null;
  readonly paymentDate: string | null;
  readonly isBeneficiaryCurrent: boolean;
  readonly isBeneficiaryBlocked: boolean;
  /** Another beneficiary with the same account is blocked. */
  readonly isAccountBlocked: boolean;
  readonly inTheWay: ChainMember | null;
}

export interface Lists {
  readonly approvers: readonly string[];
}

/** By id, or by email address ignoring case. An empty list matches nobody. */
export const isListed = (list: readonly string[], { id, email }: Approver): boolean =>
  list.some((name) => name === id || (email !== null && name.toLowerCase() === email.toLowerCase()));

export function approverProblem({ approvers }: Lists, person: Approver): string | null {
  if (person.type !== "user") return "A payout must be approved by a person, not by an API key.";
  if (!isListed(approvers, person)) return "Only the users in the option payout.approvers can approve payouts.";
  if (person.hasPolicy === false) return "Your role does not allow you to approve payouts.";
  return null;
}

const OWN = "You prepared this payout. Another person has to approve it.";
const OWN_ACCOUNT = "You entered its bank account, now or in an earlier version. Another person has to approve it.";

export function involvedProblem({ makers, accountMakers }: ApprovalState, { id }: Pick<Approver, "id">): string | null {
  if (makers.has(id)) return OWN;
  return accountMakers.has(id) ? OWN_ACCOUNT : null;
}

export function contentProblem(approvalState: ApprovalState, now: Date): string | null {
  if (approvalState.isBeneficiaryBlocked) return "The beneficiary is blocked.";
  if (approvalState.isAccountBlocked) return "Another beneficiary with the same account is blocked.";
  if (!approvalState.isBeneficiaryCurrent)
    return "The beneficiary was changed after this payout was prepared. Edit the payout, review it and submit it again.";
  if (isPast(approvalState.paymentDate, now)) return "Its payment date has passed. Edit it.";
  const { inTheWay } = approvalState;
  if (inTheWay === null) return null;
  return mayHaveLeft(inTheWay.state)
    ? `${reissueProblem(inTheWay)} Withdraw this one in that case.`
    : reissueProblem(inTheWay);
}

/** A day has passed when it has passed in every time zone. */
export const isPast = (day: string | null, now: Date): boolean =>
  day !== null && day < new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);

export const isExpired = ({ expiresAt }: Pick<ApprovalState, "expiresAt">, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

export function approveProblem(
  approvalState: ApprovalState,
  person: Approver,
  { approvers, now, approvalsNeeded }: Lists & { readonly now: Date; readonly approvalsNeeded: number },
): string | null {
  if (approvalState.state !== "submitted") return "Only a submitted payout can be approved.";
  const problem = approverProblem({ approvers }, person) ?? involvedProblem(approvalState, person);
  if (problem !== null) return problem;
  // Since fewer are needed the given ones may be enough: then one of these approvers confirms.
  const { approvedBy } = approvalState;
  if (approvedBy.has(person.id) && approvedBy.size < approvalsNeeded)
    return "You have already approved it. Another person has to approve it.";
  if (isExpired(approvalState, now)) return "Its approvals expired.";
  return contentProblem(approvalState, now);
}

export function rejectProblem(approvalState: ApprovalState, person: Approver, lists: Lists): string | null {
  if (!mayPayoutMove(approvalState.state, "rejected", "approver"))
    return "Only a payout that waits for approval can be rejected.";
  const problem = approverProblem(lists, person);
  if (problem !== null) return problem;
  return approvalState.makers.has(person.id) ? "You prepared this payout. Withdraw it instead." : null;
}

export function decideProblem(approvalState: ApprovalState, person: Approver, lists: Lists): string | null {
  if (!mayPayoutMove(approvalState.state, "paid", "person"))
    return "Only a payout with an unknown outcome can be resolved manually.";
  return wordProblem(approvalState, person, lists);
}

export const wordProblem = (approvalState: ApprovalState, person: Approver, lists: Lists): string | null =>
  approverProblem(lists, person) ?? involvedProblem(approvalState, person);

export function editProblem({ state, wasSent }: Pick<ApprovalState, "state" | "wasSent">): string | null {
  if (!canEdit(state)) return "Only a draft, or a payout without approvals, can be edited. Withdraw it and copy it.";
  return wasSent ? "It has already been sent to the gateway once. Withdraw it and copy it." : null;
}

/** An API key prepares; a person reviews it before it is submitted. */
export function submitProblem(approvalState: ApprovalState, person: Approver, now: Date): string | null {
  if (approvalState.state !== "draft") return "Only a draft can be submitted.";
  if (person.type !== "user") return "A payout must be submitted by a person, not by an API key.";
  return contentProblem(approvalState, now);
}

/** The ledger decides about a payout in progress: it is withdrawn only if nothing was sent and never will be. */
export const withdrawProblem = ({ state }: Pick<ApprovalState, "state">): string | null =>
  mayPayoutMove(state, "withdrawn", "maker") || mayPayoutMove(state, "withdrawn", "stopped")
    ? null
    : "The gateway has it, or it is finished. It can no longer be withdrawn.";

export function copyProblem({ state, inTheWay }: Pick<ApprovalState, "state" | "inTheWay">): string | null {
  if (!canCopy(state))
    return "Only a payout that failed, expired, or was rejected, withdrawn or cancelled can be sent again.";
  return inTheWay && reissueProblem(inTheWay);
}

export interface Given {
  readonly actorId: string;
  readonly payloadHash: string;
}

export function fallenApprovals(
  approvalState: ApprovalState,
  given: readonly Given[],
  { approvers, people }: Lists & { readonly people: readonly Approver[] },
): readonly { readonly actorId: string; readonly reason: string }[] {
  return given.flatMap(({ actorId, payloadHash }) => {
    const person = people.find(({ id }) => id === actorId);
    const reason = !person
      ? "An approver is no longer a user."
      : approverProblem({ approvers }, person) !== null
        ? "An approver may no longer approve payouts."
        : involvedProblem(approvalState, person) !== null
          ? "An approver also prepared it."
          : payloadHash !== approvalState.payloadHash
            ? "The payout differs from what was approved."
            : null;
    return reason === null ? [] : [{ actorId, reason }];
  });
}
