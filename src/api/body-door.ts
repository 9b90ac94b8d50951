import type { IncomingMessage } from "node:http";
import { readBody } from "./read-body";

/**
 * Lets only so many notifications' bodies arrive at once, each within a time. The gateway's own arrive in milliseconds; a
 * sender who trickles holds a place until it is needed: then the one that has been arriving for longest is turned away,
 * if that is longer than any honest sender takes, and the newcomer is let in. So slow senders hold up nobody, and a crowd
 * of quick ones that is too large hears that it may come back.
 */
export type Body =
  | { readonly kind: "whole"; readonly bytes: Buffer }
  /** Too many bytes, or the sender went away. */
  | { readonly kind: "none" }
  | { readonly kind: "slow" }
  | { readonly kind: "busy" };

export interface DoorLimits {
  readonly mostAtOnce: number;
  /** So long a body may take, in ms. */
  readonly withinMs: number;
  /** Who has been arriving for longer makes room, in ms. */
  readonly patienceMs: number;
}

/** 500 bodies of 256 kB are 128 MB at most; what honest senders need is milliseconds. Our choice. */
export const DOOR: DoorLimits = { mostAtOnce: 500, withinMs: 10_000, patienceMs: 1_000 };

export interface DoorClock {
  /** What it returns calls the timer off. */
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
  readonly turnAway: () => void;
}

export class BodyDoor {
  /** In the order in which they began. */
  readonly #arriving = new Set<Arriving>();

  constructor(
    private readonly limits: DoorLimits = DOOR,
    private readonly clock: DoorClock = REAL,
  ) {}

  /** The request's exact bytes, or why there are none. */
  async read(req: IncomingMessage, limit: number): Promise<Body> {
    if (!this.hasRoom()) return { kind: "busy" };
    return new Promise((resolve, reject) => {
      const arriving = {
        since: this.clock.monotonicMs(),
        turnAway: (): void => {
          this.#arriving.delete(arriving);
          resolve({ kind: "slow" });
        },
      };
      this.#arriving.add(arriving);
      const callOff = this.clock.startTimer(this.limits.withinMs, arriving.turnAway);
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
    oldest.turnAway();
    return true;
  }
}
