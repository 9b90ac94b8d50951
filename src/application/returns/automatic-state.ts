import type { AutomaticRefund, RefundProposal } from "../../api-schema/admin";
import type { RefundProposalRow } from "../../modules/acquiring";
import { isFromDashboard, minorOf } from "../../modules/acquiring";
import type { RefundOptions } from "../../options/refund-options";
import { limitIn } from "../../options/refund-options";
import type { Refundable } from "../payables/surplus";

/** The stored reason of a refund that the store's handler left to people. */
export const LEFT_TO_STAFF = "left_to_staff";

/** Whether the server makes a proposed refund by itself, and if not, why. Pure. */
interface Known extends Pick<
  RefundProposal,
  "currency" | "causes" | "dispute" | "dismissed" | "plan" | "not_covered" | "refused_because"
> {
  readonly minor: bigint;
  readonly isCancelled: boolean;
  readonly wasDismissed: boolean;
  /** An edit, return, exchange or claim of the order is open. */
  readonly isChanging: boolean;
  readonly stored: Pick<RefundProposalRow, "stopped"> | undefined;
  readonly payments: readonly Refundable[];
}

export function automaticState(options: Pick<RefundOptions, "automatic">, known: Known): AutomaticRefund {
  const state = stateNow(options, known);
  const isOpen = state === "due" || state === "blocked";
  // Staff were told that they decide.
  return isOpen && known.stored?.stopped ? "stopped" : state;
}

function stateNow({ automatic }: Pick<RefundOptions, "automatic">, known: Known): AutomaticRefund {
  const limit = limitIn(automatic, known.currency);
  if (limit === null || known.minor === 0n || known.isCancelled) return "off";
  if (known.dispute !== null) return "disputed";
  if (known.dismissed !== null) return "dismissed";
  if (known.stored?.stopped === LEFT_TO_STAFF || known.wasDismissed) return LEFT_TO_STAFF;
  if (!isExplained(known.causes)) return "not_explained";
  if (known.minor + refundedAutomatically(known.payments) > limit) return "over_limit";
  if (known.plan === null || known.isChanging) return "blocked";
  return known.not_covered === null ? "due" : "over_limit";
}

/** Money that was paid twice has no cause here, and a person decides about it. */
const isExplained = (causes: RefundProposal["causes"]): boolean => causes.every(({ kind }) => kind !== "overpaid");

/** What automatic refunds of these payments have returned, or may have: many small returns are together below the limit. */
export const refundedAutomatically = (payments: readonly Refundable[]): bigint =>
  payments
    .flatMap(({ operations }) => operations)
    .filter(
      (operation) =>
        operation.kind === "refund" &&
        operation.actor === "system" &&
        isFromDashboard(operation) &&
        operation.status !== "declined" &&
        operation.status !== "not_sent",
    )
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n);
