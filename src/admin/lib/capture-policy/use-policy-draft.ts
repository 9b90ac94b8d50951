import { useState } from "react";
import type { CapturePolicyPage, CapturePolicyRule } from "../../../api-schema/admin";
import { areSameRules, moved } from "./rule-changes";
import { mergeRules } from "./rule-merge";

/** The rules as they are edited, beside the saved ones they began with. Nothing is sent here. */
export interface DraftRule {
  /** Of this page only: a rule keeps it when it is moved or changed. */
  readonly id: number;
  readonly rule: CapturePolicyRule;
}

type Saved = Pick<CapturePolicyPage, "version" | "rules">;

interface State {
  readonly saved: Saved;
  readonly rules: readonly DraftRule[];
  readonly next: number;
}

export interface PolicyDraft {
  readonly saved: Saved;
  readonly rules: readonly DraftRule[];
  readonly isChanged: boolean;
  /** Somebody saved a later version while this one was edited. */
  readonly hasConflict: boolean;
  readonly add: (rule: CapturePolicyRule) => void;
  readonly change: (id: number, rule: CapturePolicyRule) => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, by: -1 | 1) => void;
  /** Throws the changes away. */
  readonly adopt: (page: Saved) => void;
  /** These rules were saved as this version; what was edited meanwhile is kept. */
  readonly settle: (sent: readonly DraftRule[], page: Saved) => void;
  /** Keeps the edits, on top of this version. */
  readonly rebase: (page: Saved) => void;
}

const savedOf = ({ version, rules }: Saved): Saved => ({ version, rules });

const startDraft = (saved: Saved): State => ({
  saved: savedOf(saved),
  rules: saved.rules.map((rule, id) => ({ id, rule })),
  next: saved.rules.length,
});

const isEdited = ({ saved, rules }: State): boolean =>
  !areSameRules(
    saved.rules,
    rules.map(({ rule }) => rule),
  );

function rebased(now: State, saved: Saved): State {
  let next = now.next;
  const rules = mergeRules({
    base: now.saved.rules,
    mine: now.rules,
    theirs: saved.rules,
    adopt: (rule): DraftRule => ({ id: next++, rule }),
  });
  return { saved: savedOf(saved), rules, next };
}

export function usePolicyDraft(page: Saved): PolicyDraft {
  const [state, setState] = useState(() => startDraft(page));
  const isChanged = isEdited(state);
  const isNewer = page.version > state.saved.version;
  // During rendering, not in an effect: an outdated list is never shown.
  if (isNewer && !isChanged) setState(startDraft(page));
  const withRules = (change: (rules: readonly DraftRule[]) => readonly DraftRule[]): void =>
    setState((now) => ({ ...now, rules: change(now.rules) }));
  return {
    saved: state.saved,
    rules: state.rules,
    isChanged,
    hasConflict: isNewer && isChanged,
    add: (rule) => setState((now) => ({ ...now, rules: [...now.rules, { id: now.next, rule }], next: now.next + 1 })),
    change: (id, rule) => withRules((rules) => rules.map((one) => (one.id === id ? { id, rule } : one))),
    remove: (id) => withRules((rules) => rules.filter((one) => one.id !== id)),
    move: (id, by) =>
      withRules((rules) => {
        const at = rules.findIndex((one) => one.id === id);
        return moved(rules, at, at + by);
      }),
    adopt: (saved) => setState(startDraft(saved)),
    settle: (sent, saved) =>
      setState((now) => (now.rules === sent ? startDraft(saved) : { ...now, saved: savedOf(saved) })),
    rebase: (saved) => setState((now) => rebased(now, saved)),
  };
}
