import type { MedusaContainer } from "@medusajs/framework/types";
import type { Reason } from "../../gateway/model/outcome";
import type { ApprovalCase, RefundApprover } from "../../modules/acquiring";
import { dropWaiting } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { queueFacts } from "./queue-notifications";
import { factOfApproval } from "./told-facts";

/** Null: two people agree. Otherwise why nothing may be sent; staff are told of a first approval, unless the second follows before. */
export async function approveRefund(
  container: MedusaContainer,
  asked: ApprovalCase,
  approver: RefundApprover,
): Promise<Reason | null> {
  const ledger = resolveLedger(container);
  const told = factOfApproval(asked, ledger.now());
  const missing = await ledger.refundApprovals.approve(asked, approver, (trx) => queueFacts(container, trx, [told]));
  if (missing === null) await dropWaiting(ledger.attempts.connection, [told]);
  return missing;
}
