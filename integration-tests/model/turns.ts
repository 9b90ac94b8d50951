import type fc from "fast-check";
import type { Bench, Process } from "./bench";

/**
 * Two or three callers whose every step to the outside, each statement and each
 * byte on the wire, waits for its turn; fast-check's scheduler chooses whose turn
 * it is and repeats its choice by seed. One step is made at a time: the next
 * choice waits until whoever was let go stands at its next step, has ended, or
 * is held by a lock in Postgres.
 */
interface Caller {
  readonly process: Process;
  /** Steps that wait for their turn. */
  readonly waiting: { readonly label: string; readonly go: () => void }[];
  /** Steps that the scheduler has and has not chosen yet. A caller that does several things at once can have some. */
  offered: number;
  /** Was let go and has not come to its next step. */
  moving: boolean;
  ended: boolean;
}

/** How long, in ms, we wait for a caller before we ask Postgres whether a lock holds it. */
const ASK_AFTER_MS = 3;
/** So often in turn nothing came from a caller that has steps with the scheduler: it waits for one of these. */
const QUIET_ASKS = 10;

export class Turns {
  readonly #callers = new Map<string, Caller>();
  #wake: () => void = () => undefined;
  #stopped = false;

  constructor(
    private readonly bench: Bench,
    private readonly scheduler: fc.Scheduler,
  ) {}

  /** Runs all actions in turns and answers how each ended, in their order. */
  async run<T>(
    actions: readonly { readonly process: Process; readonly action: () => Promise<T> }[],
  ): Promise<PromiseSettledResult<T>[]> {
    const ends = actions.map(({ process, action }) => this.enter(process, action));
    while ([...this.#callers.values()].some(({ ended }) => !ended)) {
      await this.settle();
      if (this.#stopped) throw new Error("The run was stopped.");
      this.offer();
      if (this.scheduler.count() > 0) await this.scheduler.waitNext(1);
    }
    for (const { process } of actions) process.life.takeTurns(null);
    return Promise.allSettled(ends);
  }

  /** Makes no further step, so that a run that stands still does not disturb the next. */
  stop(): void {
    this.#stopped = true;
  }

  private async enter<T>(process: Process, action: () => Promise<T>): Promise<T> {
    const caller: Caller = { process, waiting: [], offered: 0, moving: true, ended: false };
    this.#callers.set(process.name, caller);
    process.life.takeTurns(
      (label) =>
        new Promise((go) => {
          caller.waiting.push({ label, go });
          this.#wake();
        }),
    );
    try {
      return await action();
    } finally {
      caller.ended = true;
      this.#wake();
    }
  }

  /** In the order of the names: who came first is the machine's chance, and must not be the schedule's. */
  private offer(): void {
    for (const [name, caller] of [...this.#callers].sort(([one], [other]) => one.localeCompare(other))) {
      for (const { label, go } of caller.waiting.splice(0)) {
        caller.offered += 1;
        void this.scheduler.schedule(Promise.resolve(), `${name}: ${label}`).then(() => {
          caller.offered -= 1;
          caller.moving = true;
          go();
        });
      }
    }
  }

  /** Resolves when nobody moves by itself any more. */
  private async settle(): Promise<void> {
    let quiet = 0;
    while (!this.#stopped) {
      const moving = [...this.#callers.values()].filter(isMoving);
      if (moving.length === 0) return;
      if (await this.isWoken()) {
        quiet = 0;
        continue;
      }
      quiet += 1;
      const undecided = quiet < QUIET_ASKS ? moving : moving.filter(({ offered }) => offered === 0);
      if (await this.areHeld(undecided)) return;
    }
  }

  private async isWoken(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ASK_AFTER_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Does each of them wait for a lock that another connection holds? */
  private async areHeld(callers: readonly Caller[]): Promise<boolean> {
    if (callers.length === 0) return true;
    const { rows } = await this.bench.pg.raw<{ rows: { pid: number }[] }>("SELECT pid FROM pg_locks WHERE NOT granted");
    const held = new Set(rows.map(({ pid }) => pid));
    return callers.every(({ process }) => process.pool.backends().some((pid) => held.has(pid)));
  }
}

function isMoving(caller: Caller): boolean {
  if (caller.ended || caller.waiting.length > 0) caller.moving = false;
  return caller.moving;
}
