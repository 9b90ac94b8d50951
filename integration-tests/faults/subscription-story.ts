import type { SubscriptionAct } from "./subscription-acts";
import { subscriptionPoints, fatalSubscriptionSteps } from "./subscription-crash";
import type { SubscriptionPoint } from "./subscription-crash";
import type { StoryPlan } from "./commands";
import { Random } from "./random";
import type { Act, Step, Story, TapeEntry } from "./story";
import { hostilityOf } from "./hostile";
import { clocksOf, dialectOf } from "./story";
import { faultsFor } from "./story-faults";

/**
 * A story of one subscription: the gateway charges, declines, skips, and notifies late, twice or never, and it is
 * cancelled. Drawn separately from the payment stories, so that those keep their numbers.
 */
export interface SubscriptionDeaths {
  /** A process dies in every nth run; 0: never. */
  readonly every: number;
  /** Only at this failpoint; null: all in turn. */
  readonly at: SubscriptionPoint | null;
}

/** Offset that keeps draws apart from those of payment stories with the same seed and run. */
const APART = 500_000_000;

export function drawSubscriptionStory(seed: number, run: number, deaths: SubscriptionDeaths): Story {
  const random = new Random(seed, run + APART);
  const turn = deaths.every > 0 && run % deaths.every === 0 ? run / deaths.every : null;
  const point = turn === null ? null : (deaths.at ?? subscriptionPoints[turn % subscriptionPoints.length] ?? null);
  const fatal = point && fatalSubscriptionSteps(point, random);
  const led = (fatal?.steps ?? []).map(({ acts, faults = [] }) => ({ acts, faults, processes: acts.map(() => 0) }));
  return {
    seed,
    run,
    mode: "card",
    quantity: random.integer(1, 3),
    plan: planOf(random, fatal !== null),
    crash: point && fatal ? { point, times: 1, atStep: fatal.armAt } : null,
    clocks: clocksOf(seed, run),
    dialect: dialectOf(seed, run),
    hostile: hostilityOf(seed, run),
    toldInTheEnd: random.chance(0.5),
    steps: [...led, ...(fatal ? [] : beginning(random)), ...periods(random)],
  };
}

const planOf = (random: Random, isLong: boolean): StoryPlan => ({
  interval: random.pick(["day", "week", "month"]),
  cycles: random.integer(isLong ? 4 : 2, 5),
});

const step = (random: Random, acts: readonly Act[], faults: readonly TapeEntry[] = []): Step => ({
  acts,
  faults,
  processes: acts.map(() => random.integer(0, 1)),
});

function beginning(random: Random): Step[] {
  const pay: Act = { kind: "pay", choice: { type: "card", number: random.weighted(CARDS) } };
  const spoiled = (share: number): TapeEntry[] => (random.chance(share) ? faultsFor(random) : []);
  return [
    step(random, [pay], spoiled(0.3)),
    step(random, random.chance(0.3) ? [{ kind: "customer", does: "pays" }] : []),
    step(random, random.chance(0.85) ? [{ kind: "complete" }] : [], spoiled(0.2)),
    step(random, random.chance(0.5) ? [{ kind: "work" }] : [], spoiled(0.2)),
  ];
}

const CARDS: readonly [readonly [number, string], ...(readonly [number, string])[]] = [
  [85, "4111111111111111"],
  [5, "4000000000000002"],
  [5, "4000000000003220"],
  [5, "4000000000000259"],
];

function periods(random: Random): Step[] {
  return Array.from({ length: random.integer(2, 4) }, () => period(random)).flat();
}

/** One period: scripted charge, the charge itself, and concurrent acts. */
function period(random: Random): Step[] {
  const before = random.chance(0.3) ? [step(random, [scripted(random)])] : [];
  const told = random.chance(0.6) ? [random.weighted(TOLD)] : [];
  const asked = random.chance(0.25) ? faultsFor(random, QUERIES) : [];
  const due: Act = { kind: "period", hours: random.pick([1, 1, 13, 50]) };
  const beside = random.chance(0.7) ? [step(random, after(random), random.chance(0.3) ? endFaults(random) : [])] : [];
  return [...before, step(random, [due], [...told, ...asked]), ...beside];
}

const scripted = (random: Random): SubscriptionAct =>
  random.weighted<SubscriptionAct>([
    [4, { kind: "script", outcome: "decline" }],
    [3, { kind: "script", outcome: "missed" }],
    [3, { kind: "script-amount", amount: random.pick(["9.00", "24.49", "300.00"]) }],
  ]);

function after(random: Random): Act[] {
  const end = (key: string): Act => ({ kind: "cancel-subscription", key, by: random.pick(["admin", "customer"]) });
  return random.weighted<() => Act[]>([
    [20, () => [{ kind: "look" }]],
    [10, () => [{ kind: "look" }, { kind: "work" }]],
    [10, () => [{ kind: "work" }, { kind: "work" }]],
    [14, () => [{ kind: "renewals-told", times: random.pick([1, 2, 5]) }]],
    [8, () => [{ kind: "renewals-told", times: 2 }, { kind: "check" }]],
    [8, () => [{ kind: "renew" }]],
    [12, () => [end("first")]],
    [6, () => [end("first"), end("second")]],
    [4, () => [end("first"), { kind: "period", hours: 1 }]],
    [4, () => [{ kind: "portal-end" }]],
    [4, () => [{ kind: "capture", percent: 100 }]],
    [3, () => [{ kind: "cancel-order" }]],
    [6, () => [{ kind: "wait", ms: random.integer(1, 72) * 3_600_000 }]],
  ])();
}

const QUERIES: readonly [string, ...string[]] = ["retrievalTrans"];
const endFaults = (random: Random): TapeEntry[] => faultsFor(random, ["cancelsubscription", "retrievalTrans"]);

/** Faults of a charge's notification. */
const TOLD: readonly [readonly [number, TapeEntry], ...(readonly [number, TapeEntry])[]] = [
  [10, { operation: "renewal", fault: "duplicate-notify" }],
  [10, { operation: "renewal", fault: "late-notify", ms: 7_200_000 }],
  [12, { operation: "renewal", fault: "lost-notify" }],
  [6, { operation: "renewal", fault: "lying-notify" }],
  [6, { operation: "renewal", fault: "reorder" }],
];
