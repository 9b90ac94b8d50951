import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttemptRow, PolicyPlan, OperationRow, PolicyRule } from "../../modules/acquiring";
import {
  applicableRule,
  authorisedSince,
  expiryOfAuthorisation,
  minorOf,
  planOf,
  ruleFor,
} from "../../modules/acquiring";
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
    const profile = ledger.accountOf(attempt)?.profile;
    const from = since.get(attempt.id);
    if (!profile || !from) return [];
    const found = orders.get(attempt.id);
    const order = found === undefined || found === UNCLEAR ? null : found;
    const rule = applicableRule(ruleFor(rules, subjectOf(attempt, order)), profile.capture.authorisationValidDays);
    const expiresAt = expiryOfAuthorisation(from, profile.capture.authorisationValidDays);
    const payment = {
      id: attempt.id,
      state: attempt.state,
      authorised: minorOf(attempt.authorised),
      captured: minorOf(attempt.captured),
      // Like a held payment it is neither captured nor voided, and staff are reminded.
      hold: found === UNCLEAR ? ("open" as const) : holdOf(attempt),
      // A late payment that Medusa has recorded pays for its order, and is captured like any other.
      isGoingBack: attempt.reversal_reason !== null || (attempt.is_late && order === null),
      hasOpenOperation: (operations.get(attempt.id) ?? []).some(isOpen),
      capturesInParts: profile.capture.multiple,
      expiresAt: expiresAt.getTime(),
    };
    const plan = planOf({ payment, order, rule }, now);
    return [{ attempt, rule, plan, since: from, expiresAt, orderId: order?.id ?? null }];
  });
}

/** Is it what would be done now? `current`: planned again. */
export function isStillPlanned(
  { attempt, plan: { step } }: PlannedAttempt,
  current: readonly PlannedAttempt[],
): boolean {
  const now = current.find(({ attempt: { id } }) => id === attempt.id)?.plan.step;
  if (step.kind !== "capture") return now?.kind === step.kind;
  return now?.kind === "capture" && now.amount === step.amount && now.upTo === step.upTo;
}

/** A plan is sent within this time, or made again before. Our choice. */
const FRESH_MS = 2_000;

/** Attempt IDs of older plans that are not what would be done now: the order, another of its payments or the policy changed. */
export async function overtakenOf(
  container: MedusaContainer,
  planned: readonly (PlannedAttempt & { readonly plannedAt: Date })[],
): Promise<ReadonlySet<string>> {
  const ledger = resolveLedger(container);
  const since = ledger.now().getTime() - FRESH_MS;
  const old = planned.filter(({ plannedAt }) => plannedAt.getTime() < since);
  if (old.length === 0) return new Set();
  const attempts = await ledger.attempts.attemptsByIds(old.map(({ attempt: { id } }) => id));
  const policy = await ledger.capturePolicies.current();
  const current = await policyPlans(container, attempts, policy?.rules ?? []);
  return new Set(old.filter((each) => !isStillPlanned(each, current)).map(({ attempt: { id } }) => id));
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
    open.flatMap((attempt) => {
      const [from, days] = [since.get(attempt.id), ledger.accountOf(attempt)?.profile.capture.authorisationValidDays];
      return from && days !== undefined ? [[attempt.id, expiryOfAuthorisation(from, days)] as const] : [];
    }),
  );
}

/** Something of it is authorised, not captured, and its account captures what is left. */
export const isCapturable = (container: MedusaContainer, attempt: AttemptRow): boolean =>
  attempt.state === "authorised" ||
  (attempt.state === "captured" &&
    minorOf(attempt.captured) < minorOf(attempt.authorised) &&
    resolveLedger(container).accountOf(attempt)?.profile.capture.multiple === true);
