import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttemptRow, PolicyPlan, OperationRow, PolicyRule } from "../../modules/acquiring";
import { authorisedSince, expiryOfAuthorisation, minorOf, planOf, ruleFor } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import type { PolicyOrder } from "./policy-orders";
import { policyOrders, UNCLEAR } from "./policy-orders";

/** What the capture policy does with payments now. It changes nothing; the worker and the dashboard read it. */
export interface PlannedAttempt {
  readonly attempt: AttemptRow;
  readonly rule: PolicyRule;
  readonly plan: PolicyPlan;
  readonly since: Date;
  readonly expiresAt: Date;
  /** Null: not placed yet, or it cannot be told. */
  readonly orderId: string | null;
}

/** Not of an account that is no longer configured: nothing can be captured there. */
export async function policyPlans(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
  rules: readonly PolicyRule[],
): Promise<readonly PlannedAttempt[]> {
  const ledger = resolveLedger(container);
  const ids = attempts.map(({ id }) => id);
  const [orders, operations, since] = await Promise.all([
    policyOrders(container, attempts),
    ledger.attempts.operationsOfMany(ids),
    authorisedSince(ledger.attempts.connection, ids),
  ]);
  const now = ledger.now().getTime();
  return attempts.flatMap((attempt) => {
    const profile = ledger.account(attempt.account)?.profile;
    const from = since.get(attempt.id);
    if (!profile || !from) return [];
    const found = orders.get(attempt.id);
    const order = found === undefined || found === UNCLEAR ? null : found;
    const rule = ruleFor(rules, subjectOf(attempt, order));
    const expiresAt = expiryOfAuthorisation(from, profile.capture.authorisationValidDays);
    const payment = {
      id: attempt.id,
      state: attempt.state,
      authorised: minorOf(attempt.authorised),
      captured: minorOf(attempt.captured),
      // Like a held payment it is neither captured nor voided, and staff are reminded.
      hold: found === UNCLEAR ? ("open" as const) : holdOf(attempt),
      isGoingBack: attempt.reversal_reason !== null || attempt.is_late,
      hasOpenOperation: (operations.get(attempt.id) ?? []).some(isOpen),
      capturesInParts: profile.capture.multiple,
      expiresAt: expiresAt.getTime(),
    };
    const plan = planOf({ payment, order, rule }, now);
    return [{ attempt, rule, plan, since: from, expiresAt, orderId: order?.id ?? null }];
  });
}

const subjectOf = ({ account, mode, method }: AttemptRow, order: PolicyOrder | null) => ({
  account,
  region_id: order?.regionId ?? null,
  sales_channel_id: order?.salesChannelId ?? null,
  method: mode === "apm" ? (method ?? mode) : "card",
});

const holdOf = ({ held_at: at, hold_decision: decision }: AttemptRow): "never" | "open" | "approved" | "rejected" =>
  at === null ? "never" : (decision ?? "open");

/** Undecided, or decided and not yet in Medusa: another capture or void would be refused. */
const isOpen = ({ kind, status, recorded_in_medusa: isRecorded }: OperationRow): boolean => {
  if (status === "sending" || status === "unknown" || status === "pending") return kind !== "refund";
  return (kind === "capture" || kind === "void") && status === "settled" && !isRecorded;
};

/** Until when what is left of each can be captured, by attempt ID. */
export async function expiriesOf(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<ReadonlyMap<string, Date>> {
  const ledger = resolveLedger(container);
  const open = attempts.filter((attempt) => isCapturable(container, attempt));
  const since = await authorisedSince(
    ledger.attempts.connection,
    open.map(({ id }) => id),
  );
  return new Map(
    open.flatMap(({ id, account }) => {
      const [from, days] = [since.get(id), ledger.account(account)?.profile.capture.authorisationValidDays];
      return from && days !== undefined ? [[id, expiryOfAuthorisation(from, days)] as const] : [];
    }),
  );
}

/** Something of it is authorised, not captured, and its account captures what is left. */
export const isCapturable = (container: MedusaContainer, attempt: AttemptRow): boolean =>
  attempt.state === "authorised" ||
  (attempt.state === "captured" &&
    minorOf(attempt.captured) < minorOf(attempt.authorised) &&
    resolveLedger(container).account(attempt.account)?.profile.capture.multiple === true);
