import { writeFileSync } from "node:fs";
import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { failpointNames } from "../../src/modules/acquiring/runtime/failpoint";
import type { Played } from "./play";
import type { Story } from "./story";

/** Output of `npm run faults`: progress, each violation with the command to repeat it, totals. */
export class Report {
  passed = 0;
  failed = 0;
  readonly #struck = new Map<FailpointName, number>();
  readonly #startedAt = performance.now();
  #linesAt = 0;

  constructor(
    private readonly total: number,
    private readonly shown: { readonly processes: number; readonly verbose: boolean; readonly ci: boolean },
  ) {}

  add(story: Story, { violations: found, crashed, log }: Played): void {
    // The short list must reach every failpoint; elsewhere a story may miss it.
    const isMissed = this.shown.ci && story.crash !== null && !crashed;
    const violations = isMissed ? [...found, "no_crash: the crash point was never reached"] : found;
    if (violations.length === 0) this.passed += 1;
    else this.failed += 1;
    const { crash } = story;
    if (crash && crashed) this.#struck.set(crash.point, (this.#struck.get(crash.point) ?? 0) + 1);
    if (violations.length > 0 || this.shown.verbose) {
      this.clear();
      const where = crash
        ? `, a process ${crash.pauseMs === undefined ? "dies" : "stands still"} at ${crash.point}${crashed ? "" : " (never reached)"}`
        : "";
      console.log(
        `${violations.length > 0 ? "FAILED" : "ok    "}  seed ${story.seed} run ${story.run}: ${this.about(story)}${where}`,
      );
      for (const line of log) console.log(`          ${line}`);
      for (const line of violations) console.log(`        ! ${line}`);
      if (violations.length > 0) console.log(`        again: ${this.replay(story)}`);
      if (this.total === 1) console.log(`        story: ${JSON.stringify(story)}`);
    }
    this.progress();
  }

  private about({ plan, payable, fulfilment, mode }: Story): string {
    if (fulfilment) return `an order captured ${fulfilment.capture}${fulfilment.isMultiple ? " in parts" : ""}`;
    if (payable) return `a link for ${payable.kind === "draft" ? "a draft order" : `an order with ${payable.kind}`}`;
    return plan ? `a subscription of a ${plan.interval}, ${String(plan.cycles)} charges` : mode;
  }

  private replay({ seed, run, crash, plan, payable, fulfilment, accountChangesAt, loss }: Story): string {
    const kind = plan ? " --kind subscription" : payable ? " --kind link" : fulfilment ? " --kind fulfilment" : "";
    const word = crash?.pauseMs === undefined ? "crash" : "pause";
    const death = crash
      ? ` --${word}-at ${crash.point}`
      : ` --crash-every 0 --pause-every 0${loss ? " --loss-every 1" : ""} --account-every ${accountChangesAt == null ? "0" : "1"}`;
    return `npm run faults -- --seed ${String(seed)} --run ${String(run)}${kind} --processes ${String(this.shown.processes)}${death}`;
  }

  private get rate(): number {
    return ((this.passed + this.failed) * 1_000) / (performance.now() - this.#startedAt);
  }

  /** One line that is overwritten on a terminal; elsewhere one line every half minute. */
  private progress(): void {
    const done = this.passed + this.failed;
    const seconds = Math.round((this.total - done) / Math.max(this.rate, 0.001));
    const filled = Math.round((done * 24) / this.total);
    const bar = `${"#".repeat(filled)}${".".repeat(24 - filled)}`;
    const line = `[${bar}] ${String(done)}/${String(this.total)}  ${this.rate.toFixed(1)} runs/s  ${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s left  ${String(this.failed)} failed`;
    if (process.stdout.isTTY) return void process.stdout.write(`\r${line}\u001b[K`);
    if (performance.now() - this.#linesAt < 30_000 && done < this.total) return;
    this.#linesAt = performance.now();
    console.log(line);
  }

  private clear(): void {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
  }

  end(): void {
    this.clear();
    const struck = failpointNames.filter((name) => this.#struck.has(name));
    if (struck.length > 0) {
      console.log(`Processes that died: ${String([...this.#struck.values()].reduce((sum, count) => sum + count, 0))}`);
      for (const name of struck) console.log(`  ${String(this.#struck.get(name)).padStart(4)}  ${name}`);
    }
    console.log(`${this.rate.toFixed(2)} runs/s`);
    const counts = process.env.CHECK_REPORT;
    if (counts) writeFileSync(counts, JSON.stringify({ passed: this.passed, failed: this.failed }));
    console.log(`${String(this.passed)} passed, ${String(this.failed)} failed`);
  }
}
