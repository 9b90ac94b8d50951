import { z } from "@medusajs/framework/zod";
import type { HoldCandidate, ReviewOptions } from "../../../options/review-options";
import { errorName } from "../runtime/safe-error-text";
import type { HoldReason } from "../domain/snapshot";
import type { ReviewPolicy, HoldSubject } from "../ledger/rows/review-hold";
import { minorOf } from "../ledger/rows/attempt-row";

/** Holds a payment for review: the gateway reports it, its risk data could not be read, or `review.holdWhen` says so. */
export function createReviewPolicy(
  { holdActions, holdWhen }: ReviewOptions,
  log: (event: string, ids: Readonly<Record<string, string>>) => void,
): ReviewPolicy {
  const words = new Set(holdActions.map(plain));
  const isHeldByOwner = (subject: HoldSubject): boolean => {
    if (!subject.isNewMoney || !holdWhen) return false;
    try {
      const answer: unknown = holdWhen(candidateOf(subject));
      if (typeof answer === "boolean") return answer;
      log("acquiring.review_rule_failed", { attempt: subject.row.id, error: "it returned neither true nor false" });
    } catch (error) {
      log("acquiring.review_rule_failed", { attempt: subject.row.id, error: errorName(error) });
    }
    // A rule that fails holds the payment.
    return true;
  };
  return (subject): HoldReason | null => {
    if (!subject.isReleased && isHeldByGateway(subject, words)) return "gateway";
    if (isUnread(subject)) return "unreadable";
    return isHeldByOwner(subject) ? "owner" : null;
  };
}

const plain = (word: string): string => word.trim().toUpperCase();

function isHeldByGateway({ risk, isPending }: HoldSubject, words: ReadonlySet<string>): boolean {
  const action = plain(risk?.action ?? "");
  if (words.has(action)) return true;
  if (!isPending) return false;
  // A query reports no action, only the checks; of an undecided payment they mean the same.
  return (action !== "" && action !== "ACCEPT") || (risk?.reasons ?? []).some(({ status }) => words.has(plain(status)));
}

/** What could not be read may have requested a review. An undecided payment is held once the gateway has its money. */
const isUnread = ({ risk, isPending }: HoldSubject): boolean => !isPending && (risk?.unreadable ?? []).length > 0;

const candidateOf = ({ row, risk }: HoldSubject): HoldCandidate => ({
  score: Score.parse(risk?.score ?? null),
  amountMinor: minorOf(row.requested),
  currency: row.currency,
  billingCountry: row.billing_country,
  risk,
});

/** A score is not money: a number is fine. */
const Score = z
  .string()
  .regex(/^-?\d{1,9}(?:\.\d{1,9})?$/)
  .pipe(z.coerce.number())
  .nullable()
  .catch(null);
