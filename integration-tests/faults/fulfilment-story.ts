import type { StoryFulfilment } from "./commands";
import type { StoryPoint } from "./crash-story";
import { storyPoints } from "./crash-story";
import type { FulfilmentAct } from "./fulfilment-acts";
import { hostilityOf } from "./hostile";
import { lossOf } from "./loss";
import { Random } from "./random";
import type { Act, Deaths, Step, Story } from "./story";
import { clocksOf, dialectOf, interruptionOf, LOSS_EVERY, notify, PAUSES } from "./story";
import { faultsFor } from "./story-faults";

/**
 * A story of a paid order that the capture policy captures as it is sent, and whose returns are refunded automatically, while
 * staff captures, refunds, edits and cancels by hand. Drawn separately from the other stories, so that those keep their numbers.
 */
const APART = 900_000_000;

/** What the policy and automatic refunds reach. */
export const fulfilmentPoints: readonly StoryPoint[] = storyPoints.filter((name) =>
  /^(capture|refund|void|project|check):/.test(name),
);

export function drawFulfilmentStory(seed: number, run: number, deaths: Deaths): Story {
  const random = new Random(seed, run + APART);
  const interruption = interruptionOf(run, deaths, fulfilmentPoints);
  const acts = Array.from({ length: random.integer(4, 9) }, () => meanwhile(random));
  const loss = interruption ? null : lossOf(seed, run + APART, deaths.lossEvery ?? LOSS_EVERY);
  return {
    seed,
    run,
    mode: "card",
    quantity: random.integer(2, 5),
    fulfilment: fulfilmentOf(random, run),
    crash: interruption && {
      point: interruption.point,
      times: random.integer(1, 2),
      atStep: random.integer(0, 2),
      ...(interruption.isPause && { pauseMs: new Random(seed + 2_000_003, run + APART).pick(PAUSES) }),
    },
    clocks: clocksOf(seed, run + APART),
    dialect: dialectOf(seed, run + APART),
    hostile: hostilityOf(seed, run + APART),
    loss,
    toldInTheEnd: random.chance(0.5),
    steps: acts.map((each) => stepOf(random, each)),
  };
}

const stepOf = (random: Random, acts: readonly Act[]): Step => ({
  acts,
  processes: acts.map(() => random.integer(0, 1)),
  faults: random.chance(0.35) ? faultsFor(random) : [],
});

/** Whether the account captures in parts is an option, which restarts the processes: it changes every twenty runs. */
const SAME_OPTIONS = 20;

const fulfilmentOf = (random: Random, run: number): StoryFulfilment => ({
  capture: random.weighted([
    [25, "on_order"],
    [35, "on_fulfilment"],
    [40, "on_shipment"],
  ]),
  singleCapture: random.pick(["first", "last"]),
  atExpiry: random.pick(["remind", "capture", "void"]),
  isMultiple: Math.floor(run / SAME_OPTIONS) % 2 === 0,
});

const DAY = 86_400_000;
const work: Act = { kind: "work" };
const watch: Act = { kind: "watch-refunds" };

function meanwhile(random: Random): Act[] {
  const act = (does: FulfilmentAct["does"]): Act => ({ kind: "handle", does, quantity: random.integer(1, 3) });
  const edit = (): Act => ({ kind: "edit-order", quantity: random.integer(1, 6) });
  const capture = (): Act => ({ kind: "capture", percent: random.pick([100, 60, 33, 10]) });
  const refund = (): Act => ({ kind: "refund", percent: random.pick([60, 33, 10]) });
  return random.weighted<() => Act[]>([
    [16, () => [act("fulfil"), work]],
    [8, () => [act("fulfil")]],
    [16, () => [act("ship"), work]],
    [5, () => [act("deliver")]],
    [4, () => [act("cancel")]],
    [11, () => [act("return")]],
    [6, () => [act("return"), watch]],
    [3, () => [act("return-damaged")]],
    [10, () => [edit()]],
    [5, () => [edit(), work]],
    [6, () => [work, work]],
    [5, () => [watch, watch]],
    [4, () => [work, watch]],
    [5, () => [capture(), work]],
    [4, () => [capture()]],
    [4, () => [refund(), watch]],
    [4, () => [refund()]],
    [3, () => [{ kind: "cancel-order" }, work]],
    [3, () => [{ kind: "wait", ms: random.integer(1, 300) * 60_000 }, work]],
    [3, () => [{ kind: "wait", ms: 6.5 * DAY }, work]],
    [4, () => [notify(random)]],
    [3, () => [{ kind: "check" }, work]],
    [2, () => [{ kind: "refunds-fail" }]],
    [2, () => [{ kind: "portal", does: random.pick(["void", "refund"]) }]],
  ])();
}
