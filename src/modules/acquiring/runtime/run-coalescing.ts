import { Coalescer } from "./coalescer";

/**
 * One run at a time of work that looks itself for what there is to do. Who asks while one
 * is under way shares the next with all who ask meanwhile: it begins after they asked, so
 * it sees what they did, and nothing is looked for twice side by side. The work of whoever
 * asked first is the one that runs.
 */
export type RunCoalescer = Coalescer<() => Promise<void>, void>;

export const createRunCoalescer = (): RunCoalescer =>
  new Coalescer<() => Promise<void>, void>({
    most: Infinity,
    atOnce: 1,
    run: async ([first]) => {
      await first?.();
      return [];
    },
  });
