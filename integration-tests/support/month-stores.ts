import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import type { Command } from "../faults/commands";
import type { StoreChild } from "../faults/store-child";
import type { Stage } from "./boot";
import { startStore } from "./dying-store";

/** Store processes that serve a month's orders; the first one is the worker, dies by SIGKILL and is started again. */
export class MonthStores {
  /** How often the worker was killed. */
  deaths = 0;
  #turn = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly stores: StoreChild[],
  ) {}

  static async start(stage: Stage, count: number): Promise<MonthStores> {
    return new MonthStores(stage, await Promise.all(Array.from({ length: count }, () => startStore(stage))));
  }

  /** The stage at one of the processes, each in turn. */
  next(): Stage {
    this.#turn = (this.#turn + 1) % this.stores.length;
    const base = `http://127.0.0.1:${String(this.stores[this.#turn]?.port)}`;
    return { ...this.stage, base, shop: this.stage.shop.at(base), admin: this.stage.admin.at(base) };
  }

  /** All processes take the time of the test's own ledger. */
  async setClocks(): Promise<void> {
    const nowMs = this.stage.ledger.now().getTime();
    for (const store of this.stores) await told(store, { name: "time", nowMs });
  }

  /** A round of the worker, which is killed at this passage of the failpoint; then another one takes its place. */
  async work(killAt: { readonly point: FailpointName; readonly times: number } | null): Promise<void> {
    const [worker] = this.stores;
    if (!worker) throw new Error("There is no store process.");
    if (killAt) await told(worker, { name: "arm", ...killAt });
    const heard = await worker.ask({ name: "work" });
    if (heard.kind === "refused") throw new Error(heard.error);
    if (heard.kind === "done") {
      if (killAt) await told(worker, { name: "arm", point: null, times: 0 });
      return;
    }
    if (!killAt) throw new Error(`The worker died by itself.\n${worker.output}`);
    this.deaths += 1;
    // Leases are on the database's clock, which does not move with the test's.
    await this.stage.pg.raw("UPDATE acquiring_lease SET leased_until = leased_until - interval '1 hour'");
    this.stores[0] = await startStore(this.stage);
    await this.setClocks();
  }

  async stop(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.kill()));
  }
}

async function told(store: StoreChild, command: Command): Promise<void> {
  const heard = await store.ask(command);
  if (heard.kind !== "done") throw new Error(`${command.name}: ${JSON.stringify(heard)}\n${store.output}`);
}
