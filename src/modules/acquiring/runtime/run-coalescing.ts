import { Coalescer } from "./coalescer";

/** One run at a time; callers during it share the next one, which sees their changes. The first caller's work runs. */
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
