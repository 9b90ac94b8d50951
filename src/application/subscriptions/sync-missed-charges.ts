import type { Evidence } from "../../modules/acquiring_subscription/domain/next-state";
import { chargeDate, billingPeriodOf } from "../../modules/acquiring_subscription/domain/billing-calendar";
import type { NextCharge } from "../../modules/acquiring_subscription/domain/next-charge";
import { isSlow } from "../../modules/acquiring_subscription/domain/next-charge";
import { latestAfter, leftOut } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { PeriodCharge } from "../../modules/acquiring_subscription/domain/billing-periods";
import type { ContractState } from "../../modules/acquiring_subscription/domain/states";
import { isLive } from "../../modules/acquiring_subscription/domain/states";
import { termsOf } from "../../modules/acquiring_subscription/rows";
import { clearForSubscription, raiseForSubscription } from "./subscription-attention";
import type { SubscriptionSync } from "./sync-subscription";

/** Charges that have not come: the next one, one between those that came, and all of a contract that was never named. */
const KIND = "renewal_missing";
/** Under the first it was told before there was the second. */
const UNNAMED_KINDS = [KIND, "subscription_unnamed"];

export interface MissedChargeEvidence {
  readonly state: ContractState;
  readonly payment: Evidence["payment"];
  readonly outlook: NextCharge;
  readonly came: readonly PeriodCharge[];
  /** How many came that count towards what was agreed. */
  readonly made: number;
}

export async function syncMissedCharges(following: SubscriptionSync, look: MissedChargeEvidence): Promise<void> {
  if (look.state === "pending") return followUnnamed(following, look);
  await clearForSubscription(following, "subscription_unnamed");
  if (!isLive(look.state) && look.state !== "ended") return clearForSubscription(following, KIND);
  const missing = missingDays(following, look);
  for (const at of missing) await noteMissing(following, at);
  // A later charge does not make up for one that was left out, nor does another date that the gateway names.
  if (missing.length === 0 && !(await isStillMissing(following, look))) await clearForSubscription(following, KIND);
}

/** The grace counts for one that was left out too: its message may be later than the next one's. */
function missingDays(
  { contract, ledger, now }: SubscriptionSync,
  { outlook, came, made }: MissedChargeEvidence,
): Date[] {
  const graceMs = ledger.options.subscription.graceHours * 3_600_000;
  const until = new Date(now.getTime() - graceMs);
  const { isOverdue, nextChargeAt } = outlook;
  const terms = termsOf(contract);
  const between = leftOut({ anchor: contract.anchor, terms }, came);
  const late = between.filter((at) => at <= until);
  if (!isOverdue || nextChargeAt === null) return late;
  return [
    ...late,
    nextChargeAt,
    ...latestAfter({ anchor: contract.anchor, terms }, { first: nextChargeAt, until, made }),
  ];
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** By whatever date the gateway calls it. */
function eventOf({ contract }: SubscriptionSync, at: Date): { readonly kind: string; readonly of: string } {
  const terms = termsOf(contract);
  return {
    kind: "charge_missing",
    of: dayOf(chargeDate(contract.anchor, terms, billingPeriodOf(contract.anchor, terms, at))),
  };
}

/** It was told, has not come since, and the gateway names a later date for it. */
async function isStillMissing(
  following: SubscriptionSync,
  { outlook: { nextChargeAt } }: MissedChargeEvidence,
): Promise<boolean> {
  if (nextChargeAt === null) return false;
  const { subscriptions, trx, contract } = following;
  return subscriptions.events.has(trx, { contractId: contract.id, ...eventOf(following, nextChargeAt) });
}

/** Once for each period; a person who dismisses it is not asked again before the next one is missing. */
async function noteMissing(following: SubscriptionSync, at: Date): Promise<void> {
  const { subscriptions, trx, contract, ledger } = following;
  const event = { contractId: contract.id, ...eventOf(following, at), actor: "system" } as const;
  if (!(await subscriptions.events.note(trx, event))) return;
  const hours = String(ledger.options.subscription.graceHours);
  await raiseForSubscription(following, KIND, `The charge of ${dayOf(at)} has not come within ${hours} hours.`);
}

/** Its first payment is good and the gateway never named the contract: it may not charge it, and cannot be asked to end it. */
async function followUnnamed(following: SubscriptionSync, { payment }: MissedChargeEvidence): Promise<void> {
  const { trx, contract, first, standing, now } = following;
  const isUnnamed = payment === "good" && standing.standing === "unnamed";
  if (!isUnnamed || !isSlow({ boughtAt: contract.created_at, now })) return;
  // Nothing else raises it for a contract that waits for its name; one that was dismissed stays so.
  const raised: unknown = await trx("acquiring_attention_item")
    .whereIn("kind", UNNAMED_KINDS)
    .where({ subject: first.id })
    .first("id");
  if (raised === undefined) await raiseForSubscription(following, "subscription_unnamed", UNNAMED);
}

const UNNAMED = "The first payment was taken, and the gateway has not named its subscription within a day.";
