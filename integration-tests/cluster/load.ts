import { Random } from "../faults/random";
import type { Members } from "./members";
import type { Options } from "./options";
import type { Control } from "./rest";
import type { Scene } from "./customer";
import { shopOnce } from "./customer";
import { makeTrouble } from "./trouble";

/**
 * The load: customers one after another in several lanes, network faults, and every few seconds a killed process. Each
 * lane draws from its own generator, so a seed repeats the same requests; their order depends on the machine.
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
  const tills = Array.from({ length: options.customers }, async (_, till) => {
    const random = new Random(options.seed, till);
    while (!isOver()) {
      // Per customer instead of per time: a slow machine would get nothing but faults.
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
