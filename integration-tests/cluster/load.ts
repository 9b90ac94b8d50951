import { Random } from "../faults/random";
import type { Members } from "./members";
import type { Options } from "./options";
import type { Control } from "./rest";
import type { Scene } from "./shopper";
import { shopOnce } from "./shopper";
import { makeTrouble } from "./trouble";

/**
 * The minute of load: shoppers one after another on several tills, trouble on the wire, and every
 * few seconds a process that dies. Each draws from a generator of its own, so that a seed is the
 * same wishes; in which order they meet is the machine's.
 */
const TROUBLE_CHANCE = 0.4;
const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms));

export interface Stage {
  readonly scene: Scene;
  readonly members: Members;
  readonly control: Control;
  readonly say: (words: string) => void;
}

export async function playLoad({ scene, members, control, say }: Stage, options: Options): Promise<void> {
  const until = performance.now() + options.seconds * 1_000;
  const isOver = (): boolean => performance.now() >= until;
  const tills = Array.from({ length: options.shoppers }, async (_, till) => {
    const random = new Random(options.seed, till);
    while (!isOver()) {
      // By the shopper and not by the clock: on a slow machine there would be nothing but trouble.
      if (random.chance(TROUBLE_CHANCE)) await makeTrouble(control, random);
      await shopOnce(scene, random);
    }
  });
  const deaths = async (): Promise<void> => {
    const random = new Random(options.seed, 20_000);
    while (!isOver()) {
      await pause(Math.min(options.every * (0.5 + random.unit()) * 1_000, Math.max(0, until - performance.now())));
      if (isOver()) return;
      const name = members.kill(random);
      if (name !== null) say(`${name} dies`);
    }
  };
  await Promise.all([...tills, deaths()]);
}
