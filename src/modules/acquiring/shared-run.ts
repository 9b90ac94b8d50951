/**
 * One run at a time of work that looks itself for what there is to do. Who asks while one
 * is under way shares the next with all who ask meanwhile: it begins after they asked, so
 * it sees what they did, and nothing is looked for twice side by side.
 */
export class SharedRun {
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** Resolves or rejects with a run that began after the call. `work` of whoever asked first is the one that runs. */
  run(work: () => Promise<void>): Promise<void> {
    if (!this.#running) return this.begin(work);
    this.#next ??= this.after(this.#running, work);
    return this.#next;
  }

  private begin(work: () => Promise<void>): Promise<void> {
    const run = work().finally(() => {
      this.#running = null;
    });
    this.#running = run;
    return run;
  }

  private async after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await Promise.allSettled([before]);
    this.#next = null;
    return this.begin(work);
  }
}
