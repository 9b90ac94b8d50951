import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { join, resolve } from "node:path";
import { freePort } from "../../scripts/postgres.cjs";
import type { Random } from "../faults/random";

/**
 * The store's processes: servers and workers as started by `medusa start`, from the sources. They are killed one at a
 * time and restarted at once on the same port.
 */
export type Mode = "server" | "worker";

interface Member {
  readonly name: string;
  readonly mode: Mode;
  readonly port: number;
  child: ChildProcess;
  isUp: boolean;
  deaths: number;
  output: string;
}

/** Longer than a store needs to start on a busy machine. */
const START_WITHIN_MS = 120_000;
/** What docs/production.md says to allow: a worker waits for locks of Medusa that killed servers left. */
const STOP_WITHIN_MS = 120_000;
const ROOT = resolve(__dirname, "../..");

export class Members {
  readonly #members: Member[] = [];
  readonly #starting = new Set<Promise<void>>();

  private constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly root: string,
  ) {}

  /** The first one creates what the others find; those start together. `root`: the sources they run. */
  static async start(modes: readonly Mode[], env: Readonly<Record<string, string>>, root = ROOT): Promise<Members> {
    const members = new Members(env, root);
    const add = async (mode: Mode, index: number): Promise<void> =>
      members.untilUp(await members.add(mode, `${mode} ${String(index + 1)}`));
    const [first, ...others] = modes;
    if (first) await add(first, 0);
    await Promise.all(others.map((mode, index) => add(mode, index + 1)));
    return members;
  }

  /** Ports of the servers, including dead ones. */
  serverPorts(): number[] {
    return this.#members.filter(({ mode }) => mode === "server").map(({ port }) => port);
  }

  get deaths(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#members.map(({ name, deaths }) => [name, deaths]));
  }

  get outputs(): string {
    return this.#members.map(({ name, output }) => `== ${name}\n${output}`).join("\n");
  }

  /**
   * Kills a running process with SIGKILL and restarts it without waiting; returns its name. Null if it is the last one
   * of its kind, because then no load could be lost.
   */
  kill(random: Random): string | null {
    const up = this.#members.filter(({ isUp }) => isUp);
    const [first, ...others] = up.filter((one) => up.some((other) => other !== one && other.mode === one.mode));
    if (!first) return null;
    const member = random.pick([first, ...others]);
    member.isUp = false;
    member.deaths += 1;
    const gone = new Promise((ended) => member.child.once("exit", ended));
    member.child.kill("SIGKILL");
    const again = gone.then(async () => {
      member.child = this.spawn(member);
      await this.untilUp(member);
    });
    this.#starting.add(again);
    // A process that fails to start stays in the list, so that waiting for all reports it.
    void again.then(
      () => this.#starting.delete(again),
      () => undefined,
    );
    return member.name;
  }

  /** Resolves when all processes run again. */
  async whole(): Promise<void> {
    while (this.#starting.size > 0) await Promise.all(this.#starting);
  }

  /** Kills all with SIGKILL, and does not restart them. */
  async killAll(): Promise<void> {
    const alive = this.#members.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    const gone = alive.map(({ child }) => new Promise((ended) => child.once("exit", ended)));
    for (const { child } of alive) child.kill("SIGKILL");
    await Promise.all(gone);
  }

  /** Stops gracefully; returns those that did not exit with code 0. */
  async stop(): Promise<string[]> {
    const ended = this.#members.map(async ({ name, child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return [name];
      const code = new Promise<number | null>((end) => child.once("exit", (each) => end(each)));
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      const isGood = (await code) === 0;
      clearTimeout(force);
      return isGood ? [] : [name];
    });
    return (await Promise.all(ended)).flat();
  }

  private async add(mode: Mode, name: string): Promise<Member> {
    const made = { name, mode, port: await freePort(), isUp: false, deaths: 0, output: "" };
    const member: Member = { ...made, child: this.spawn(made) };
    this.#members.push(member);
    return member;
  }

  private spawn({ mode, port }: Pick<Member, "mode" | "port">): ChildProcess {
    return fork(join(this.root, "integration-tests/support/medusa-start.ts"), {
      cwd: this.root,
      execArgv: ["-r", "ts-node/register/transpile-only"],
      env: { ...process.env, NODE_OPTIONS: "", ...this.env, MEDUSA_WORKER_MODE: mode, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
  }

  private listen(member: Member): void {
    const keep = (chunk: Buffer): void => {
      member.output = (member.output + chunk.toString()).slice(-50_000);
    };
    member.child.stdout?.on("data", keep);
    member.child.stderr?.on("data", keep);
  }

  private async untilUp(member: Member): Promise<void> {
    const { child } = member;
    this.listen(member);
    const until = performance.now() + START_WITHIN_MS;
    while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(`http://127.0.0.1:${String(member.port)}/health`).catch(() => null);
      if (answer?.ok) {
        member.isUp = true;
        return;
      }
      await new Promise((later) => setTimeout(later, 200));
    }
    throw new Error(`${member.name} did not start.\n${member.output}`);
  }
}
