import { Coalescer } from "./coalescer";

/**
 * One run at a time of work that finds its own items. Callers during a run share the next one: it starts after their
 * call, so it sees their changes. The first caller's work is the one that runs.
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
