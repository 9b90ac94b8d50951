import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The command as a user runs it: the real file, in a separate process. */
const COMMAND = join(__dirname, "../../../bin/medusa-payment-acquiring.js");

interface Run {
  readonly child: ChildProcess;
  /** Lines of both outputs, in order of arrival. */
  readonly lines: string[];
  line(pattern: RegExp): Promise<string>;
  readonly code: Promise<unknown>;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const { ACQUIRING_SIMULATOR_KEY: _own, ...inherited } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...inherited, ...env } });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      waiting.splice(0).forEach((wake) => wake());
    });
  }
  const code = once(child, "close").then(([status]: unknown[]) => status);
  void code.then(() => waiting.splice(0).forEach((wake) => wake()));
  return {
    child,
    lines,
    code,
    line: async (pattern) => {
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`ended without ${String(pattern)}:\n${lines.join("\n")}`);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

const running: ChildProcess[] = [];
afterEach(() => running.splice(0).forEach((child) => child.kill("SIGKILL")));

const simulator = (args: readonly string[], env?: Readonly<Record<string, string>>): Run => {
  const started = run(["simulator", "--port", "0", ...args], env);
  running.push(started.child);
  return started;
};

describe("the simulator command", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("reports its address, and %s ends it cleanly", async (signal) => {
    const { child, line, code } = simulator([]);
    const said = await line(/^simulator listening on /);
    const url = /http:\/\/127\.0\.0\.1:\d+$/.exec(said)?.[0] ?? "";
    expect((await fetch(`${url}/_control/state`)).status).toBe(200);
    child.kill(signal);
    expect(await code).toBe(0);
  });

  it("prints a generated key", async () => {
    const { line } = simulator([]);
    expect(await line(/^signing key /)).toMatch(/^signing key [0-9a-f]{32}$/);
  });

  it("does not print a given key", async () => {
    const { line, lines } = simulator([], { ACQUIRING_SIMULATOR_KEY: "given-in-the-environment" });
    await line(/^simulator listening on /);
    expect(lines.join("\n")).not.toMatch(/signing key|given-in/);
  });
});

it.each([
  [["--help"], 0, /Commands:/],
  [["simulator", "--help"], 0, /--signing-key/],
  [["replay", "--apply", "--file", "x"], 2, /--apply takes an inbox row/],
  [["conformance", "--help"], 0, /--this-is-a-test/],
  [["fly"], 2, /There is no command "fly"/],
  [["simulator", "--port", "x"], 2, /--port takes a number/],
  [["simulator", "--port", "70000"], 2, /--port takes a number/],
  [["simulator", "--capture-mode", "sometimes"], 2, /--capture-mode takes/],
  [["simulator", "--wings"], 2, /--wings/],
])(
  "%j ends with code %i and the reason",
  async (args, expected, text) => {
    const { code, lines } = run(args);
    expect(await code).toBe(expected);
    expect(lines.join("\n")).toMatch(text);
    // Two of them load all of Medusa first.
  },
  60_000,
);
