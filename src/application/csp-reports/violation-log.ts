import type { CspViolation } from "./read-csp-report";

/** Limits of this process; the reports are unauthenticated, and one attack makes every customer's browser send some. */
const WINDOW_MS = 3_600_000;
const MOST_LINES = 50;

/**
 * Decides which violations are logged: each directive with each blocked origin once an hour, with the first page, at
 * most fifty of them, then one line that more were ignored. Keeps nothing else.
 */
export class ViolationLog {
  #since = Number.NEGATIVE_INFINITY;
  readonly #logged = new Set<string>();

  /** The line to log, or null. `nowMs` is monotonic. */
  line({ directive, blocked, page }: CspViolation, nowMs: number): string | null {
    if (nowMs - this.#since >= WINDOW_MS) {
      this.#since = nowMs;
      this.#logged.clear();
    }
    if (this.#logged.size > MOST_LINES) return null;
    const kind = `directive=${directive} blocked=${blocked}`;
    if (this.#logged.has(kind)) return null;
    this.#logged.add(kind);
    return this.#logged.size > MOST_LINES ? "more=ignored" : `${kind} page=${page}`;
  }
}
