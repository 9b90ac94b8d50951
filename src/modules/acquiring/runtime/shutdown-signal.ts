/**
 * Hears that this process was asked to stop, before Medusa closes its port: whoever asks over
 * a connection that is still open is told to go elsewhere. It listens only where somebody else
 * does, since the first listener of a signal takes from it what it does by itself, which is to
 * end the process.
 */
export interface Signals {
  listenerCount(name: string): number;
  prependOnceListener(name: "SIGTERM" | "SIGINT", listener: () => void): unknown;
}

export class ShutdownSignal {
  #isHeard = false;
  readonly #listening = new Set<string>();

  constructor(private readonly signals: Signals) {}

  /** True from the moment the signal came. Asking is what makes it listen. */
  get isHeard(): boolean {
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      if (this.#listening.has(name) || this.signals.listenerCount(name) === 0) continue;
      this.#listening.add(name);
      this.signals.prependOnceListener(name, () => (this.#isHeard = true));
    }
    return this.#isHeard;
  }
}
