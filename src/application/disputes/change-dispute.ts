import type { AdminDisputeAnswer, DisputeInput } from "../../api-schema/admin";
import { saveDisputeCase } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { resolveLedger } from "../resolve-ledger";
import { StaleVersion } from "../stale-version";
import { disputeDetails, loadDispute } from "./dispute-page";

/** Throws NOT_FOUND and `StaleVersion`. Nothing is saved then. */
export async function changeDispute(
  { container, targetId, actorId }: AdminRequestContext,
  { version, due_at: dueAt, answered, note }: DisputeInput,
): Promise<AdminDisputeAnswer> {
  const ledger = resolveLedger(container);
  const dispute = await loadDispute(container, targetId);
  const change = { version, dueAt: dueAt === null ? null : new Date(dueAt), isAnswered: answered, note };
  const saved = await saveDisputeCase(ledger.attempts.connection, dispute, { change, actorId, at: ledger.now() });
  if (!saved) throw new StaleVersion(version, "dispute_changed");
  return disputeDetails(container, targetId);
}
