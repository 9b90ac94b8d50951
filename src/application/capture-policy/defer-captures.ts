import type { MedusaContainer } from "@medusajs/framework/types";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { CaptureDue } from "../hooks/payloads";
import { askStore } from "../hooks/run-hooked-workflow";
import { resolveLedger } from "../resolve-ledger";
import { logFailedWork } from "../log-failed-work";
import { errorMessage } from "../safe-error-text";
import type { PlannedAttempt } from "./policy-plans";
import { isStillPlanned } from "./policy-plans";

const HOUR = 3_600_000;
/** After a handler that threw. Our choice. */
const SOON = 120_000;

/**
 * Asks the store which captures have to wait; they are asked about again within the hour, and staff are reminded before the authorisation
 * expires. If the handler throws, all wait for two minutes; so does what staff captured or changed while it was asked.
 */
export async function deferCaptures(
  container: MedusaContainer,
  planned: readonly PlannedAttempt[],
  planAgain: () => Promise<readonly PlannedAttempt[]>,
): Promise<readonly PlannedAttempt[]> {
  const captures = planned.flatMap((each) => dueOf(each) ?? []);
  if (captures.length === 0) return planned;
  const now = resolveLedger(container).now().getTime();
  try {
    const { wait } = await askStore(container, "acquiring-captures-due", { captures });
    const current = await planAgain();
    return planned.map((each) => {
      if (each.plan.step.kind === "capture" && wait.includes(each.attempt.id)) return waiting(each, now, HOUR);
      if (isStillPlanned(each, current)) return each;
      return waiting(current.find(({ attempt: { id } }) => id === each.attempt.id) ?? each, now, SOON);
    });
  } catch (error) {
    logFailedWork(container, { work: "capture_policy" }, { message: `capturesDue: ${errorMessage(error)}` });
    return planned.map((each) => (each.plan.step.kind === "capture" ? waiting(each, now, SOON) : each));
  }
}

function dueOf({ attempt, plan: { step }, orderId, expiresAt }: PlannedAttempt): CaptureDue | null {
  if (step.kind !== "capture") return null;
  const currency = createCurrency(attempt.currency);
  return {
    attempt_id: attempt.id,
    order_id: orderId,
    account: attempt.account,
    amount: toMajor(createMoney(step.amount, currency)),
    currency,
    expires_at: expiresAt.toISOString(),
  };
}

function waiting(each: PlannedAttempt, now: number, ms: number): PlannedAttempt {
  const { step, left, actsAt, nextLookAt } = each.plan;
  const plan = {
    ...each.plan,
    step: { kind: "wait" as const },
    isExpiring: step.kind === "wait" ? each.plan.isExpiring : now >= actsAt && left > 0n,
    nextLookAt: Math.min(nextLookAt, now + ms),
  };
  return { ...each, plan };
}
