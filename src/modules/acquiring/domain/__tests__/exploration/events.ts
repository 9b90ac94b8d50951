import type { Configuration } from "./configurations";
import { decline, take } from "./gateway";
import type { Explored, Step, Which } from "./step";
import { NAME, orderAt, withOrder, withProcess } from "./step";
import type { Order, Request, World } from "./world";
import { limitOf } from "./world";

/** What happens to us: a process dies, a request arrives or never does, the bank and the portal act, time goes on. */
export function dies(world: World, which: Which): Step {
  const requests = world.requests.flatMap((request) => {
    if (request.sender !== which) return [request];
    return request.answer === null ? [{ ...request, sender: null }] : [];
  });
  const dead = withProcess(world, which, { work: null, question: null });
  return { label: `${NAME[which]} dies`, world: { ...dead, requests, deaths: world.deaths + 1 } };
}

export function* arrives(world: World, request: Request, { configuration }: Explored): Generator<Step> {
  const { truth } = orderAt(world, request.order);
  const isSpent = configuration.hasPortal && truth.captures.length > 0;
  if (!isSpent) yield answered(world, request, "taken");
  yield answered(world, request, "declined");
}

export function answered(world: World, request: Request, answer: "taken" | "declined"): Step {
  const { truth } = orderAt(world, request.order);
  const rest = world.requests.filter((other) => other !== request);
  const requests = request.sender === null ? rest : [...rest, { ...request, answer }];
  const after = answer === "taken" ? take(truth, request) : decline(truth, request);
  return {
    label: `${request.id} arrives and is ${answer}`,
    world: { ...withOrder(world, request.order, { truth: after }), requests },
  };
}

export function* outside(
  world: World,
  { timeSteps, mostTimeSteps, hasBank, hasPortal }: Configuration,
): Generator<Step> {
  const [order] = world.orders;
  if (hasPortal && order?.truth.captures.length === 0) {
    const truth = { ...order.truth, captures: [{ id: "portal", amount: 1_000n }] };
    yield { label: "the portal captures all", world: withOrder(world, 0, { truth }) };
  }
  if (hasBank && order) yield* decides(world, order);
  if (world.timeSteps < mostTimeSteps)
    for (const ms of timeSteps) yield { label: `${String(ms / 1_000)} s pass`, world: later(world, ms) };
}

function* decides(world: World, { truth }: Order): Generator<Step> {
  for (const { id, status } of truth.refunds) {
    if (status !== "accepted") continue;
    for (const after of ["succeeded", "failed"] as const) {
      const refunds = truth.refunds.map((refund) => (refund.id === id ? { ...refund, status: after } : refund));
      yield { label: `${id} ${after} at the bank`, world: withOrder(world, 0, { truth: { ...truth, refunds } }) };
    }
  }
}

function later(world: World, ms: number): World {
  const now = world.now + ms;
  const requests = world.requests.flatMap((request) => {
    if (request.answer !== null || now - request.leftAt <= limitOf(request.kind)) return [request];
    return request.sender === null ? [] : [{ ...request, answer: "lost" as const }];
  });
  return { ...world, now, requests, timeSteps: world.timeSteps + 1 };
}
