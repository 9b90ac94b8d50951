import { accountChangeOf } from "./account-change";
import type { PayableKind, PayChoice } from "./commands";
import { hostilityOf } from "./hostile";
import type { Fatal, StoryPoint } from "./crash-story";
import { fatalSteps, storyPoints } from "./crash-story";
import { lossOf } from "./loss";
import type { PayableAct } from "./payable-acts";
import { Random } from "./random";
import type { Act, Deaths, Step, Story } from "./story";
import { after, CARDS, clocksOf, customer, dialectOf, interruptionOf, notify, PAUSES } from "./story";
import { faultsFor } from "./story-faults";

/**
 * A story of an order that owes something and is paid with a payment link. It begins with the order that was edited
 * upwards, exchanged or claimed with a difference, or with a draft order. Drawn separately from the stories of carts and
 * subscriptions, so that those keep their numbers.
 */
/** Offset that keeps draws apart from those of other stories with the same seed and run. */
const APART = 700_000_000;

/** Failpoints that a link's payment reaches: no cart is completed for it, and its late money has a story without deaths. */
export const payablePoints: readonly StoryPoint[] = storyPoints.filter((name) => !/^(complete|reverse):/.test(name));

export function drawPayableStory(seed: number, run: number, deaths: Deaths): Story {
  const random = new Random(seed, run + APART);
  const interruption = interruptionOf(run, deaths, payablePoints);
  const fatal = interruption && asLink(fatalSteps(interruption.point, random));
  const loss = fatal ? null : lossOf(seed, run + APART, deaths.lossEvery ?? LOSS_EVERY);
  const led = (fatal?.steps ?? []).map(({ acts, faults = [] }) => ({ acts, faults, processes: acts.map(() => 0) }));
  const free = fatal ? afterwards(random) : [...paying(random), ...(random.chance(0.75) ? afterwards(random) : [])];
  return {
    seed,
    run,
    mode: "card",
    quantity: random.integer(1, 3),
    payable: { kind: random.weighted(KINDS), more: random.integer(1, 3) },
    crash: fatal && {
      point: interruption.point,
      times: 1,
      atStep: fatal.armAt,
      ...(interruption.isPause && { pauseMs: new Random(seed + 2_000_003, run + APART).pick(PAUSES) }),
    },
    clocks: clocksOf(seed, run + APART),
    dialect: dialectOf(seed, run + APART),
    hostile: hostilityOf(seed, run + APART),
    loss,
    accountChangesAt: fatal || loss ? null : accountChangeOf(seed, run + APART, deaths.accountEvery ?? 0),
    toldInTheEnd: random.chance(0.5),
    steps: [step(random, [{ kind: "link", does: "create" }]), ...led, ...free.map((acts) => spoiled(random, acts))],
  };
}

const LOSS_EVERY = 40;

const KINDS: readonly [readonly [number, PayableKind], ...(readonly [number, PayableKind])[]] = [
  [45, "edit"],
  [25, "draft"],
  [15, "exchange"],
  [15, "claim"],
];

const step = (random: Random, acts: readonly Act[]): Step => ({
  acts,
  faults: [],
  processes: acts.map(() => random.integer(0, 1)),
});

const spoiled = (random: Random, acts: readonly Act[]): Step => ({
  ...step(random, acts),
  faults: random.chance(0.35) ? faultsFor(random) : [],
});

/** The steps of a cart's story that reach a failpoint, with a link in place of the cart. The link is made before. */
function asLink({ steps, armAt }: Fatal): Fatal {
  const ofLink = (act: Act): Act => {
    if (act.kind === "pay") return { kind: "pay-link", choice: act.choice };
    return act.kind === "complete" ? { kind: "open-link" } : act;
  };
  return { steps: steps.map(({ acts, ...more }) => ({ ...more, acts: acts.map(ofLink) })), armAt: armAt + 1 };
}

const choice = (random: Random): PayChoice =>
  random.weighted<() => PayChoice>([
    [65, () => ({ type: "card", number: random.weighted(CARDS) })],
    [20, () => ({ type: "checkout" })],
    [15, () => ({ type: "apm", method: "bank-transfer" })],
  ])();

const pay = (random: Random): PayableAct => ({ kind: "pay-link", choice: choice(random) });

function paying(random: Random): Act[][] {
  const steps: Act[][] = random.chance(0.4) ? [[{ kind: "open-link" }]] : [];
  steps.push(...first(random));
  if (random.chance(0.55)) steps.push([customer(random)]);
  const extra = random.integer(0, 3);
  for (let index = 0; index < extra; index += 1) steps.push(meanwhile(random));
  return steps;
}

/** One customer, or two people with the link at once, or one who paid for what was owed earlier. */
function first(random: Random): Act[][] {
  const edit: PayableAct = { kind: "edit-order", quantity: random.integer(1, 6) };
  return random.weighted<() => Act[][]>([
    [50, () => [[pay(random)]]],
    [20, () => [[pay(random), pay(random)]]],
    [10, () => [[pay(random), pay(random), { kind: "open-link" }]]],
    [10, () => [[{ kind: "link-session", mode: "card" }], [edit], [{ kind: "pay", choice: choice(random) }]]],
    [10, () => [[pay(random), edit]]],
  ])();
}

/** What may happen between two payments. */
function meanwhile(random: Random): Act[] {
  const edit: PayableAct = { kind: "edit-order", quantity: random.integer(1, 6) };
  return random.weighted<() => Act[]>([
    [22, () => [pay(random)]],
    [8, () => [pay(random), pay(random)]],
    [12, () => [edit]],
    [6, () => [edit, pay(random)]],
    [6, () => [{ kind: "link", does: "revoke" }]],
    [5, () => [{ kind: "link", does: "revoke" }, pay(random)]],
    [8, () => [{ kind: "link", does: "renew" }]],
    [8, () => [{ kind: "link", does: "create" }]],
    [4, () => [{ kind: "cancel-order" }, pay(random)]],
    [6, () => [customer(random)]],
    [6, () => [{ kind: "status" }, { kind: "check" }]],
    [8, () => [{ kind: "work" }]],
    [6, () => [{ kind: "wait", ms: random.integer(1, 40) * 60_000 }]],
    [3, () => [{ kind: "wait", ms: 15 * 86_400_000 }]],
    [8, () => [notify(random)]],
    [6, () => [{ kind: "bank", says: random.pick(["approve", "decline", "expire"]) }]],
  ])();
}

function afterwards(random: Random): Act[][] {
  return Array.from({ length: random.integer(1, 4) }, () =>
    random.weighted<() => Act[]>([
      [70, () => after(random)],
      [12, () => [{ kind: "edit-order", quantity: random.integer(1, 6) }]],
      [10, () => [{ kind: "link", does: "create" }, pay(random)]],
      [8, () => [pay(random)]],
    ])(),
  );
}
