import type { PaymentActions } from "../../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import type { AttemptRow, OperationRow } from "../../../modules/acquiring";
import type AcquiringModuleService from "../../../modules/acquiring/service";

export function paymentActionsOf(
  ledger: AcquiringModuleService,
  attempt: AttemptRow,
  operations: readonly OperationRow[],
): PaymentActions {
  const currency = createCurrency(attempt.currency);
  const major = (minor: bigint): string => toMajor(createMoney(minor, currency));
  const possible = ledger.possible(attempt, operations);
  return {
    capture: possible.capture === null ? null : { most: major(possible.capture), partial: true },
    void: possible.void === null ? null : { amount: major(possible.void) },
    refund: possible.refund === null ? null : { most: major(possible.refund) },
    review: possible.review && {
      approve: true,
      reject: possible.review.rejectRefusedBecause === null,
      reject_refused_because: possible.review.rejectRefusedBecause,
    },
  };
}
