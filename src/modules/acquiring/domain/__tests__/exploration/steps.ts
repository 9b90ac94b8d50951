import { appliedPart, asked, asks, followed } from "./asking";
import { answered, arrives, dies, outside } from "./events";
import { begins, works } from "./sending";
import type { Explored, Step } from "./step";
import { withOrder } from "./step";
import type { World } from "./world";

/**
 * Everything that can happen next. Between any two steps of a process the other one, the gateway and the time may do
 * theirs: so it pauses everywhere for as long as they take.
 */
export function* stepsFrom(world: World, explored: Explored): Generator<Step> {
  for (const which of [0, 1] as const) {
    const { work, question } = world.processes[which];
    if (work) yield* works({ world, which, explored }, work);
    else if (question) yield followed({ world, which, explored }, question);
    else {
      yield* begins(world, which, explored);
      yield* asks(world, which, explored);
    }
    if ((work || question) && world.deaths < explored.configuration.mostDeaths) yield dies(world, which);
  }
  for (const request of world.requests) if (request.answer === null) yield* arrives(world, request, explored);
  yield* outside(world, explored.configuration);
}

const IDLE = { work: null, question: null } as const;

/** Everything that is on its way arrives, all processes die, time passes, and the gateway is asked twice. */
export function atRest(world: World, explored: Explored): World {
  let next = world;
  for (const request of world.requests) if (request.answer === null) next = answered(next, request, "taken").world;
  next = { ...next, requests: [], now: world.now + 1_000_000, processes: [IDLE, IDLE] };
  for (const index of [...world.orders.keys(), ...world.orders.keys()]) {
    next = asked(next, 0, { index, rules: explored.rules });
    let { question } = next.processes[0];
    while (question) {
      const part = appliedPart({ world: next, which: 0, explored }, question);
      next = withOrder(next, index, { row: part.row });
      ({ question } = part);
    }
    next = { ...next, processes: [IDLE, IDLE] };
  }
  return next;
}
