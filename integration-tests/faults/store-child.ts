import type { ChildProcess } from "node:child_process";
import { execFileSync, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { YOUNG_SPACE } from "../../scripts/young-space.cjs";
import type { Answer, Command, Question, Ready } from "./commands";

/** Result of a command: an answer, a refusal, or a process that died first. */
export type Heard =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "died" };

const ROOT = resolve(__dirname, "../..");

/** One store process seen from its parent, which starts, asks and kills it; it never outlives the parent. */
export class StoreChild {
  readonly #waiting = new Map<number, (heard: Heard) => void>();
  #next = 0;
  #isAlive = true;
  #output = "";

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("message", (message: Answer | Ready) => {
      if ("ready" in message) return;
      const answer = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      answer?.(message.ok ? { kind: "done", value: message.value } : { kind: "refused", error: message.error });
    });
    child.once("exit", () => {
      this.#isAlive = false;
      for (const answer of this.#waiting.values()) answer({ kind: "died" });
      this.#waiting.clear();
    });
  }

  /** `root`: the sources it runs. */
  static async start(port: number, env: Readonly<Record<string, string>>, root = ROOT): Promise<StoreChild> {
    const process_ = fork(join(root, "integration-tests/faults/store-process.ts"), {
      cwd: root,
      execArgv: ["-r", "ts-node/register/transpile-only", ...(process.env.FAULTS_EXEC_ARGV?.split(" ") ?? [])],
      env: { ...process.env, NODE_OPTIONS: YOUNG_SPACE, ...env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const store = new StoreChild(process_, port);
    await new Promise<void>((ready, failed) => {
      process_.once("message", () => ready());
      process_.once("exit", () => failed(new Error(`The store process did not start.\n${store.output}`)));
    });
    return store;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether it is stopped and cannot receive messages. */
  get isStopped(): boolean {
    return this.#isAlive && stateOf(this.child.pid) === "T";
  }

  /** Continues it. */
  resume(): void {
    this.child.kill("SIGCONT");
  }

  /** The end of its output. */
  get output(): string {
    return this.#output;
  }

  ask(command: Command): Promise<Heard> {
    if (!this.#isAlive) return Promise.resolve({ kind: "died" });
    this.#next += 1;
    const question: Question = { id: this.#next, command };
    return new Promise((answer) => {
      this.#waiting.set(question.id, answer);
      this.child.send(question, (error) => {
        if (error && this.#waiting.delete(question.id)) answer({ kind: "died" });
      });
    });
  }

  /** Kills it; resolves once nothing of it runs. */
  async kill(): Promise<void> {
    if (!this.#isAlive) return;
    const gone = new Promise<void>((done) => this.child.once("exit", () => done()));
    this.child.kill("SIGKILL");
    await gone;
  }

  /** Ends it; a process without parent exits. */
  async stop(): Promise<void> {
    if (!this.#isAlive) return;
    const gone = new Promise<void>((done) => this.child.once("exit", () => done()));
    this.child.disconnect();
    await gone;
  }
}

/** The process state letter of the system; T: stopped. */
function stateOf(pid = 0): string {
  const file = `/proc/${String(pid)}/stat`;
  if (existsSync(file)) return /\) (\S)/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" })
    .trim()
    .charAt(0);
}
