import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs `work` with a server clock that is off by `offsetMs`: `new Date()` and `Date.now()`, wherever they are called.
 * Several servers in one process have several clocks; Postgres has the true one.
 */
const offset = new AsyncLocalStorage<number>();
const TrueDate = Date;

class ServerDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(ServerDate.now());
    else super(given[0]);
  }

  static override now(): number {
    return TrueDate.now() + (offset.getStore() ?? 0);
  }
}

export function installServerClocks(): void {
  globalThis.Date = ServerDate as DateConstructor;
}

export function removeServerClocks(): void {
  globalThis.Date = TrueDate;
}

export const atServer = <T>(offsetMs: number, work: () => T): T => offset.run(offsetMs, work);
