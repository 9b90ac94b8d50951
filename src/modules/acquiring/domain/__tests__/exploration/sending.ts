import type { Fact } from "../../../../../gateway/model/facts";
import type { Outcome } from "../../../../../gateway/model/outcome";
import type { GateRules } from "../../../gate/decide";
import { attempt, operation } from "../attempts";
import type { Configuration, RequestedOperation } from "./configurations";
import { nothingYet, outcomeOf } from "./gateway";
import { violationOfSend } from "./invariants";
import { commandOf, lockedOf, withSending } from "./ledger";
import type { Rules } from "./rules";
import { notSent } from "./rules";
import type { At, Explored, Step, Which } from "./step";
import { clocksOf, NAME, NOT_FOUND_FINAL_AFTER_MS, orderAt, reducedBy, withOrder, withProcess } from "./step";
import type { Request, Work, World } from "./world";

/**
 * A write as the gate makes it: planned and committed under the lock, admitted, sent if the row is young enough, concluded
 * by the answer or the lack of one.
 */
export function* begins(world: World, which: Which, { configuration, rules }: Explored): Generator<Step> {
  const sentAt = rules.sentAt(clocksOf(which, world.now));
  for (const request of configuration.requests) {
    const begun =
      request.kind === "authorise"
        ? opened(world, sentAt, rules)
        : planned(world, request, { configuration, rules, sentAt });
    if (begun === null) continue;
    const work: Work = { stage: "committed", order: begun.order, id: begun.id, since: world.now };
    yield { label: `${NAME[which]} begins ${begun.id}`, world: withProcess(begun.world, which, { work }) };
  }
}

interface BegunRow {
  readonly world: World;
  readonly order: number;
  readonly id: string;
}

const MOST_ORDERS = 2;

function opened(world: World, sentAt: number, rules: Rules): BegunRow | null {
  const { length } = world.orders;
  if (length >= MOST_ORDERS || world.orders.some(({ row }) => rules.isLive(row.state))) return null;
  const id = `acqop_authorise${String(length + 1)}_1`;
  const row = attempt("created", { operations: [operation("authorise", "sending", { id, sentAt })] });
  return { world: { ...world, orders: [...world.orders, { row, truth: nothingYet }] }, order: length, id };
}

function planned(
  world: World,
  request: RequestedOperation,
  { configuration, rules, sentAt }: Explored & { readonly sentAt: number },
): BegunRow | null {
  const { row } = orderAt(world, 0);
  const plan = rules.plan(lockedOf(row, world.now), commandOf(request), gateRules(configuration));
  if ("kind" in plan) return null;
  const count = row.operations.filter(({ id }) => id.startsWith(`${request.key}_`)).length;
  const id = plan.again?.id ?? `${request.key}_${String(count + 1)}`;
  const { kind, action } = request;
  const sending = withSending(row, { id, kind, amount: plan.amount, sentAt, action: action ?? null });
  return { world: withOrder(world, 0, { row: sending }), order: 0, id };
}

const gateRules = ({ multipleCaptures }: Configuration): GateRules => ({
  multipleCaptures: () => multipleCaptures,
  routeOf: ({ account }) => account,
  accountRefusal: () => null,
  unknownFinalAfterMs: NOT_FOUND_FINAL_AFTER_MS,
  completeCartAfterMs: 0,
});

export function* works(at: At, work: Work): Generator<Step> {
  const { world, which, explored } = at;
  const name = `${NAME[which]} `;
  if (work.stage === "waiting") return yield* waits(at, work);
  const { row } = orderAt(world, work.order);
  const own = row.operations.find(({ id }) => id === work.id);
  const compared = clocksOf(which, world.now).own - (own?.sentAt ?? 0);
  const age = { measured: world.now - work.since, compared };
  const isFirst = work.stage === "committed";
  const isYoung = isFirst ? explored.rules.isAdmitted(age) : explored.rules.maySend(age);
  if (!isYoung) return yield { label: `${name}is too late for ${work.id}`, world: concluded(at, work, notSent) };
  if (isFirst) {
    return yield {
      label: `${name}is admitted`,
      world: withProcess(world, which, { work: { ...work, stage: "admitted" } }),
    };
  }
  yield { label: `${name}cannot reach the gateway`, world: concluded(at, work, notSent) };
  if (own) yield leaves(at, work, { ...own, action: own.action ?? null });
}

function leaves(
  { world, which }: At,
  { order, id }: Work,
  { kind, amount, action }: Pick<Request, "kind" | "amount" | "action">,
): Step {
  const request: Request = { order, id, kind, amount, action, leftAt: world.now, sender: which, answer: null };
  const waiting = withProcess(world, which, { work: { stage: "waiting", order, id, since: 0 } });
  return {
    label: `${NAME[which]} sends ${id}`,
    world: { ...waiting, requests: [...world.requests, request] },
    violation: violationOfSend(world, request),
  };
}

function* waits(at: At, work: Work): Generator<Step> {
  const { world, which, explored } = at;
  const request = world.requests.find(({ sender }) => sender === which);
  if (!request) return;
  const rest = world.requests.filter((other) => other !== request);
  if (request.answer === "taken" || request.answer === "declined") {
    const received = concluded({ ...at, world: { ...world, requests: rest } }, work, outcomeOf(request));
    yield { label: `${NAME[which]} hears ${request.answer}`, world: received };
  }
  const left = request.answer === null ? [...rest, { ...request, sender: null }] : rest;
  const lost = concluded({ ...at, world: { ...world, requests: left } }, work, explored.rules.lost);
  yield { label: `${NAME[which]} loses the answer to ${work.id}`, world: lost };
}

/** The row's end, and the process is free again. */
function concluded({ world, which, explored }: At, { order, id }: Work, outcome: Outcome<Fact>): World {
  const row = reducedBy(orderAt(world, order), { id, outcome, now: world.now }, explored.rules);
  return withProcess(withOrder(world, order, { row }), which, { work: null });
}
