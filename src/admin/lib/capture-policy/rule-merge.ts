import type { CapturePolicyRule } from "../../../api-schema/admin";
import { isSameRule, originsOf } from "./rule-changes";

/**
 * Own edits on top of a version that somebody else saved. Rules that were not edited are as in that version, edited and
 * deleted ones as here; new ones of both stay, and the order is the own one. What this would change is shown before it
 * is saved.
 */
export interface Merge<Draft extends { readonly rule: CapturePolicyRule }> {
  /** The version that the edits began with. */
  readonly base: readonly CapturePolicyRule[];
  readonly mine: readonly Draft[];
  readonly theirs: readonly CapturePolicyRule[];
  /** Makes a rule of theirs one of this page. */
  readonly adopt: (rule: CapturePolicyRule) => Draft;
}

export function mergeRules<Draft extends { readonly rule: CapturePolicyRule }>({
  base,
  mine,
  theirs,
  adopt,
}: Merge<Draft>): readonly Draft[] {
  const ownOrigins = originsOf(
    base,
    mine.map(({ rule }) => rule),
  );
  const theirOrigins = originsOf(base, theirs);
  const theirPlaces = new Map([...theirOrigins].map(([to, from]) => [from, to]));
  /** With the place in their list that it stands for, if any. */
  const merged = mine.flatMap((draft, index) => {
    const from = ownOrigins.get(index);
    const before = from === undefined ? undefined : base[from];
    const place = from === undefined ? undefined : theirPlaces.get(from);
    const their = place === undefined ? undefined : theirs[place];
    if (before === undefined || !isSameRule(before, draft.rule)) return [{ draft, place }];
    return their === undefined ? [] : [{ draft: { ...draft, rule: their }, place }];
  });
  theirs.forEach((rule, place) => {
    // The same rule may have been added here, too.
    if (theirOrigins.has(place) || merged.some(({ draft }) => isSameRule(draft.rule, rule))) return;
    // After the nearest rule above it in their list: the first match decides.
    const above = Math.max(
      -1,
      ...merged.flatMap((one) => (one.place !== undefined && one.place < place ? one.place : [])),
    );
    const at = merged.findIndex((one) => one.place === above) + 1;
    merged.splice(at, 0, { draft: adopt(rule), place });
  });
  return merged.map(({ draft }) => draft);
}
