import type { Scene } from "../cluster/customer";
import { shopOnce } from "../cluster/customer";
import type { Control } from "../cluster/rest";
import { makeTrouble } from "../cluster/trouble";
import { Random } from "../faults/random";
import type { Options } from "./options";
import type { SubscriberScene } from "./subscribers";
import { subscribeOnce } from "./subscribers";

/** Customers one after another in several lanes, with network faults, until they are told to stop. */
export interface Load {
  stop(): Promise<void>;
}

const TROUBLE_CHANCE = 0.3;
const SUBSCRIBERS_LANE = 10_000;

export function startLoad(
  { scene, subscribers }: { readonly scene: Scene; readonly subscribers: SubscriberScene },
  control: Control,
  options: Options,
): Load {
  let isOver = false;
  const lanes = Array.from({ length: options.customers }, async (_, lane) => {
    const random = new Random(options.seed, lane);
    while (!isOver) {
      if (random.chance(TROUBLE_CHANCE)) await makeTrouble(control, random);
      await shopOnce(scene, random);
    }
  });
  const subscribing = async (): Promise<void> => {
    const random = new Random(options.seed, SUBSCRIBERS_LANE);
    while (!isOver) await subscribeOnce(subscribers, random);
  };
  lanes.push(subscribing());
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

/** Faults that leave operations open: lost answers to writes, unanswered queries, and responses that a killed server never reads. */
const OPENING: readonly object[] = [
  { operation: "capture", fault: "drop-after-apply" },
  { operation: "refund", fault: "drop-after-apply" },
  { operation: "cancel", fault: "drop-after-apply" },
  { operation: "cancelsubscription", fault: "drop-after-apply" },
  { operation: "authorise", fault: "drop-after-apply" },
  { operation: "capture", fault: "drop-before" },
  { operation: "refund", fault: "drop-before" },
  { operation: "capture", fault: "delay", ms: 4_000 },
  { operation: "refund", fault: "delay", ms: 4_000 },
  { operation: "authorise", fault: "delay", ms: 4_000 },
  ...Array.from({ length: 8 }, () => ({ operation: "retrievalTrans", fault: "5xx-before" })),
  ...Array.from({ length: 4 }, () => ({ operation: "retrievalRefund", fault: "5xx-before" })),
  ...Array.from({ length: 4 }, () => ({ fault: "late-notify", ms: 8_000 })),
];

export const leaveOpen = (control: Control): Promise<void> => control.post("tape", { entries: OPENING });
