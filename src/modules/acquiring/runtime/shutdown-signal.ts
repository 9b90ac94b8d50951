/**
 * Detects the stop signal before Medusa closes its port. It listens only if there is another listener, since the first
 * listener of a signal replaces the default, which ends the process.
 */
export interface Signals {
  listenerCount(name: string): number;
  prependOnceListener(name: "SIGTERM" | "SIGINT", listener: () => void): unknown;
}

export class ShutdownSignal {
  #heardAtMs: number | null = null;
  readonly #listening = new Set<string>();

  constructor(
    private readonly signals: Signals,
    private readonly monotonicMs: () => number,
  ) {}

  /** True after the signal. The first call starts listening. */
  get isHeard(): boolean {
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      if (this.#listening.has(name) || this.signals.listenerCount(name) === 0) continue;
      this.#listening.add(name);
      this.signals.prependOnceListener(name, () => (this.#heardAtMs ??= this.monotonicMs()));
    }
    return this.#heardAtMs !== null;
  }

  /** How long ago the first signal was, in ms; 0 without one. */
  get agoMs(): number {
    return this.#heardAtMs === null ? 0 : this.monotonicMs() - this.#heardAtMs;
  }
}
