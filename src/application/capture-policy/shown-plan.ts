import type { MedusaContainer } from "@medusajs/framework/types";
import type { CapturePlan } from "../../api-schema/admin";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import type { AttemptRow } from "../../modules/acquiring";
import { ruleOfHeld } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { expiriesOf, isCapturable, policyPlans } from "./policy-plans";

/** By attempt ID: what the policy will do with each payment that something can be captured of. */
export async function capturePlans(
  container: MedusaContainer,
  attempts: readonly AttemptRow[],
): Promise<ReadonlyMap<string, CapturePlan>> {
  const open = attempts.filter((attempt) => isCapturable(container, attempt));
  if (open.length === 0) return new Map();
  const policy = await resolveLedger(container).capturePolicies.current();
  const rules = policy?.rules ?? [];
  // No order is read for what does not depend on it.
  if (rules.length === 0) return leftToStaff(await expiriesOf(container, open));
  const planned = await policyPlans(container, open, rules);
  return new Map(
    planned.map(({ attempt, rule: matched, plan, expiresAt }) => {
      const rule = attempt.held_at === null ? matched : ruleOfHeld(matched);
      const due = plan.step.kind === "capture" ? plan.step.amount : 0n;
      const shown: CapturePlan = {
        capture: rule.capture,
        at_expiry: rule.at_expiry,
        expires_at: expiresAt.toISOString(),
        acts_at: rule.at_expiry === "remind" ? null : new Date(plan.actsAt).toISOString(),
        due_now: due === 0n ? "0" : toMajor(createMoney(due, createCurrency(attempt.currency))),
      };
      return [attempt.id, shown] as const;
    }),
  );
}

const leftToStaff = (expiries: ReadonlyMap<string, Date>): ReadonlyMap<string, CapturePlan> =>
  new Map(
    [...expiries].map(([id, expiresAt]) => [
      id,
      { capture: "manual", at_expiry: "remind", expires_at: expiresAt.toISOString(), acts_at: null, due_now: "0" },
    ]),
  );
