import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { GatewayFinding } from "../domain/health/gateway-findings";
import { gatewayFindings } from "../domain/health/gateway-findings";
import { withDbTimeout } from "../runtime/with-db-timeout";
import { readGatewaySignals } from "./gateway-signals";

/** Gateway failures beside "ready": another server would have the same problem. Called every second, so it caches. */
export interface GatewayWarningsDependencies {
  readonly connection: Knex;
  readonly accounts: readonly string[];
  readonly now: () => Date;
  readonly monotonicMs: () => number;
}

export type GatewayWarning = GatewayFinding["kind"];

/** Our choice: the signs cover an hour. */
const GOOD_FOR_MS = 15_000;

export class GatewayWarnings {
  #look: { readonly at: number; readonly found: Promise<readonly GatewayWarning[]> } | null = null;

  constructor(private readonly deps: GatewayWarningsDependencies) {}

  /** Each failure once for all accounts. Never throws: database readiness is checked elsewhere. */
  async look(): Promise<readonly GatewayWarning[]> {
    const at = this.deps.monotonicMs();
    if (this.#look === null || at - this.#look.at >= GOOD_FOR_MS) {
      this.#look = { at, found: withDbTimeout(this.read()).catch(() => []) };
    }
    return this.#look.found;
  }

  private async read(): Promise<readonly GatewayWarning[]> {
    const kinds = new Set<GatewayWarning>();
    for (const account of this.deps.accounts) {
      const signs = await readGatewaySignals(this.deps.connection, account, this.deps.now());
      for (const { kind, status } of gatewayFindings(signs)) if (status === "failing") kinds.add(kind);
    }
    return [...kinds];
  }
}
