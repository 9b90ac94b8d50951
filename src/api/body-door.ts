import type { IncomingMessage } from "node:http";
import { readBody } from "./read-body";

/**
 * Limits how many notification bodies are read at once, and for how long. The gateway's arrive within milliseconds.
 * When all places are taken, the body that has been arriving longest is dropped if it exceeds any legitimate duration;
 * otherwise the newcomer is refused and may retry. Slow senders therefore block nobody.
 */
export type Body =
  | { readonly kind: "whole"; readonly bytes: Buffer }
  /** Too many bytes, or the connection was lost. */
  | { readonly kind: "none" }
  /** Something before this route, such as a middleware of the store, has read it. */
  | { readonly kind: "read" }
  | { readonly kind: "slow" }
  | { readonly kind: "busy" };

export interface DoorLimits {
  readonly mostAtOnce: number;
  /** Time limit per body. */
  readonly withinMs: number;
  /** A body arriving for longer than this can be dropped for a newcomer. */
  readonly patienceMs: number;
}

/** 500 bodies of 256 kB take at most 128 MB; legitimate senders need milliseconds. Our choice. */
export const DOOR: DoorLimits = { mostAtOnce: 500, withinMs: 10_000, patienceMs: 1_000 };

export interface DoorClock {
  /** Returns a function that cancels the timer. */
  readonly startTimer: (ms: number, run: () => void) => () => void;
  readonly monotonicMs: () => number;
}

const REAL: DoorClock = {
  startTimer: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  monotonicMs: () => performance.now(),
};

interface Arriving {
  readonly since: number;
  readonly rejectWaiting: () => void;
}

export class BodyDoor {
  /** Ordered by start. */
  readonly #arriving = new Set<Arriving>();

  constructor(
    private readonly limits: DoorLimits = DOOR,
    private readonly clock: DoorClock = REAL,
  ) {}

  /** The request's exact bytes, or the reason why there are none. */
  async read(req: IncomingMessage, limit: number): Promise<Body> {
    if (req.readableEnded) return { kind: "read" };
    if (!this.hasRoom()) return { kind: "busy" };
    return new Promise((resolve, reject) => {
      const arriving = {
        since: this.clock.monotonicMs(),
        rejectWaiting: (): void => {
          this.#arriving.delete(arriving);
          resolve({ kind: "slow" });
        },
      };
      this.#arriving.add(arriving);
      const callOff = this.clock.startTimer(this.limits.withinMs, arriving.rejectWaiting);
      readBody(req, limit)
        .then((bytes) => resolve(bytes === null ? { kind: "none" } : { kind: "whole", bytes }), reject)
        .finally(() => {
          callOff();
          this.#arriving.delete(arriving);
        });
    });
  }

  private hasRoom(): boolean {
    if (this.#arriving.size < this.limits.mostAtOnce) return true;
    const [oldest] = this.#arriving;
    if (!oldest || this.clock.monotonicMs() - oldest.since < this.limits.patienceMs) return false;
    oldest.rejectWaiting();
    return true;
  }
}
