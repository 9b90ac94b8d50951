import type { Problems } from "../problems";

/** The server names a rule by its place in what was sent. */
const OF_RULE = /^rules\.(\d+)(?:\.(\w+))?$/;

/** The server's sentence names the first wrong field: `rules.0.hours: …`. Any other sentence stays what it is. */
export function namedProblem(trouble: string | null): Problems {
  const [, path, message] = /^(rules\.\d+(?:\.\w+)?): (.+)$/s.exec(trouble ?? "") ?? [];
  return path === undefined || message === undefined ? {} : { [path]: message };
}

/** Field errors by the rule's ID; "" is the rule itself. `sent`: the IDs in the order in which the rules were sent. */
export function problemsByRule(problems: Problems, sent: readonly number[]): ReadonlyMap<number, Problems> {
  const found = new Map<number, Record<string, string>>();
  for (const [path, message] of Object.entries(problems)) {
    const [, place, field = ""] = OF_RULE.exec(path) ?? [];
    const id = place === undefined ? undefined : sent[Number(place)];
    if (id !== undefined) found.set(id, { ...found.get(id), [field]: message });
  }
  return found;
}

/** Errors of no rule that was sent. */
export const otherProblems = (problems: Problems, sent: readonly number[]): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([path]) => {
      const place = OF_RULE.exec(path)?.[1];
      return place === undefined || sent[Number(place)] === undefined;
    }),
  );
