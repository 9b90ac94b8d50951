import { fork } from "node:child_process";
import { join } from "node:path";
import type { Job } from "./crash-child";
import type { OwnLedger } from "./own-ledger";

/** A second process on the same ledger and gateway, for tests to kill or race against. */
export interface ChildEnd {
  /** Its messages in order; `finished` is last if it completed. */
  readonly heard: readonly string[];
  readonly signal: string | null;
}

/** `onMessage`: called for each message with their number so far. */
export function runChild(
  stage: OwnLedger,
  run: Job["run"],
  {
    profile = {},
    onMessage,
  }: { profile?: object; onMessage?: (message: string, count: number, kill: () => void) => void } = {},
): Promise<ChildEnd> {
  const running = fork(join(__dirname, "crash-child.ts"), {
    execArgv: ["-r", "ts-node/register/transpile-only"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const job = { databaseUrl: addressOf(stage), options: stage.options(undefined, profile), run };
  running.send(JSON.stringify(job, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)));
  const heard: string[] = [];
  running.on("message", (message) => {
    heard.push(String(message));
    onMessage?.(String(message), heard.length, () => running.kill("SIGKILL"));
  });
  return new Promise((resolve) => running.once("exit", (_code, signal) => resolve({ heard, signal })));
}

export function addressOf({ pg }: Pick<OwnLedger, "pg">): string {
  const { host, port, user, password, database } = pg.client.config.connection;
  const url = new URL("postgres://localhost");
  Object.assign(url, { hostname: host, port: String(port), username: user ?? "", password: password ?? "" });
  url.pathname = `/${String(database)}`;
  return url.toString();
}
