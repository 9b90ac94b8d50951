import { access, appendFile, constants, mkdir, open, rename, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { MedusaError } from "@medusajs/framework/utils";
import { errorName } from "../runtime/safe-error-text";
import { SentWrite } from "./sent-write";

/**
 * The file of `recovery.epochFile`: one line of JSON per write, appended before its bytes are sent. It is on a volume
 * that is not restored with the database, so it contains writes that a restored database lacks. Not synced to disk: it
 * protects against a database that lost commits, not against a power failure. Several processes may share it.
 */
export class EpochFile {
  #batch: { readonly lines: string[]; readonly written: Promise<void> } | null = null;
  #last: Promise<void> = Promise.resolve();

  /**
   * `mostBytes`: above this size a new file is begun; the one before it is kept. `onFull` is told, once, why that failed, as for
   * a file that is mounted by itself: then writes go on into it.
   */
  constructor(
    readonly path: string,
    private readonly mostBytes = MOST_BYTES,
    private onFull: (error: EpochFileError) => void = () => undefined,
  ) {}

  /** Rejects if this process cannot read and write the file, or cannot create it. Changes nothing. */
  async check(): Promise<void> {
    await usable(async () => {
      await access(this.path, constants.R_OK | constants.W_OK).catch(nullIfMissing);
      // A full file is replaced by another one.
      await access(dirname(this.path), constants.W_OK);
    });
  }

  /** Resolves when the operating system has the line. Lines that arrive meanwhile are written together. */
  append(write: SentWrite): Promise<void> {
    this.#batch ??= this.nextBatch();
    // It begins a line of its own: a full disk may have cut the one before it.
    this.#batch.lines.push(`\n${JSON.stringify(write)}`);
    return this.#batch.written;
  }

  /** Written when the one before it is; if that fails, every line of it has failed, and the next one is tried. */
  private nextBatch(): { readonly lines: string[]; readonly written: Promise<void> } {
    const lines: string[] = [];
    const written = this.#last.then(() => {
      this.#batch = null;
      return usable(() => this.write(lines.join("")));
    });
    this.#last = written.catch(() => undefined);
    return { lines, written };
  }

  private async write(text: string): Promise<void> {
    await appendFile(this.path, text, { mode: 0o600 });
    try {
      if (await this.isFull()) await this.beginAnother();
    } catch (error) {
      this.onFull(new EpochFileError(codeOf(error)));
      this.onFull = () => undefined;
    }
  }

  private async isFull(): Promise<boolean> {
    const found = await stat(this.path).catch(nullIfMissing);
    return found !== null && found.size > this.mostBytes;
  }

  /** One process at a time: a second one would replace the full file with the one that the first has just begun. */
  private async beginAnother(): Promise<void> {
    const lock = `${this.path}.lock`;
    if (!(await mkdir(lock).then(() => true, falseIfThere))) {
      // Left by a process that died; the next append tries again.
      const held = await stat(lock).catch(nullIfMissing);
      if (held !== null && held.mtimeMs < Date.now() - LOCK_MS) await rmdir(lock).catch(nullIfMissing);
      return;
    }
    try {
      if (await this.isFull()) await rename(this.path, `${this.path}.1`);
    } finally {
      await rmdir(lock).catch(nullIfMissing);
    }
  }

  /** As many as prove lost commits: these are lost from the end. */
  async newest(): Promise<readonly SentWrite[]> {
    return writesIn((await usable(() => this.read(TAIL_BYTES))).slice(-MOST_LINES));
  }

  /** Everything that is kept: at least the newest `mostBytes`. */
  async all(): Promise<readonly SentWrite[]> {
    return writesIn(await usable(() => this.read(Number.MAX_SAFE_INTEGER)));
  }

  private async read(bytes: number): Promise<readonly string[]> {
    // In this order: a file that is replaced in between is read twice, and not missed.
    const newer = await tailOf(this.path, bytes);
    return `${await tailOf(`${this.path}.1`, bytes)}\n${newer}`.split("\n");
  }
}

/** `code` is the operating system's, such as EACCES or ENOSPC. */
export class EpochFileError extends MedusaError {
  constructor(override readonly code: string) {
    const what = `The file of recovery.epochFile, or its folder, cannot be used (${code}).`;
    super(MedusaError.Types.UNEXPECTED_STATE, `${what} Let the user that runs Medusa read and write both.`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : errorName(error);

async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new EpochFileError(codeOf(error));
  }
}

const MOST_BYTES = 16_000_000;
const TAIL_BYTES = 4_000_000;
const MOST_LINES = 10_000;
/** Longer than a rename takes. Our choice. */
const LOCK_MS = 60_000;

const isError = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

function nullIfMissing(error: unknown): null {
  if (isError(error, "ENOENT")) return null;
  throw error;
}

function falseIfThere(error: unknown): false {
  if (isError(error, "EEXIST")) return false;
  throw error;
}

const writesIn = (lines: readonly string[]): readonly SentWrite[] =>
  lines.flatMap((line) => {
    const write = SentWrite.safeParse(parsed(line));
    return write.success ? [write.data] : [];
  });

async function tailOf(path: string, most: number): Promise<string> {
  const file = await open(path, "r").catch(nullIfMissing);
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
