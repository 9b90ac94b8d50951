import type { ChainMember } from "./reissue-chain";
import { reissueProblem } from "./reissue-chain";
import type { PayoutState } from "./states";
import { canCopy, canEdit, mayHaveLeft, mayPayoutMove } from "./states";

/**
 * Who may let money out. One person alone never can: whoever prepared a payout, or wrote down the account that it goes to, does not
 * approve it. Each rule answers why not, in words, or null. Pure: lists, people and the clock are passed in.
 */
export interface Somebody {
  readonly id: string;
  readonly type: "user" | "api-key";
  readonly email: string | null;
  readonly hasPolicy?: boolean;
}

/** What is known of a payout when somebody wants to do something with it. */
export interface Standing {
  readonly state: PayoutState;
  /** Who ever created, edited or submitted it. */
  readonly makers: ReadonlySet<string>;
  /** Everyone who ever wrote the account that it goes to, in any version; of an API key also who made the key. */
  readonly accountMakers: ReadonlySet<string>;
  /** Whose approvals count. */
  readonly approvedBy: ReadonlySet<string>;
  /** The ledger has had it once, even if nothing left then: what it knows under its number is not replaced by something else. */
  readonly wasSent: boolean;
  readonly payloadHash: string;
  readonly expiresAt: Date | null;
  readonly paymentDate: string | null;
  /** The beneficiary as it is now is the one that it was prepared for. */
  readonly isBeneficiaryCurrent: boolean;
  readonly isBeneficiaryBlocked: boolean;
  /** Null, or another of its family that was paid or may still be. */
  readonly inTheWay: ChainMember | null;
}

export interface Lists {
  readonly approvers: readonly string[];
}

/** By the id, or by the e-mail address in any letters. An empty list is nobody. */
export const isListed = (list: readonly string[], { id, email }: Somebody): boolean =>
  list.some((name) => name === id || (email !== null && name.toLowerCase() === email.toLowerCase()));

/** Why this person approves nothing at all. */
export function approverProblem({ approvers }: Lists, person: Somebody): string | null {
  if (person.type !== "user") return "A payout must be approved by a person, not by an API key.";
  if (!isListed(approvers, person)) return "Only the users in the option payout.approvers can approve payouts.";
  if (person.hasPolicy === false) return "Your role does not allow you to approve payouts.";
  return null;
}

const OWN = "You prepared this payout. Another person has to approve it.";
const OWN_ACCOUNT = "You entered its bank account, now or in an earlier version. Another person has to approve it.";

/** Why this person may have no say in this payout. */
export function involvedProblem({ makers, accountMakers }: Standing, { id }: Pick<Somebody, "id">): string | null {
  if (makers.has(id)) return OWN;
  return accountMakers.has(id) ? OWN_ACCOUNT : null;
}

/** Why nobody may send it on as it is: what it was prepared for is not so any more. */
export function contentProblem(standing: Standing, now: Date): string | null {
  if (standing.isBeneficiaryBlocked) return "The beneficiary is blocked.";
  if (!standing.isBeneficiaryCurrent)
    return "The beneficiary was changed after this payout was prepared. Edit the payout, review it and submit it again.";
  if (isPast(standing.paymentDate, now)) return "Its payment date has passed. Edit it.";
  const { inTheWay } = standing;
  if (inTheWay === null) return null;
  return mayHaveLeft(inTheWay.state)
    ? `${reissueProblem(inTheWay)} Withdraw this one in that case.`
    : reissueProblem(inTheWay);
}

/** A day is over when it is over everywhere on earth. */
export const isPast = (day: string | null, now: Date): boolean =>
  day !== null && day < new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);

export const isExpired = ({ expiresAt }: Pick<Standing, "expiresAt">, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

export function approveProblem(
  standing: Standing,
  person: Somebody,
  { approvers, now }: Lists & { readonly now: Date },
): string | null {
  if (standing.state !== "submitted") return "Only a submitted payout can be approved.";
  const problem = approverProblem({ approvers }, person) ?? involvedProblem(standing, person);
  if (problem !== null) return problem;
  if (standing.approvedBy.has(person.id)) return "You have already approved it. Another person has to approve it.";
  if (isExpired(standing, now)) return "Its approvals expired.";
  return contentProblem(standing, now);
}

export function rejectProblem(standing: Standing, person: Somebody, lists: Lists): string | null {
  if (!mayPayoutMove(standing.state, "rejected", "approver"))
    return "Only a payout that waits for approval can be rejected.";
  const problem = approverProblem(lists, person);
  if (problem !== null) return problem;
  return standing.makers.has(person.id) ? "You prepared this payout. Withdraw it instead." : null;
}

/** A person's word on what nobody can tell: an approver's, and not of who prepared it. */
export function decideProblem(standing: Standing, person: Somebody, lists: Lists): string | null {
  if (!mayPayoutMove(standing.state, "paid", "person"))
    return "Only a payout with an unknown outcome can be resolved manually.";
  return wordProblem(standing, person, lists);
}

/** Why this person's word on what became of it does not count. */
export const wordProblem = (standing: Standing, person: Somebody, lists: Lists): string | null =>
  approverProblem(lists, person) ?? involvedProblem(standing, person);

export function editProblem({ state, wasSent }: Pick<Standing, "state" | "wasSent">): string | null {
  if (!canEdit(state)) return "Only a draft, or a payout without approvals, can be edited. Withdraw it and copy it.";
  return wasSent ? "It has already been sent to the gateway once. Withdraw it and copy it." : null;
}

/** An API key prepares; a person looks at it before others are asked. */
export function submitProblem(standing: Standing, person: Somebody, now: Date): string | null {
  if (standing.state !== "draft") return "Only a draft can be submitted.";
  if (person.type !== "user") return "A payout must be submitted by a person, not by an API key.";
  return contentProblem(standing, now);
}

/** Of one that is on its way the ledger has the last word: it is withdrawn only if nothing left, and nothing ever will. */
export const withdrawProblem = ({ state }: Pick<Standing, "state">): string | null =>
  mayPayoutMove(state, "withdrawn", "maker") || mayPayoutMove(state, "withdrawn", "stopped")
    ? null
    : "The gateway has it, or it is finished. It can no longer be withdrawn.";

/** Of what may have left none is ever made again, nor while another of its family can still be sent. */
export function copyProblem({ state, inTheWay }: Pick<Standing, "state" | "inTheWay">): string | null {
  if (!canCopy(state))
    return "Only a payout that failed, expired, or was rejected, withdrawn or cancelled can be sent again.";
  return inTheWay && reissueProblem(inTheWay);
}

export interface Given {
  readonly actorId: string;
  readonly payloadHash: string;
}

/** Whose approvals do not hold at this moment, and why. `people`: those who are still users, as they are now. */
export function fallenApprovals(
  standing: Standing,
  given: readonly Given[],
  { approvers, people }: Lists & { readonly people: readonly Somebody[] },
): readonly { readonly actorId: string; readonly reason: string }[] {
  return given.flatMap(({ actorId, payloadHash }) => {
    const person = people.find(({ id }) => id === actorId);
    const reason = !person
      ? "An approver is no longer a user."
      : approverProblem({ approvers }, person) !== null
        ? "An approver may no longer approve payouts."
        : involvedProblem(standing, person) !== null
          ? "An approver also prepared it."
          : payloadHash !== standing.payloadHash
            ? "The payout differs from what was approved."
            : null;
    return reason === null ? [] : [{ actorId, reason }];
  });
}
