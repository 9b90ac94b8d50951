import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { failpointNames } from "../../src/modules/acquiring/runtime/failpoint";
import type { Random } from "./random";
import type { SubscriptionPoint } from "./subscription-crash";
import type { Act, TapeEntry } from "./story";

/** The start of a story in which a process dies: steps that make it reach the failpoint. */
export interface Fatal {
  readonly steps: readonly { readonly acts: readonly Act[]; readonly faults?: readonly TapeEntry[] }[];
  /** The failpoint is armed from this step on. */
  readonly armAt: number;
}

/**
 * Subscriptions have their own stories; payouts, imports and erasures none: `modules/payout-sends.spec`,
 * `http/import-command.spec` and `http/privacy.spec` cover their failpoints.
 */
export type StoryPoint = Exclude<
  FailpointName,
  SubscriptionPoint | `payout:${string}` | `import:${string}` | `erase:${string}`
>;

const isInStories = (name: FailpointName): name is StoryPoint =>
  !/^(cancel_subscription|renewal|payout|import|erase):/.test(name);

export const storyPoints: readonly StoryPoint[] = failpointNames.filter(isInStories);

const paying = (number = "4111111111111111"): Act => ({ kind: "pay", choice: { type: "card", number } });
const HELD = "4000000000009243";
const complete: Act = { kind: "complete" };
const work: Act = { kind: "work" };

export function fatalSteps(point: StoryPoint, random: Random): Fatal {
  const percent = random.pick([100, 60, 33]);
  const capture: Act = { kind: "capture", percent };
  const refund: Act = { kind: "refund", percent: random.pick([10, 20, 33]) };
  const ordered = [{ acts: [paying()] }, { acts: [complete] }];
  switch (point) {
    case "authorise:before-commit":
    case "authorise:before-send":
    case "authorise:after-send":
    case "authorise:after-conclude":
      return { steps: [{ acts: [paying()] }], armAt: 0 };
    case "capture:before-commit":
    case "capture:before-send":
    case "capture:after-send":
    case "capture:after-conclude":
      return { steps: [...ordered, { acts: [capture] }], armAt: 2 };
    case "void:before-commit":
    case "void:before-send":
    case "void:after-send":
    case "void:after-conclude":
      return { steps: [...ordered, { acts: [{ kind: "cancel-order" }] }], armAt: 2 };
    case "refund:before-commit":
    case "refund:before-send":
    case "refund:after-send":
    case "refund:after-conclude":
      return { steps: [...ordered, { acts: [capture] }, { acts: [refund] }], armAt: 3 };
    case "review:before-commit":
    case "review:before-send":
    case "review:after-send":
    case "review:after-conclude":
      return {
        steps: [
          { acts: [paying(HELD)] },
          { acts: random.chance(0.5) ? [complete] : [] },
          { acts: [{ kind: "review", action: random.pick(["approve", "reject"]) }] },
        ],
        armAt: 2,
      };
    case "inbox:before-commit":
    case "inbox:after-commit":
      return { steps: [{ acts: [paying()] }, { acts: [{ kind: "notify", times: 2, lie: null }] }], armAt: 1 };
    case "inbox:before-apply":
    case "inbox:after-apply":
      return {
        // Either the notification's processing or the job reaches the failpoint first.
        steps: [{ acts: [paying()] }, { acts: [{ kind: "notify", times: 2, lie: null }] }, { acts: [work] }],
        armAt: 0,
      };
    case "check:before-apply":
    case "check:after-apply":
      return { steps: [{ acts: [paying()] }, { acts: [{ kind: "check" }] }], armAt: 1 };
    case "complete:before-authorise":
    case "complete:after-authorise":
      return { steps: ordered, armAt: 1 };
    case "project:before":
    case "project:after-order":
    case "project:before-finish":
      return { steps: [{ acts: [paying()] }, { acts: [{ kind: "wait", ms: 60_000 }] }, { acts: [work] }], armAt: 2 };
    case "project:after-recording":
      return {
        steps: [
          ...ordered,
          { acts: [capture], faults: [{ operation: "capture", fault: "drop-after-apply" }] },
          { acts: [{ kind: "wait", ms: 600_000 }] },
          { acts: [work] },
          { acts: [{ kind: "wait", ms: 600_000 }] },
          { acts: [work] },
        ],
        armAt: 3,
      };
    case "reverse:before":
    case "reverse:after":
      return {
        steps: [
          { acts: [paying()] },
          { acts: [{ kind: "new-session", mode: "card" }] },
          { acts: [paying()] },
          { acts: [complete] },
          { acts: [{ kind: "wait", ms: 60_000 }] },
          { acts: [work] },
        ],
        armAt: 4,
      };
  }
}
