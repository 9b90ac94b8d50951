import { appendFile, open, rename, stat } from "node:fs/promises";
import { SentWrite } from "./sent-write";

/**
 * The file of `recovery.epochFile`: one line of JSON per write, appended before its bytes are sent. It is on a volume
 * that is not restored with the database, so it contains writes that a restored database lacks. Not synced to disk: it
 * protects against a database that lost commits, not against a power failure.
 */
export class EpochFile {
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(readonly path: string) {}

  /** Resolves when the operating system has the line. Lines that arrive meanwhile are written together. */
  append(write: SentWrite): Promise<void> {
    this.#waiting.push(`${JSON.stringify(write)}\n`);
    this.#writing = this.#writing.then(
      () => this.flush(),
      () => this.flush(),
    );
    return this.#writing;
  }

  private async flush(): Promise<void> {
    const text = this.#waiting.join("");
    if (text === "") return;
    this.#waiting = [];
    await appendFile(this.path, text, { mode: 0o600 });
    const { size } = await stat(this.path);
    // Half of the kept lines are enough to detect lost commits.
    if (size > MOST_BYTES) await rename(this.path, `${this.path}.1`);
  }

  /** As many as prove lost commits: these are lost from the end. */
  async newest(): Promise<readonly SentWrite[]> {
    return writesIn((await this.read(TAIL_BYTES)).slice(-MOST_LINES));
  }

  /** Everything that is kept: at most twice `MOST_BYTES`. */
  async all(): Promise<readonly SentWrite[]> {
    return writesIn(await this.read(Number.MAX_SAFE_INTEGER));
  }

  private async read(bytes: number): Promise<readonly string[]> {
    return `${await tailOf(`${this.path}.1`, bytes)}\n${await tailOf(this.path, bytes)}`.split("\n");
  }
}

const MOST_BYTES = 16_000_000;
const TAIL_BYTES = 4_000_000;
const MOST_LINES = 10_000;

const writesIn = (lines: readonly string[]): readonly SentWrite[] =>
  lines.flatMap((line) => {
    const write = SentWrite.safeParse(parsed(line));
    return write.success ? [write.data] : [];
  });

async function tailOf(path: string, most: number): Promise<string> {
  const file = await open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - most);
    const bytes = Buffer.alloc(size - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead).toString("utf8");
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
