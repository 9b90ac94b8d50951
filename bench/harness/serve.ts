import { z } from "@medusajs/framework/zod";

/**
 * The child's side of `children.ts`: reports that it is ready, and answers the parent's questions. Every child answers
 * `cpu` and `memory`; `stop` ends it.
 */
export type Answers = Readonly<Record<string, (input: unknown) => unknown>>;

const Asked = z.object({ id: z.number(), what: z.string(), input: z.unknown() });

const common: Answers = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  memory: () => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    return { heap: heapUsed, resident: rss };
  },
};

/** `close`: cleanup before the process ends. */
export function answerParent(
  ready: unknown,
  answers: Answers,
  close: () => Promise<void> | void = () => undefined,
): void {
  const all = { ...common, ...answers };
  process.on("message", (message) => {
    const { id, what, input } = Asked.parse(message);
    void answer(id, async () => {
      if (what === "stop") return close();
      const known = all[what];
      if (!known) throw new Error(`Unknown question "${what}".`);
      return known(input);
    }).then(() => {
      if (what === "stop") process.exit(0);
    });
  });
  // Exits when its parent is gone.
  process.once("disconnect", () => process.exit(0));
  process.send?.({ id: 0, answer: ready });
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  const said = await work().then(
    (value) => ({ id, answer: value }),
    (error: unknown) => ({ id, answer: null, error: error instanceof Error ? error.message : String(error) }),
  );
  await new Promise((sent) => (process.send ? process.send(said, sent) : sent(null)));
}
