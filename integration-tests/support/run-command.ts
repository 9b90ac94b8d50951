import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Stage } from "./boot";

/** The CLI as a user runs it: the real file in the store's folder, in its own process. */
const ROOT = join(__dirname, "../..");
const COMMAND = join(ROOT, "bin/medusa-payment-acquiring.js");

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function runCommand(
  { databaseName }: Stage,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const {
    DB_USERNAME = "",
    DB_PASSWORD = "",
    DB_PORT = "",
    NODE_OPTIONS: _own,
    LOG_LEVEL: _level,
    ...inherited
  } = process.env;
  const login = `${encodeURIComponent(DB_USERNAME)}:${encodeURIComponent(DB_PASSWORD)}`;
  const database = { DATABASE_URL: `postgres://${login}@localhost:${DB_PORT}/${databaseName}` };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { cwd: ROOT, env: { ...inherited, NODE_ENV: "production", ...database, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
    );
  });
}
