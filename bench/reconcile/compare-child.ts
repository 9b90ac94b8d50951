import { z } from "@medusajs/framework/zod";
import { openStore } from "../../src/cli/store/open-store";
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

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function main(): Promise<void> {
  const store = await openStore(ROOT);
  const compare = async (payments: number): Promise<object> => {
    const found: string[] = [];
    const before = resident();
    let highest = before;
    let next = payments / LOOKS;
    const looked = { ms: 0, cpuMs: 0 };
    const started = { ms: performance.now(), cpuMs: cpuMs() };
    const request = { account: null, from: new Date(0), to: null, apply: false, by: "bench" };
    const { examined } = await reconcileBooks(store.container, request, {
      difference: ({ kind, attemptId }) => found.push(`${kind} ${String(attemptId)}`),
      progress: (done) => {
        if (done < next) return;
        next += payments / LOOKS;
        const looking = { ms: performance.now(), cpuMs: cpuMs() };
        highest = Math.max(highest, resident());
        looked.ms += performance.now() - looking.ms;
        looked.cpuMs += cpuMs() - looking.cpuMs;
      },
    });
    // Without the measurements.
    const ms = performance.now() - started.ms - looked.ms;
    const usedMs = cpuMs() - started.cpuMs - looked.cpuMs;
    return { ms, cpuMs: usedMs, examined, found, grewBy: Math.max(highest, resident()) - before };
  };
  answerParent(null, { compare: (input) => compare(Asked.parse(input).payments) }, () => store.close());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
