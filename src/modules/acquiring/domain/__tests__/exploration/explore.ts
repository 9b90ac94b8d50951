import { startOf } from "./configurations";
import { violationAtRest, violationIn } from "./invariants";
import type { Explored } from "./step";
import { atRest, stepsFrom } from "./steps";
import type { World } from "./world";
import { restName, worldKey } from "./world";

/** Breadth first: every state that so many steps reach is seen once, and the first violation has the shortest trace. */
export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** Number of steps of the longest path that led to a new state. */
  readonly depth: number;
  /** True: no state beyond is left; a larger depth changes nothing. */
  readonly isComplete: boolean;
  readonly violation: Violation | null;
}

export interface Violation {
  readonly what: string;
  readonly trace: readonly string[];
}

interface Node {
  readonly world: World;
  readonly label: string;
  readonly parent: Node | null;
}

export function explore(explored: Explored, depth: number): Exploration {
  const start = startOf(explored.configuration);
  const { readsOwnClock } = explored.rules;
  const seen = new Set([worldKey(start, readsOwnClock)]);
  const rested = new Set<string>();
  let frontier: Node[] = [{ world: start, label: "", parent: null }];
  let transitions = 0;
  let reached = 0;
  while (frontier.length > 0 && reached < depth) {
    const next: Node[] = [];
    for (const node of frontier) {
      for (const { label, world, violation } of stepsFrom(node.world, explored)) {
        transitions += 1;
        const key = worldKey(world, readsOwnClock);
        const isNew = !seen.has(key);
        const what = violation ?? (isNew ? wrongIn(world, explored, rested) : null);
        const reachedNode = { world, label, parent: node };
        if (what !== null) {
          return {
            states: seen.size,
            transitions,
            depth: reached + 1,
            isComplete: false,
            violation: { what, trace: traceOf(reachedNode) },
          };
        }
        if (!isNew) continue;
        seen.add(key);
        next.push(reachedNode);
      }
    }
    if (next.length > 0) reached += 1;
    frontier = next;
  }
  return { states: seen.size, transitions, depth: reached, isComplete: frontier.length === 0, violation: null };
}

function wrongIn(world: World, explored: Explored, rested: Set<string>): string | null {
  const found = violationIn(world, explored.configuration);
  if (found !== null) return found;
  const name = restName(world);
  if (rested.has(name)) return null;
  rested.add(name);
  for (const order of atRest(world, explored).orders) {
    const atTheEnd = violationAtRest(order, explored.configuration);
    if (atTheEnd !== null) return atTheEnd;
  }
  return null;
}

function traceOf(node: Node): string[] {
  const labels: string[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) labels.unshift(at.label);
  return labels;
}
