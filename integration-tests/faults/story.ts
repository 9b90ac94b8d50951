import { traitsOf } from "../../src/simulator/dialect";
import type { FaultName } from "../../src/simulator/faults/faults";
import type { StoryPoint } from "./crash-story";
import { fatalSteps, storyPoints } from "./crash-story";
import type { PayChoice, PayMode, StoryFulfilment, StoryPayable, StoryPlan } from "./commands";
import type { FulfilmentAct } from "./fulfilment-acts";
import type { PayableAct } from "./payable-acts";
import type { SubscriptionAct } from "./subscription-acts";
import type { SubscriptionPoint } from "./subscription-crash";
import type { OwnClock } from "./lane";
import { Random } from "./random";
import { accountChangeOf } from "./account-change";
import type { Hostility } from "./hostile";
import { hostilityOf } from "./hostile";
import type { Loss } from "./loss";
import { lossOf } from "./loss";
import { faultsFor } from "./story-faults";

/**
 * A story: what customers, admins, the bank and the network do to one cart, drawn from (seed, run) in advance. It
 * depends on no result, so the same numbers give the same story whatever the store does.
 */
export type Act =
  | { readonly kind: "pay"; readonly choice: PayChoice }
  /** The customer on the gateway's pages: pays, gives up, is refused, or closes the tab after paying. */
  | { readonly kind: "customer"; readonly does: "pays" | "refuses" | "gives-up" | "pays-and-leaves" }
  | { readonly kind: "bank"; readonly says: "approve" | "decline" | "expire" }
  | { readonly kind: "complete" | "status" | "check" | "work" | "cancel-order" | "watch-refunds" }
  | { readonly kind: "capture" | "refund"; readonly percent: number }
  | { readonly kind: "new-session"; readonly mode: PayMode }
  | { readonly kind: "change-cart"; readonly quantity: number }
  | { readonly kind: "refunds-fail" }
  /** An admin decides about a payment under review. */
  | { readonly kind: "review"; readonly action: "approve" | "reject" }
  /** `quietly`: without any notification. */
  | { readonly kind: "portal"; readonly does: "capture" | "void" | "refund"; readonly quietly?: true }
  | { readonly kind: "notify"; readonly times: number; readonly lie: Lie | null }
  | { readonly kind: "wait"; readonly ms: number }
  | PayableAct
  | FulfilmentAct
  | SubscriptionAct;

export type Lie = "captured" | "declined" | "other-amount" | "forged";

export interface TapeEntry {
  readonly operation?: string;
  readonly fault: FaultName;
  readonly ms?: number;
  readonly status?: number;
}

export interface Step {
  /** Acts that happen concurrently. */
  readonly acts: readonly Act[];
  /** The store process of each act, modulo their number. */
  readonly processes: readonly number[];
  readonly faults: readonly TapeEntry[];
}

export interface Story {
  readonly seed: number;
  readonly run: number;
  readonly mode: PayMode;
  readonly quantity: number;
  /** Only in subscription stories. */
  readonly plan?: StoryPlan;
  /** Only in stories of payment links. */
  readonly payable?: StoryPayable;
  /** Only in stories of the capture policy and automatic refunds. */
  readonly fulfilment?: StoryFulfilment;
  readonly steps: readonly Step[];
  readonly crash: {
    readonly point: StoryPoint | SubscriptionPoint;
    readonly times: number;
    readonly atStep: number;
    /** Instead of dying, it pauses for so long, in ms of the stores' clock. */
    readonly pauseMs?: number;
  } | null;
  /** Wrong clock of each process; missing: none. */
  readonly clocks?: readonly OwnClock[];
  /** Format of the gateway's answers (`dialect.ts` of the simulator); missing: as in the interface. */
  readonly dialect?: string;
  /** Messages of an attacker, by step; missing: none. */
  readonly hostile?: readonly Hostility[];
  /** The database loses commits; missing: it does not. */
  readonly loss?: Loss | null;
  /** Before this step another account is configured under the key; missing or null: never. */
  readonly accountChangesAt?: number | null;
  /** Whether all notifications arrive in the end, or lost ones stay lost. */
  readonly toldInTheEnd: boolean;
}

/** In which runs a process dies, and where. */
export interface Deaths {
  /** Every nth run; 0: never. */
  readonly every: number;
  /** Only at this failpoint; null: all in turn. */
  readonly at: StoryPoint | null;
  /** Every nth run a process pauses instead, half way between two deaths; 0 or missing: never. */
  readonly pauseEvery?: number;
  readonly pauseAt?: StoryPoint | null;
  /** One in n of the other runs loses commits; 0: never. */
  readonly lossEvery?: number;
  /** One in n of the other runs changes the account; 0 or missing: never. */
  readonly accountEvery?: number;
}

interface Interruption {
  readonly point: StoryPoint;
  readonly isPause: boolean;
}

export function interruptionOf(
  run: number,
  { every, at, pauseEvery = 0, pauseAt = null }: Deaths,
  points = storyPoints,
): Interruption | null {
  const turn = (each: number, rest: number): number | null =>
    each > 0 && run % each === rest ? Math.floor(run / each) : null;
  const pointOf = (number: number): StoryPoint | undefined => points[number % points.length];
  const death = turn(every, 0);
  const dies = death === null ? undefined : (at ?? pointOf(death));
  if (dies) return { point: dies, isPause: false };
  const pause = turn(pauseEvery, Math.floor(pauseEvery / 2));
  const stops = pause === null ? undefined : (pauseAt ?? pointOf(pause));
  return stops ? { point: stops, isPause: true } : null;
}

export const LOSS_EVERY = 40;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const PAUSES = [
  5 * SECOND,
  59 * SECOND,
  61 * SECOND,
  119 * SECOND,
  125 * SECOND,
  10 * MINUTE,
  3 * HOUR,
] as const;
const SKEWS = [0, 0, -125 * SECOND, 125 * SECOND, -HOUR, HOUR, -24 * HOUR, 24 * HOUR] as const;
const DRIFTS = [0, 0, 0, -0.001, 0.001, 0.1] as const;

/** Drawn separately, so that the story itself is the same with right clocks. */
export function clocksOf(seed: number, run: number): OwnClock[] {
  const random = new Random(seed + 1_000_003, run);
  return [0, 1].map(() => ({ skewMs: random.pick(SKEWS), drift: random.pick(DRIFTS) }));
}

/** Half of them as in the interface; drawn separately, like the clocks. */
export function dialectOf(seed: number, run: number): string {
  const random = new Random(seed + 3_000_017, run);
  return random.chance(0.5) ? "off" : traitsOf(`seed:${String(seed)}-${String(run)}`).join(",") || "off";
}

export function drawStory(seed: number, run: number, deaths: Deaths): Story {
  const random = new Random(seed, run);
  const interruption = interruptionOf(run, deaths);
  const fatal = interruption && fatalSteps(interruption.point, random);
  const mode = fatal
    ? "card"
    : random.weighted<PayMode>([
        [70, "card"],
        [15, "checkout"],
        [15, "apm"],
      ]);
  const free: Act[][] = fatal
    ? afterSteps(random)
    : [...customerSteps(random, mode), ...completionSteps(random), ...(random.chance(0.7) ? afterSteps(random) : [])];
  const loss = fatal ? null : lossOf(seed, run, deaths.lossEvery ?? LOSS_EVERY);
  const led = (fatal?.steps ?? []).map(({ acts, faults = [] }) => ({ acts, faults, processes: acts.map(() => 0) }));
  return {
    seed,
    run,
    mode,
    quantity: random.integer(1, 4),
    crash: fatal && {
      point: interruption.point,
      times: 1,
      atStep: fatal.armAt,
      ...(interruption.isPause && { pauseMs: new Random(seed + 2_000_003, run).pick(PAUSES) }),
    },
    clocks: clocksOf(seed, run),
    dialect: dialectOf(seed, run),
    hostile: hostilityOf(seed, run),
    loss,
    accountChangesAt: fatal || loss ? null : accountChangeOf(seed, run, deaths.accountEvery ?? 0),
    toldInTheEnd: random.chance(0.5),
    steps: [
      ...led,
      ...free.map((acts) => ({
        acts,
        processes: acts.map(() => random.integer(0, 1)),
        faults: random.chance(0.35) ? faultsFor(random) : [],
      })),
    ],
  };
}

const pay = (random: Random, mode: PayMode): Act => ({ kind: "pay", choice: choiceOf(random, mode) });

function choiceOf(random: Random, mode: PayMode): PayChoice {
  if (mode === "checkout") return { type: "checkout" };
  if (mode === "apm") return { type: "apm", method: "bank-transfer" };
  return { type: "card", number: random.weighted(CARDS) };
}

export const CARDS: readonly [readonly [number, string], ...(readonly [number, string])[]] = [
  [55, "4111111111111111"],
  [8, "4000000000000002"],
  [5, "4000000000006975"],
  [7, "4000000000000259"],
  [4, "4000000000000341"],
  [5, "4000000000003220"],
  [3, "4000000000000119"],
  [2, "4000000000005126"],
  [3, "4000000000009235"],
  [3, "4000000000009243"],
  [6, "4000000000003063"],
  [2, "4000008400001629"],
  [3, "4000000000003055"],
];

function customerSteps(random: Random, mode: PayMode): Act[][] {
  const steps: Act[][] = [];
  steps.push(random.chance(0.15) ? [pay(random, mode), pay(random, mode)] : [pay(random, mode)]);
  if (random.chance(mode === "card" ? 0.3 : 0.95)) steps.push([customer(random)]);
  const extra = random.weighted<number>([
    [55, 0],
    [30, 1],
    [15, 2],
  ]);
  for (let index = 0; index < extra; index += 1) steps.push(between(random, mode));
  return steps;
}

export const customer = (random: Random): Act => ({
  kind: "customer",
  does: random.weighted([
    [65, "pays"],
    [15, "pays-and-leaves"],
    [10, "refuses"],
    [10, "gives-up"],
  ]),
});

/** What may happen between the payment and the order. */
function between(random: Random, mode: PayMode): Act[] {
  return random.weighted<() => Act[]>([
    [20, () => [pay(random, mode)]],
    [12, () => [{ kind: "new-session", mode }, pay(random, mode)]],
    [8, () => [{ kind: "change-cart", quantity: random.integer(1, 5) }]],
    [10, () => [{ kind: "status" }, { kind: "check" }]],
    [12, () => [{ kind: "work" }]],
    [12, () => [{ kind: "wait", ms: random.integer(1, 40) * 60_000 }]],
    [12, () => [notify(random)]],
    [8, () => [{ kind: "bank", says: random.pick(["approve", "decline", "expire"]) }]],
    [6, () => [customer(random), { kind: "complete" }]],
  ])();
}

export const notify = (random: Random): Act => ({
  kind: "notify",
  times: random.pick([1, 1, 2, 5]),
  lie: random.weighted<Lie | null>([
    [70, null],
    [8, "captured"],
    [8, "declined"],
    [7, "other-amount"],
    [7, "forged"],
  ]),
});

function completionSteps(random: Random): Act[][] {
  return random.weighted<() => Act[][]>([
    [55, () => [[{ kind: "complete" }]]],
    [15, () => [[{ kind: "complete" }, { kind: "complete" }]]],
    [15, () => [[{ kind: "complete" }, notify(random)]]],
    [8, () => [[{ kind: "complete" }, { kind: "work" }]]],
    // The tab was closed: the server has to complete the cart.
    [20, () => []],
  ])();
}

const part = (random: Random): number => random.pick([100, 100, 60, 40, 33, 10]);

function afterSteps(random: Random): Act[][] {
  return Array.from({ length: random.integer(1, 4) }, () => after(random));
}

export function after(random: Random): Act[] {
  const capture = (): Act => ({ kind: "capture", percent: part(random) });
  const refund = (): Act => ({ kind: "refund", percent: part(random) });
  return random.weighted<() => Act[]>([
    [28, () => [capture()]],
    [20, () => [refund()]],
    [8, () => [capture(), { kind: "cancel-order" }]],
    [7, () => [refund(), refund()]],
    [5, () => [capture(), capture()]],
    [8, () => [{ kind: "cancel-order" }]],
    [5, () => [{ kind: "check" }, { kind: "work" }]],
    [6, () => [{ kind: "wait", ms: random.integer(1, 300) * 60_000 }]],
    [6, () => [notify(random)]],
    [3, () => [{ kind: "refunds-fail" }]],
    [4, () => [{ kind: "review", action: random.pick(["approve", "reject"]) }]],
    [4, () => [{ kind: "portal", does: random.pick(["capture", "void", "refund"]) }]],
  ])();
}
