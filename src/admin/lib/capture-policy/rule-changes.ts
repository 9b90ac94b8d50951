import type { CapturePolicyRule } from "../../../api-schema/admin";
import { SCOPES } from "./rule-scope";

/** What differs between two lists of rules. */
export interface RuleChange {
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Before, if it was removed; else after. */
  readonly rule: CapturePolicyRule;
  /** Of a changed rule. */
  readonly before: CapturePolicyRule | null;
  /** Places from 1; null where it is not. */
  readonly from: number | null;
  readonly to: number | null;
}

const FIELDS = [...SCOPES, "capture", "only_if_not_held", "single_capture", "at_expiry", "hours"] as const;

export const isSameRule = (one: CapturePolicyRule, other: CapturePolicyRule): boolean =>
  FIELDS.every((field) => one[field] === other[field]);

const hasSameScope = (one: CapturePolicyRule, other: CapturePolicyRule): boolean =>
  SCOPES.every((scope) => one[scope] === other[scope]);

export const areSameRules = (one: readonly CapturePolicyRule[], other: readonly CapturePolicyRule[]): boolean =>
  one.length === other.length &&
  one.every((rule, index) => {
    const beside = other[index];
    return beside !== undefined && isSameRule(rule, beside);
  });

/** The rule at `from` comes to stand at `to`; a place outside the list changes nothing. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Removed rules first, then the others in their new order. Equal rules belong together, then those of equal scope. */
export function changesBetween(
  before: readonly CapturePolicyRule[],
  after: readonly CapturePolicyRule[],
): readonly RuleChange[] {
  const origin = originsOf(before, after);
  const kept = new Set(origin.values());
  const unmoved = longestRun(after.flatMap((_, index) => origin.get(index) ?? []));
  const removed = before.flatMap((rule, index): RuleChange[] =>
    kept.has(index) ? [] : [{ kind: "removed", rule, before: null, from: index + 1, to: null }],
  );
  const left = after.flatMap((rule, index): RuleChange[] => {
    const from = origin.get(index);
    const to = index + 1;
    const old = from === undefined ? undefined : before[from];
    if (from === undefined || old === undefined) return [{ kind: "added", rule, before: null, from: null, to }];
    if (!isSameRule(old, rule)) return [{ kind: "changed", rule, before: old, from: from + 1, to }];
    return unmoved.has(from) ? [] : [{ kind: "moved", rule, before: null, from: from + 1, to }];
  });
  return [...removed, ...left];
}

/** By place after: the place before. */
export function originsOf(
  before: readonly CapturePolicyRule[],
  after: readonly CapturePolicyRule[],
): Map<number, number> {
  const origin = new Map<number, number>();
  const taken = new Set<number>();
  for (const isMatch of [isSameRule, hasSameScope]) {
    after.forEach((rule, to) => {
      if (origin.has(to)) return;
      const from = before.findIndex((old, index) => !taken.has(index) && isMatch(old, rule));
      if (from === -1) return;
      origin.set(to, from);
      taken.add(from);
    });
  }
  return origin;
}

/** The longest rising part of the numbers: what is not in it was moved. */
function longestRun(numbers: readonly number[]): ReadonlySet<number> {
  const best: (readonly number[])[] = [];
  for (const number of numbers) {
    const longest = best
      .filter((run) => (run.at(-1) ?? -1) < number)
      .reduce<readonly number[]>((most, run) => (run.length > most.length ? run : most), []);
    best.push([...longest, number]);
  }
  return new Set(best.reduce<readonly number[]>((most, run) => (run.length > most.length ? run : most), []));
}
