import { z } from "@medusajs/framework/zod";
import { openStore } from "../../src/cli/open-store";
import { reconcileBooks } from "../../src/application/reconciliation/reconcile-books";
import { ROOT } from "../harness/databases";
import { answerParent } from "../harness/serve";

/** The process that reconciles, like the CLI: a store without a server. It measures its own memory. */
const Asked = z.object({ payments: z.number() });
/** Number of memory measurements with garbage collection; a page is a hundred payments. */
const LOOKS = 40;

const resident = (): number => {
  globalThis.gc?.();
  return process.memoryUsage.rss();
};

async function main(): Promise<void> {
  const store = await openStore(ROOT);
  const compare = async (payments: number): Promise<object> => {
    const found: string[] = [];
    const before = resident();
    let highest = before;
    let next = payments / LOOKS;
    let lookedMs = 0;
    const started = performance.now();
    const request = { account: null, from: new Date(0), to: null, apply: false, by: "bench" };
    const { examined } = await reconcileBooks(store.container, request, {
      difference: ({ kind, attemptId }) => found.push(`${kind} ${String(attemptId)}`),
      progress: (done) => {
        if (done < next) return;
        next += payments / LOOKS;
        const looking = performance.now();
        highest = Math.max(highest, resident());
        lookedMs += performance.now() - looking;
      },
    });
    // Without the time of the measurements.
    const ms = performance.now() - started - lookedMs;
    return { ms, examined, found, grewBy: Math.max(highest, resident()) - before };
  };
  answerParent(null, { compare: (input) => compare(Asked.parse(input).payments) }, () => store.close());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
