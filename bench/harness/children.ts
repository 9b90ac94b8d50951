import { fork } from "node:child_process";
import { z } from "@medusajs/framework/zod";

/**
 * A benchmark's own process, so that the measured code shares no event loop with the measuring code. The child is a
 * TypeScript file that ends in `answerParent` (serve.ts).
 */
export interface Child {
  readonly pid: number;
  /** What the child reported when it was ready, for example its port. */
  readonly ready: unknown;
  ask(what: string, input?: unknown): Promise<unknown>;
  /** CPU time so far, in ms. */
  cpuMs(): Promise<number>;
  /** Memory after a garbage collection, in bytes. */
  memory(): Promise<{ readonly heap: number; readonly resident: number }>;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Asks it to end (its `stop`), kills it after ten seconds. */
  stop(): Promise<void>;
}

export interface ChildStart {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Options for Node itself, such as `--cpu-prof`. */
  readonly node?: readonly string[];
  /** Working directory; default: this process's. */
  readonly cwd?: string;
}

const PATIENCE_MS = 10_000;
const Said = z.object({ id: z.number(), answer: z.unknown(), error: z.string().optional() });
const Memory = z.object({ heap: z.number(), resident: z.number() });
/** Number of the child's first message. */
const READY = 0;

interface Waiting {
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
}

export async function startChild(
  file: string,
  { env = {}, args = [], node = [], cwd }: ChildStart = {},
): Promise<Child> {
  const child = fork(file, args, {
    execArgv: ["--expose-gc", "-r", "ts-node/register/transpile-only", ...node],
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, Waiting>();
  let last = READY;
  const gone = new Promise<void>((resolve) =>
    child.once("exit", (code, signal) => {
      for (const { fail } of waiting.values()) fail(new Error(`${file} ended (${String(signal ?? code)}).`));
      resolve();
    }),
  );
  child.on("message", (message) => {
    const { id, answer, error } = Said.parse(message);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.answer(answer);
    else asked?.fail(new Error(`${file}: ${error}`));
  });
  const heard = (id: number): Promise<unknown> => new Promise((answer, fail) => waiting.set(id, { answer, fail }));
  const ask = (what: string, input?: unknown): Promise<unknown> => {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.reject(new Error(`${file} is gone.`));
    last += 1;
    const answer = heard(last);
    child.send({ id: last, what, input });
    return answer;
  };
  const ready = await heard(READY);
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await gone;
  };
  return {
    pid: child.pid ?? 0,
    ready,
    ask,
    cpuMs: async () => z.number().parse(await ask("cpu")),
    memory: async () => Memory.parse(await ask("memory")),
    kill,
    stop: async () => {
      const force = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
      await ask("stop").catch(() => undefined);
      await gone;
      clearTimeout(force);
    },
  };
}
